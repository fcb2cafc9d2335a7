"""Every key of the configuration: its rule, what stands there when the host says nothing, and its comment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.tongue import LANGUAGES
from server.config import rules
from server.config.rules import Rule


@dataclass(frozen=True)
class Key:
    """One key. With no default it has to be there; a default of None means that it may be left out."""

    name: str
    rule: Rule
    about: str
    example: str | int
    """The value that the example shows."""
    default: object = ...

    @property
    def required(self) -> bool:
        return self.default is ...


@dataclass(frozen=True)
class Section:
    """A table of the file."""

    name: str
    about: str
    keys: tuple[Key, ...]

    @property
    def names(self) -> list[str]:
        return [key.name for key in self.keys]


def _passwords(name: str, example: str) -> tuple[Key, ...]:
    """The places of a password or an access token, of which an account has one."""
    return (
        Key(
            "password_file",
            rules.PATH,
            "The password's place: a file that only its owner can read (chmod 600), with one line …",
            f"{name}.password",
            None,
        ),
        Key("password_env", rules.VARIABLE, "… or an environment variable …", example, None),
        Key(
            "password_keyring",
            rules.SERVICE,
            "… or the system's keyring, under this name and the user's …",
            "grubenpost",
            None,
        ),
        Key(
            "password_command",
            rules.COMMAND,
            "… or a command, run by the shell before each login, whose first line is the password …",
            f"pass show {name}",
            None,
        ),
        Key(
            "login_file",
            rules.PATH,
            "… or a file in the data folder that `grubenpost-server login` writes, for providers that want\n"
            "access tokens (OAuth 2) …",
            "mail.login",
            None,
        ),
        Key(
            "password_in_clear",
            rules.PASSWORD,
            "… or, if you insist, here; then only its owner may read this file too (chmod 600).",
            "",
            None,
        ),
        Key(
            "auth",
            rules.AUTH,
            'What it is that comes from there: a "password", or an access token ("xoauth2"). Left out: a\n'
            "password, but with login_file an access token.",
            "xoauth2",
            None,
        ),
    )


SERVER: Final = Section(
    "server",
    "What the server is called and where it keeps its things.",
    (
        Key(
            "name",
            rules.SERVER_NAME,
            "The server's name in letters, signatures and Message-IDs, best a host name of yours.\n"
            "Letters are sealed for this name: once there are players, it stays.",
            "pit.example.org",
        ),
        Key("address", rules.ADDRESS, "Where players write to.", "grubenpost@example.org"),
        Key(
            "host",
            rules.MAYBE_ADDRESS,
            "Your own address, to be told when something needs you. Leave it out to be told nothing.",
            "host@example.org",
            "",
        ),
        Key(
            "language",
            rules.LANGUAGE,
            f"What is spoken to people who have not said what they speak: {', '.join(LANGUAGES)}.",
            "de",
            "en",
        ),
        Key(
            "data",
            rules.PATH,
            "The folder for the ledger, the server's key and the health file. A relative path begins at\n"
            "the folder of this file.",
            "/var/lib/grubenpost",
            "grubenpost-data",
        ),
        Key(
            "database",
            rules.URL,
            "Left out: the file ledger.sqlite in the data folder. For PostgreSQL leave the password out of\n"
            "the URL: it is taken from ~/.pgpass or PGPASSWORD.",
            "postgresql://grubenpost@/grubenpost",
            "",
        ),
        Key("key", rules.PATH, "The server's private key, in the data folder.", "server.key", "server.key"),
        Key("health", rules.PATH, "How the server is doing, as JSON.", "health.json", "health.json"),
        Key(
            "authserv",
            rules.AUTHSERV,
            "The authserv-id that your mail server writes into Authentication-Results, if it also removes\n"
            "forged ones. Then a dmarc=pass of a player's domain counts for questions. Left out: trust none.",
            "mx.example.org",
            "",
        ),
    ),
)

IMAP: Final = Section(
    "imap",
    "The account that mail comes to. Without [imap] and [smtp] the server is its own post office on this\n"
    "machine, to try things out.",
    (
        Key("host", rules.MACHINE, "Your provider's IMAP server.", "imap.example.org"),
        Key(
            "tls",
            rules.TLS,
            'How the connection is encrypted: "implicit" (port 993), "starttls" (port 143), or "none"\n'
            "(port 143), which is for this machine only.",
            "implicit",
            "implicit",
        ),
        Key("port", rules.PORT, "The port, if it is not the usual one.", 993, None),
        Key("user", rules.USER, "The login, often the whole address.", "grubenpost@example.org"),
        *_passwords("imap", "GRUBENPOST_IMAP_PASSWORD"),
        Key("folder", rules.FOLDER, "The folder that is read.", "INBOX", "INBOX"),
        Key(
            "done_folder",
            rules.MAYBE_FOLDER,
            "Mail that was dealt with is moved to this folder, made if need be, as soon as a backup holds\n"
            "what came of it. Left out: it stays where it is.",
            "Grubenpost-done",
            "",
        ),
        Key(
            "delete_days",
            rules.NumberRule(0, 3650),
            "Mail that was dealt with, and that a backup holds, is deleted after so many days; 0 for never.\n"
            "What is deleted can't be read again after a loss: a restore begins at a backup from then on.",
            90,
            0,
        ),
        Key("ca", rules.PATH, "Certificates to trust instead of the system's.", "ca.pem", None),
    ),
)

SMTP: Final = Section(
    "smtp",
    "The account that mail goes out through.",
    (
        Key("host", rules.MACHINE, "Your provider's SMTP server.", "smtp.example.org"),
        Key(
            "tls",
            rules.TLS,
            'As above: "implicit" (port 465), "starttls" (port 587), or "none" on this machine (port 25).',
            "implicit",
            "implicit",
        ),
        Key("port", rules.PORT, "The port, if it is not the usual one.", 465, None),
        Key(
            "user",
            rules.MAYBE_USER,
            "Left out: user and password of [imap]. An empty text: no login, as mail servers on the same\n"
            "machine often want it.",
            "grubenpost@example.org",
            None,
        ),
        *_passwords("smtp", "GRUBENPOST_SMTP_PASSWORD"),
        Key(
            "bounces",
            rules.MAYBE_ADDRESS,
            "What can't be delivered comes back to this address, with a +token in its name, so it has to\n"
            "reach the account above. Left out: the server's own address, as grubenpost+token@example.org.",
            "bounce@example.org",
            "",
        ),
        Key("ca", rules.PATH, "Certificates to trust instead of the system's.", "ca.pem", None),
    ),
)

LIMITS: Final = Section(
    "limits",
    "How much the server does at most, so that nobody can turn it against others.",
    (
        Key(
            "answers",
            rules.NumberRule(0, 10_000),
            "Answers to mail that nothing authenticates: so many in a window, and one a day an address.",
            30,
            30,
        ),
        Key("answer_minutes", rules.NumberRule(1, 1440), "How long that window is.", 15, 15),
        Key(
            "mails_per_minute",
            rules.NumberRule(1, 100_000),
            "Mails sent a minute in all; your provider may allow fewer.",
            600,
            600,
        ),
        Key(
            "mails_per_hour",
            rules.NumberRule(0, 100_000),
            "Mails sent an hour in all; 0 for no limit. See the guide for what common providers allow.",
            100,
            0,
        ),
        Key(
            "mails_per_day",
            rules.NumberRule(0, 90_000),
            "Mails sent a day in all; 0 for no limit. Turn mails go first, then answers, then the rest.",
            500,
            0,
        ),
        Key(
            "mails_per_recipient",
            rules.NumberRule(1, 100_000),
            "Mails a minute to one recipient.",
            60,
            60,
        ),
        Key(
            "mails_per_player",
            rules.NumberRule(1, 1_000_000),
            "Mails of one player that are dealt with in an hour; more are dealt with in the hours after.",
            60,
            60,
        ),
        Key(
            "keep_days",
            rules.NumberRule(1, 3650),
            "Days for which the text of a mail is kept after it came or went. Then only its hash is, so\n"
            "that no mail counts twice. The games' logs are kept for ever.",
            30,
            30,
        ),
    ),
)

GAMES: Final = Section(
    "games",
    "Time in games.",
    (
        Key(
            "pace",
            rules.PACE,
            "The clock of a game whose opener names none: daily, brisk, relaxed, weekend, none, or one in\n"
            "full. Games that are open or under way keep theirs.",
            "relaxed",
            "none",
        ),
        Key(
            "away_days",
            rules.NumberRule(0, 366),
            "On so many days of a year a player may announce to be away; clocks stand still then.",
            30,
            30,
        ),
        Key(
            "away_notice",
            rules.NumberRule(0, 60),
            "So many days before the first of them it has to be announced; 0 for at once.",
            2,
            0,
        ),
    ),
)

WORKERS: Final = Section(
    "workers",
    "How many work at once in one process. More processes help too, if the ledger is PostgreSQL.",
    (
        Key("clerks", rules.NumberRule(1, 64), "Clerks deal with the mail that came.", 1, 1),
        Key("senders", rules.NumberRule(1, 64), "Senders hold connections to the SMTP server.", 4, 4),
    ),
)

OFFICE: Final = Section(
    "office",
    "The post office on this machine, instead of [imap] and [smtp].",
    (
        Key("imap_port", rules.ANY_PORT, "Where mail programs fetch mail.", 1143, 1143),
        Key("smtp_port", rules.ANY_PORT, "Where they send it.", 1587, 1587),
    ),
)

MONITOR: Final = Section(
    "monitor",
    "For programs that watch the server, such as Prometheus.",
    (
        Key(
            "port",
            rules.ANY_PORT,
            "The port of this machine on which /health and /metrics are answered; 0 for none. Nobody on\n"
            "another machine can ask.",
            9155,
            0,
        ),
    ),
)

SECTIONS: Final = {
    section.name: section for section in (SERVER, IMAP, SMTP, LIMITS, GAMES, WORKERS, OFFICE, MONITOR)
}
LOGIN_FILE: Final = "login_file"
PASSWORDS: Final = (
    "password_file",
    "password_env",
    "password_keyring",
    "password_command",
    LOGIN_FILE,
    "password_in_clear",
)
"""The last one is not what anybody is advised to take."""

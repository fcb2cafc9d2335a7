"""Every key of the configuration: its rule, what stands there when the host says nothing, and its comment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.tongue import LANGUAGES
from server.config import rules
from server.config.rules import Rule


@dataclass(frozen=True)
class Setting:
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
    keys: tuple[Setting, ...]

    @property
    def names(self) -> list[str]:
        return [key.name for key in self.keys]


def _passwords(name: str, example: str) -> tuple[Setting, ...]:
    """The places of a password or an access token, of which an account has one."""
    return (
        Setting(
            "password_file",
            rules.PATH,
            "The password's place: a file that only its owner can read (chmod 600), with one line …",
            f"{name}.password",
            None,
        ),
        Setting("password_env", rules.VARIABLE, "… or an environment variable …", example, None),
        Setting(
            "password_keyring",
            rules.SERVICE,
            "… or the system's keyring, under this name and the user's …",
            "grubenpost",
            None,
        ),
        Setting(
            "password_command",
            rules.COMMAND,
            "… or a command, run by the shell before each login, whose first line is the password …",
            f"pass show {name}",
            None,
        ),
        Setting(
            "login_file",
            rules.PATH,
            "… or a file in the data folder that `grubenpost-server login` writes, for providers that want\n"
            "access tokens (OAuth 2) …",
            "mail.login",
            None,
        ),
        Setting(
            "password_in_clear",
            rules.PASSWORD,
            "… or, if you insist, here; then only its owner may read this file too (chmod 600).",
            "",
            None,
        ),
        Setting(
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
        Setting(
            "name",
            rules.SERVER_NAME,
            "The server's name in letters, signatures and Message-IDs, best a host name of yours.\n"
            "Letters are sealed for this name: once there are players, it stays.",
            "pit.example.org",
        ),
        Setting("address", rules.ADDRESS, "Where players write to.", "grubenpost@example.org"),
        Setting(
            "host",
            rules.MAYBE_ADDRESS,
            "Your own address, to be told when something needs you. Leave it out to be told nothing.",
            "host@example.org",
            "",
        ),
        Setting(
            "language",
            rules.LANGUAGE,
            f"What is spoken to people who have not said what they speak: {', '.join(LANGUAGES)}.",
            "de",
            "en",
        ),
        Setting(
            "data",
            rules.PATH,
            "The folder for the ledger, the server's key and the health file. A relative path begins at\n"
            "the folder of this file.",
            "/var/lib/grubenpost",
            "grubenpost-data",
        ),
        Setting(
            "database",
            rules.URL,
            "Left out: the file ledger.sqlite in the data folder. For PostgreSQL leave the password out of\n"
            "the URL: it is taken from ~/.pgpass or PGPASSWORD.",
            "postgresql://grubenpost@/grubenpost",
            "",
        ),
        Setting(
            "key", rules.PATH, "The server's private key, in the data folder.", "server.key", "server.key"
        ),
        Setting("health", rules.PATH, "How the server is doing, as JSON.", "health.json", "health.json"),
        Setting(
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
        Setting("host", rules.MACHINE, "Your provider's IMAP server.", "imap.example.org"),
        Setting(
            "tls",
            rules.TLS,
            'How the connection is encrypted: "implicit" (port 993), "starttls" (port 143), or "none"\n'
            "(port 143), which is for this machine only.",
            "implicit",
            "implicit",
        ),
        Setting("port", rules.PORT, "The port, if it is not the usual one.", 993, None),
        Setting("user", rules.USER, "The login, often the whole address.", "grubenpost@example.org"),
        *_passwords("imap", "GRUBENPOST_IMAP_PASSWORD"),
        Setting("folder", rules.FOLDER, "The folder that is read.", "INBOX", "INBOX"),
        Setting(
            "done_folder",
            rules.MAYBE_FOLDER,
            "Mail that was dealt with is moved to this folder, made if need be, as soon as a backup holds\n"
            "what came of it. Left out: it stays where it is.",
            "Grubenpost-done",
            "",
        ),
        Setting(
            "delete_days",
            rules.NumberRule(0, 3650),
            "Mail that was dealt with, and that a backup holds, is deleted after so many days; 0 for never.\n"
            "What is deleted can't be read again after a loss: a restore begins at a backup from then on.",
            90,
            0,
        ),
        Setting("ca", rules.PATH, "Certificates to trust instead of the system's.", "ca.pem", None),
    ),
)

SMTP: Final = Section(
    "smtp",
    "The account that mail goes out through.",
    (
        Setting("host", rules.MACHINE, "Your provider's SMTP server.", "smtp.example.org"),
        Setting(
            "tls",
            rules.TLS,
            'As above: "implicit" (port 465), "starttls" (port 587), or "none" on this machine (port 25).',
            "implicit",
            "implicit",
        ),
        Setting("port", rules.PORT, "The port, if it is not the usual one.", 465, None),
        Setting(
            "user",
            rules.MAYBE_USER,
            "Left out: user and password of [imap]. An empty text: no login, as mail servers on the same\n"
            "machine often want it.",
            "grubenpost@example.org",
            None,
        ),
        *_passwords("smtp", "GRUBENPOST_SMTP_PASSWORD"),
        Setting(
            "bounces",
            rules.MAYBE_ADDRESS,
            "What can't be delivered comes back to this address, with a +token in its name, so it has to\n"
            "reach the account above. Left out: the server's own address, as grubenpost+token@example.org.",
            "bounce@example.org",
            "",
        ),
        Setting("ca", rules.PATH, "Certificates to trust instead of the system's.", "ca.pem", None),
    ),
)

LIMITS: Final = Section(
    "limits",
    "How much the server does at most, so that nobody can turn it against others.",
    (
        Setting(
            "answers",
            rules.NumberRule(0, 10_000),
            "Answers to mail that nothing authenticates: so many in a window, and one a day an address.",
            30,
            30,
        ),
        Setting("answer_minutes", rules.NumberRule(1, 1440), "How long that window is.", 15, 15),
        Setting(
            "mails_per_minute",
            rules.NumberRule(1, 100_000),
            "Mails sent a minute in all; your provider may allow fewer.",
            600,
            600,
        ),
        Setting(
            "mails_per_hour",
            rules.NumberRule(0, 100_000),
            "Mails sent an hour in all; 0 for no limit. See the guide for what common providers allow.",
            100,
            0,
        ),
        Setting(
            "mails_per_day",
            rules.NumberRule(0, 90_000),
            "Mails sent a day in all; 0 for no limit. Turn mails go first, then answers, then the rest.",
            500,
            0,
        ),
        Setting(
            "mails_per_recipient",
            rules.NumberRule(1, 100_000),
            "Mails a minute to one recipient.",
            60,
            60,
        ),
        Setting(
            "mails_per_player",
            rules.NumberRule(1, 1_000_000),
            "Mails of one player that are dealt with in an hour; more are dealt with in the hours after.",
            60,
            60,
        ),
        Setting(
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
        Setting(
            "pace",
            rules.PACE,
            "The clock of a game whose opener names none: daily, brisk, relaxed, weekend, none, or one in\n"
            "full. Games that are open or under way keep theirs.",
            "relaxed",
            "none",
        ),
        Setting(
            "away_days",
            rules.NumberRule(0, 366),
            "On so many days of a year a player may announce to be away; clocks stand still then.",
            30,
            30,
        ),
        Setting(
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
        Setting("clerks", rules.NumberRule(1, 64), "Clerks deal with the mail that came.", 1, 1),
        Setting("senders", rules.NumberRule(1, 64), "Senders hold connections to the SMTP server.", 4, 4),
    ),
)

OFFICE: Final = Section(
    "office",
    "The post office on this machine, instead of [imap] and [smtp].",
    (
        Setting("imap_port", rules.ANY_PORT, "Where mail programs fetch mail.", 1143, 1143),
        Setting("smtp_port", rules.ANY_PORT, "Where they send it.", 1587, 1587),
    ),
)

MONITOR: Final = Section(
    "monitor",
    "For programs that watch the server, such as Prometheus.",
    (
        Setting(
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

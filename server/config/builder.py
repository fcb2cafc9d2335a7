"""From checked values to the configuration: paths made whole, accounts put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from engine.mail.hosts import is_this_machine
from server.config.errors import BadConfig, bad_value
from server.config.model import USUAL_PORTS, Account, Config, GameLimits, Limits, Office
from server.config.passwords import Password
from server.config.table import GAMES, LIMITS, LOGIN_FILE, MONITOR, OFFICE, PASSWORDS, WORKERS, Section

Values = dict[str, Any]

LEDGER: Final = "ledger.sqlite"
ACCOUNTS: Final = "accounts.toml"
SQLITE: Final = "sqlite:///"


def defaults(section: Section) -> Values:
    """The values of a section when the host says nothing."""
    return {key.name: key.default for key in section.keys if not key.required}


def build(file: Path, values: dict[str, Values]) -> Config:
    """The configuration of these values, read from this file."""
    _check_sections(file, values)
    data = file.parent.absolute() / Path(values["server"]["data"]).expanduser()
    imap = _account(file, data, "imap", values["imap"], None) if "imap" in values else None
    smtp = _account(file, data, "smtp", values["smtp"], imap) if "smtp" in values else None
    if smtp is not None and not smtp.bounces:
        smtp = replace(smtp, bounces=values["server"]["address"])
    return assemble(file, data, values, imap, smtp)


def assemble(
    file: Path | None,
    data: Path,
    values: dict[str, Values],
    imap: Account | None = None,
    smtp: Account | None = None,
) -> Config:
    """The configuration, with everything that lies in the data folder in its place."""
    server = values["server"]
    office = values.get("office", defaults(OFFICE))
    return Config(
        file=file,
        name=server["name"],
        address=server["address"],
        host=server["host"],
        language=server["language"],
        authserv=server["authserv"],
        data=data,
        database=_database(server["database"], data),
        key_file=data / Path(server["key"]).expanduser(),
        health_file=data / Path(server["health"]).expanduser(),
        imap=imap,
        smtp=smtp,
        office=Office(accounts=data / ACCOUNTS, **office) if imap is None else None,
        limits=Limits(**values.get("limits", defaults(LIMITS))),
        games=GameLimits(**values.get("games", defaults(GAMES))),
        monitor_port=values.get("monitor", defaults(MONITOR))["port"],
        in_clear=_in_clear(values),
        **values.get("workers", defaults(WORKERS)),
    )


def _check_sections(file: Path, values: dict[str, Values]) -> None:
    if "server" not in values:
        raise BadConfig("config/missing", "{file}: there is no section [server]", file=file)
    for one, other in (("imap", "smtp"), ("smtp", "imap")):
        if one in values and other not in values:
            raise BadConfig(
                "config/half",
                "{file}: there is [{one}] but no [{other}]: mail has to come and to go",
                file=file,
                one=one,
                other=other,
            )
    if "office" in values and "imap" in values:
        raise BadConfig(
            "config/both",
            "{file}: there are accounts ([imap], [smtp]) and a post office of our own ([office]): keep one",
            file=file,
        )


def _database(url: str, data: Path) -> str:
    """The ledger's URL. An SQLite file with a relative path lies in the data folder."""
    if not url:
        return f"{SQLITE}{data / LEDGER}"
    if url.startswith(SQLITE) and not url.startswith(f"{SQLITE}/"):
        return f"{SQLITE}{data / url.removeprefix(SQLITE)}"
    return url


def _in_clear(values: dict[str, Values]) -> bool:
    """Whether a password stands among the values."""
    if any(values.get(name, {}).get("password_in_clear") for name in ("imap", "smtp")):
        return True
    try:
        return urlsplit(values["server"]["database"]).password is not None
    except ValueError:
        return True  # what can't be read may hold one


def _account(file: Path, data: Path, kind: str, values: Values, imap: Account | None) -> Account:
    tls, host = values["tls"], values["host"]
    if tls == "none" and not is_this_machine(host):
        form = '"implicit" or "starttls": without them everybody on the way could read the password'
        raise bad_value(file, kind, "tls", '"none"', form)
    user, password = _login(file, data, kind, values, imap)
    as_imap = imap is not None and password == imap.password and values["auth"] is None
    return Account(
        kind=kind,
        host=host,
        port=values["port"] or USUAL_PORTS[kind][tls],
        tls=tls,
        user=user,
        password=password,
        folder=values.get("folder", "INBOX"),
        done_folder=values.get("done_folder", ""),
        delete_days=values.get("delete_days", 0),
        ca=_beside(file, values["ca"]) if values["ca"] else None,
        xoauth2=imap.xoauth2 if as_imap and imap else _shows_token(file, kind, values, password),
        bounces=values.get("bounces", ""),
    )


def _shows_token(file: Path, kind: str, values: Values, password: Password | None) -> bool:
    """Whether an access token is what the account is opened with."""
    told, kept = values["auth"], password is not None and password.kind == LOGIN_FILE
    if kept and told == "password":
        raise bad_value(file, kind, "auth", '"password"', '"xoauth2" or left out: login_file is for tokens')
    return kept or told == "xoauth2"


def _login(
    file: Path, data: Path, kind: str, values: Values, imap: Account | None
) -> tuple[str, Password | None]:
    """User and password; of [smtp], what is left out is as in [imap]."""
    user = values["user"]
    named = [key for key in PASSWORDS if values[key] is not None]
    if len(named) > 1:
        raise BadConfig(
            "config/passwords",
            "{file}: [{kind}] has {named}: keep one of them",
            file=file,
            kind=kind,
            named=" and ".join(named),
        )
    if user == "":
        return "", None
    if imap is not None:
        user = user or imap.user
        if not named and user == imap.user:
            return user, imap.password
    place = named[0] if named else "password_env"
    where = values[place] if named else f"GRUBENPOST_{kind.upper()}_PASSWORD"
    if place == "password_file":
        where = str(_beside(file, where))
    elif place == LOGIN_FILE:  # which is written anew again and again, as data is
        where = str(data / Path(where).expanduser())
    return user, Password(place, where, user, kind, str(file))


def _beside(file: Path, path: str) -> Path:
    """A path in the configuration begins at its folder."""
    return file.parent.absolute() / Path(path).expanduser()

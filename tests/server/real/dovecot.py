"""Dovecot, a real IMAP server, as a child process without root's rights.

Every name is an account, with the same password for all: a test takes a new name and finds an empty
mailbox. When a mail came is always read off its file, so a test can say when that was.
"""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import smtplib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.components import as_user, lacking, running, unprivileged
from tests.server.real.authority import Authority
from tests.server.real.ports import HOST, free_ports, wait_for

PASSWORD = "glueckauf"
PROGRAM = "/usr/sbin/dovecot"

SETTINGS = """\
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/dovecot.log
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_uid = {user}
mail_gid = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%n
mail_fsync = never
mail_never_cache_fields = imap.envelope date.received
recipient_delimiter = +
protocols = imap lmtp
mail_plugins = quota
protocol imap {{
  mail_plugins = quota imap_quota
}}
plugin {{
  quota = maildir:User quota
  quota_rule = *:storage=1000M
}}
mailbox_idle_check_interval = 1 secs
mail_max_userip_connections = 100
{passdb}
userdb {{
  driver = static
  args = allow_all_users=yes home={folder}/mail/%n
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  service_count = 0
  process_min_avail = 1
  inet_listener imap {{
    address = {host}
    port = {imap_port}
  }}
  inet_listener imaps {{
    address = {host}
    port = {imaps_port}
    ssl = yes
  }}
}}
service lmtp {{
  chroot =
  user = {user}
  inet_listener lmtp {{
    address = {host}
    port = {lmtp_port}
  }}
}}
service auth {{
  chroot =
  user = {user}
  inet_listener {{
    address = {host}
    port = {auth_port}
  }}
}}
service auth-worker {{
  user = {user}
}}
service stats {{
  chroot =
}}
service indexer-worker {{
  user = {user}
}}
"""

WITH_PASSWORDS = f"""\
passdb {{
  driver = static
  args = password={PASSWORD}
}}
"""
WITH_TOKENS = """\
auth_mechanisms = xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {folder}/oauth2.conf
}}
"""
OAUTH = """\
introspection_mode = post
introspection_url = {url}/introspect
username_attribute = username
active_attribute = active
active_value = true
"""


_FULL = "full.example.org,S=1048575990"


class Dovecot:
    """A running server. `imap_port` is plain or STARTTLS, `imaps_port` is TLS from the first byte."""

    def __init__(self, folder: Path, user: pwd.struct_passwd, provider_url: str = "") -> None:
        self.folder = folder
        self.provider_url = provider_url
        self.user = user
        self.imap_port, self.imaps_port, self.lmtp_port, self.auth_port = free_ports(4)

    def settings(self) -> str:
        return SETTINGS.format(
            folder=self.folder,
            user=self.user.pw_name,
            group=grp.getgrgid(self.user.pw_gid).gr_name,
            passdb=WITH_TOKENS.format(folder=self.folder) if self.provider_url else WITH_PASSWORDS,
            host=HOST,
            imap_port=self.imap_port,
            imaps_port=self.imaps_port,
            lmtp_port=self.lmtp_port,
            auth_port=self.auth_port,
        )

    def maildir(self, name: str) -> Path:
        """Where the mails of an account lie as files."""
        return self.folder / "mail" / name

    def deliver(self, name: str, *raws: bytes) -> None:
        """Put mails into a mailbox as a mail server does, by LMTP and all over one connection."""
        with smtplib.LMTP(HOST, self.lmtp_port) as lmtp:
            for raw in raws:
                lmtp.sendmail("sender@example.org", [f"{name}@pit.example.org"], raw)

    def fill(self, name: str) -> None:
        """Use up an account's quota: of a mail in another folder its name alone tells the size."""
        folder = self.maildir(name) / ".Old"
        for part in ("cur", "new", "tmp"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "cur" / f"1.{_FULL}:2,S").write_bytes(b"\r\n")
        (folder / "maildirfolder").touch()
        if os.geteuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, self.user.pw_uid, self.user.pw_gid)
        self._count_anew(name)

    def empty(self, name: str) -> None:
        """There is room again."""
        next((self.maildir(name) / ".Old/cur").glob(f"1.{_FULL}*")).unlink()
        self._count_anew(name)

    def _count_anew(self, name: str) -> None:
        (self.maildir(name) / "maildirsize").unlink(missing_ok=True)

    def forget_uids(self, name: str) -> None:
        """Lose the list of UIDs, as a restored backup does: the next reader finds a new UIDVALIDITY.

        The last UIDVALIDITY stays known: else it would be the present second, which may be the old one.
        """
        for path in self.maildir(name).glob("dovecot*"):
            if not path.name.startswith("dovecot-uidvalidity"):
                path.unlink()


@contextmanager
def running_dovecot(authority: Authority, provider_url: str = "") -> Iterator[Dovecot]:
    """A server that lives as long as the block. With a provider of tokens it takes these and no password."""
    if not Path(PROGRAM).exists():
        lacking("Dovecot is not installed")
    user = unprivileged("dovecot")
    folder = Path(tempfile.mkdtemp(prefix="grubenpost-dc-"))  # short: a socket's path has 107 bytes at most
    try:
        folder.chmod(0o755)
        dovecot = Dovecot(folder, user, provider_url)
        (folder / "oauth2.conf").write_text(OAUTH.format(url=provider_url), "utf-8")
        (folder / "dovecot.conf").write_text(dovecot.settings(), "utf-8")
        for name, source in (("cert.pem", authority.cert_file), ("key.pem", authority.key_file)):
            shutil.copy(source, folder / name)
        for path in (folder, *folder.iterdir()):
            if os.geteuid() == 0:
                os.chown(path, user.pw_uid, user.pw_gid)
        with running(as_user(user, [PROGRAM, "-F", "-c", folder / "dovecot.conf"]), folder) as server:
            _await(dovecot, server)
            yield dovecot
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _await(dovecot: Dovecot, server: subprocess.Popen[bytes]) -> None:
    try:
        for port in (dovecot.imap_port, dovecot.lmtp_port):
            wait_for(port, lambda: server.poll() is None)
    except OSError:
        logs = [dovecot.folder / "log", dovecot.folder / "dovecot.log"]
        told = "\n".join(log.read_text("utf-8", "replace") for log in logs if log.exists())
        raise RuntimeError(f"Dovecot did not start:\n{told}") from None

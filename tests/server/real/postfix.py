"""Postfix, a real SMTP server, with its own settings, queue and data: it hands mails to Dovecot by LMTP.

It takes every recipient at pit.example.org, `bounce+token` included, but for those whose name begins with
`unknown`; the policy refuses more of them when a test says so. Mail to names that begin with `gone` or
`full` is taken, and then comes back. Whoever sends logs in as at Dovecot.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.components import lacking, running
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.policy import Policy
from tests.server.real.ports import HOST, free_ports, wait_for

DOMAIN = "pit.example.org"
MASTER = "/usr/lib/postfix/sbin/master"
GUARD = """
"$1" -c "$2" -d &
trap 'kill $!' TERM INT
wait $!
wait $!
"""
"""Ends with us, should we be killed, and takes Postfix along, which by itself would live on."""
QUEUES = """
active bounce corrupt defer deferred flush hold incoming maildrop private public saved trace pid
""".split()

SETTINGS = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
myhostname = mx.{domain}
mydestination =
mynetworks =
inet_interfaces = {host}
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
recipient_delimiter = +
virtual_mailbox_domains = {domain}
virtual_mailbox_maps = regexp:{folder}/recipients
virtual_alias_maps = inline:{{ {{ bounce@{domain} = post@{domain} }} }} regexp:{folder}/aliases
transport_maps = inline:{{
  {{ gone.invalid = error:5.1.1 user unknown here }}
  {{ full.invalid = error:5.2.2 the mailbox is full }} }}
virtual_transport = lmtp:inet:{host}:{lmtp_port}
default_transport = error:5.7.1 nothing leaves this machine
local_transport = error:5.1.1 nobody lives here
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:{host}:{auth_port}
smtpd_tls_cert_file = {folder}/cert.pem
smtpd_tls_key_file = {folder}/key.pem
smtpd_tls_security_level = may
smtpd_relay_restrictions = permit_sasl_authenticated reject
smtpd_recipient_restrictions = reject_unauth_destination check_policy_service inet:{host}:{policy_port}
smtpd_forbid_bare_newline = yes
smtpd_error_sleep_time = 0
smtpd_client_connection_count_limit = 0
smtpd_delay_reject = yes
message_size_limit = 100000000
virtual_mailbox_limit = 0
mailbox_size_limit = 0
in_flow_delay = 0
minimal_backoff_time = 2s
maximal_backoff_time = 2s
queue_run_delay = 2s
{more}
"""

SERVICES = """\
{host}:{smtp_port} inet n - n - - smtpd
{host}:{smtps_port} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A running server. `smtp_port` is plain or STARTTLS, `smtps_port` is TLS from the first byte."""

    def __init__(self, folder: Path, policy: Policy) -> None:
        self.folder = folder
        self.policy = policy
        self.smtp_port, self.smtps_port = free_ports(2)

    def write_settings(self, dovecot: Dovecot, more: str = "") -> None:
        (self.folder / "recipients").write_text(f"!/^unknown/ {DOMAIN}/\n", "utf-8")
        (self.folder / "aliases").write_text("/^(gone|full).*@/ nobody@${1}.invalid\n", "utf-8")
        (self.folder / "main.cf").write_text(
            SETTINGS.format(
                folder=self.folder,
                domain=DOMAIN,
                host=HOST,
                lmtp_port=dovecot.lmtp_port,
                auth_port=dovecot.auth_port,
                policy_port=self.policy.port,
                more=more,
            ),
            "utf-8",
        )
        (self.folder / "master.cf").write_text(
            SERVICES.format(host=HOST, smtp_port=self.smtp_port, smtps_port=self.smtps_port), "utf-8"
        )

    def log(self) -> str:
        file = self.folder / "postfix.log"
        return file.read_text("utf-8", "replace") if file.exists() else ""


@contextmanager
def running_postfix(dovecot: Dovecot, authority: Authority) -> Iterator[Postfix]:
    """A server that lives as long as the block."""
    if not Path(MASTER).exists():
        lacking("Postfix is not installed")
    if os.geteuid() != 0:
        lacking("Postfix is started by root only")
    folder = Path(tempfile.mkdtemp(prefix="grubenpost-px-"))
    policy = Policy()
    try:
        postfix = Postfix(folder, policy)
        postfix.write_settings(dovecot)
        shutil.copy(authority.cert_file, folder / "cert.pem")
        shutil.copy(authority.key_file, folder / "key.pem")
        _make_folders(folder)
        command = ["setpriv", "--pdeathsig=TERM", "sh", "-c", GUARD, "guard", MASTER, str(folder)]
        with running(command, folder) as server:
            _await(postfix, server)
            yield postfix
    finally:
        policy.close()
        shutil.rmtree(folder, ignore_errors=True)


def _make_folders(folder: Path) -> None:
    """Postfix's own programs run as its user and don't make these themselves."""
    owner = pwd.getpwnam("postfix")
    folder.chmod(0o755)
    (folder / "queue").mkdir()
    (folder / "data").mkdir()
    os.chown(folder / "data", owner.pw_uid, owner.pw_gid)
    for name in QUEUES:
        queue = folder / "queue" / name
        queue.mkdir(0o700)
        if name != "pid":
            os.chown(queue, owner.pw_uid, owner.pw_gid)
    (folder / "queue" / "public").chmod(0o755)


def _await(postfix: Postfix, server: subprocess.Popen[bytes]) -> None:
    try:
        wait_for(postfix.smtp_port, lambda: server.poll() is None)
    except OSError:
        told = (postfix.folder / "log").read_text("utf-8", "replace")
        raise RuntimeError(f"Postfix did not start:\n{told}\n{postfix.log()}") from None

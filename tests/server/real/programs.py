"""Real mail programs, as people use them: they send through Postfix, and mutt also reads at Dovecot."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from pathlib import Path

from tests.server.components import lacking
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix


def find(program: str) -> str:
    return shutil.which(program) or lacking(f"{program} is not installed")


def send_with_swaks(postfix: Postfix, sender: str, to: str, data: bytes) -> None:
    """Send these bytes."""
    command = [
        *(find("swaks"), "--silent", "2", "--server", HOST, "--port", str(postfix.smtp_port)),
        *("--auth", "PLAIN", "--auth-user", f"{sender}@{DOMAIN}", "--auth-password", PASSWORD),
        *("--from", f"{sender}@{DOMAIN}", "--to", f"{to}@{DOMAIN}", "--data", "-"),
    ]
    _run(command, data)


def send_with_snail(
    postfix: Postfix, folder: Path, sender: str, to: str, subject: str, text: str, *files: Path
) -> None:
    """Write a mail with s-nail."""
    url = f"smtp://{sender}%40{DOMAIN}:{PASSWORD}@{HOST}:{postfix.smtp_port}"
    settings = {
        "v15-compat": None,
        "mta": url,
        "smtp-auth": "plain",
        "smtp-config": "-starttls,plain",
        "from": f"{sender}@{DOMAIN}",
        "ttycharset": "utf-8",
        "sendwait": None,
    }
    words = [f"-S{name}" if value is None else f"-S{name}={value}" for name, value in settings.items()]
    attached = [word for file in files for word in ("-a", str(file))]
    command = [find("s-nail"), "-:/", *words, "-s", subject, *attached, f"{to}@{DOMAIN}"]
    _run(command, text.encode(), HOME=str(folder))


def send_with_mutt(
    postfix: Postfix, folder: Path, sender: str, to: str, subject: str, text: str, *files: Path
) -> None:
    """Write a mail with mutt."""
    settings = folder / "muttrc"
    settings.write_text(
        f'set smtp_url="smtp://{sender}@{DOMAIN}@{HOST}:{postfix.smtp_port}/"\n'
        f'set smtp_pass="{PASSWORD}"\nset smtp_authenticators="plain"\n'
        "set ssl_starttls=no\nset ssl_force_tls=no\n"
        f'set from="{sender}@{DOMAIN}"\nset copy=no\nset charset="utf-8"\n',
        "utf-8",
    )
    attached = [word for file in files for word in ("-a", str(file))]
    command = [find("mutt"), "-n", "-F", str(settings), "-s", subject, *attached, "--", f"{to}@{DOMAIN}"]
    _run(command, text.encode(), HOME=str(folder), LANG="C.UTF-8")


def read_with_mutt(dovecot: Dovecot, folder: Path, name: str, mails: int) -> None:
    """Open the mailbox in mutt and read so many mails, one after the other."""
    (folder / "Mail").mkdir(exist_ok=True)  # else mutt asks whether to make it
    settings = folder / "muttrc-read"
    keys = "<first-entry>" + "<display-message><exit><next-undeleted>" * mails + "<sync-mailbox><quit>"
    settings.write_text(
        f'set imap_user="{name}@{DOMAIN}"\nset imap_pass="{PASSWORD}"\nset imap_authenticators="plain"\n'
        f'set ssl_starttls=no\nset ssl_force_tls=no\nset quit=yes\nset wait_key=no\npush "{keys}"\n',
        "utf-8",
    )
    command = [find("mutt"), "-n", "-F", str(settings), "-f", f"imap://{HOST}:{dovecot.imap_port}/INBOX"]
    _run_in_terminal(command, {"HOME": str(folder), "TERM": "vt100", "LANG": "C.UTF-8"})


def _run(command: list[str], given: bytes, **environment: str) -> None:
    done = subprocess.run(
        command, input=given, env=os.environ | environment, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")


def _run_in_terminal(command: list[str], environment: dict[str, str], seconds: float = 30) -> None:
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            command, env=os.environ | environment, stdin=theirs, stdout=theirs, stderr=theirs
        )
        shown = b""
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                shown += os.read(ours, 65536)
        if process.poll() is None:
            process.kill()
        assert process.wait() == 0, shown.decode("utf-8", "replace")
    finally:
        os.close(ours)
        os.close(theirs)

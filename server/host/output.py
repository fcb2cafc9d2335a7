"""The one door to the host's terminal: what goes through it is made harmless first.

Errors, mails that were set aside and the words of mail servers hold what strangers wrote, and a terminal
obeys some of that. So no command writes to it in another way; a test reads the code for that.
"""

from __future__ import annotations

import json
import sys

from engine.harmless import harmless


def put(text: object, *, error: bool = False) -> None:
    """Show a text, on standard output or on standard error."""
    print(harmless(str(text)), file=sys.stderr if error else sys.stdout, flush=True)


def put_json(facts: object) -> None:
    """Show facts to a program, which gets them as they were; whatever is not plain ASCII is escaped."""
    put(json.dumps(facts))

"""How workers share the work with nothing between them but the ledger.

A worker claims rows for some time (the *lease*) and commits, does the work, and settles each row in a later
transaction. The rows of a worker that died are free again when the lease is over. Every worker has a name
of its own, on all machines.

All functions belong inside `Ledger.writing()`.
"""

from __future__ import annotations

from server.ledger.queues.inbox import (
    FLOOD,
    claim_inbox,
    put_back_inbox,
    return_inbox,
    settle_inbox_aside,
    settle_inbox_done,
    settle_inbox_oversize,
    settle_inbox_retry,
)
from server.ledger.queues.log import (
    append_keyletter,
    burn_letters,
    forget_burnt,
    is_taken,
    lock_game,
    lock_imports,
    lock_keylog,
    take_letter,
)
from server.ledger.queues.mailbox import (
    Place,
    add_header,
    add_mail,
    add_stub,
    advance_mailbox,
    lease_mailbox,
    note_poll,
    release_mailbox,
    renew_mailbox,
    restart_mailbox,
)
from server.ledger.queues.outbox import (
    add_all_outgoing,
    add_outgoing,
    claim_outbox,
    put_back_outbox,
    settle_outbox_dead,
    settle_outbox_retry,
    settle_outbox_sent,
    settle_outbox_untried,
)
from server.ledger.queues.taking_over import free_what_waits_too_long, free_work_of, waits_too_long

__all__ = [
    "FLOOD",
    "Place",
    "add_all_outgoing",
    "add_header",
    "add_mail",
    "add_outgoing",
    "add_stub",
    "advance_mailbox",
    "append_keyletter",
    "burn_letters",
    "claim_inbox",
    "claim_outbox",
    "forget_burnt",
    "free_what_waits_too_long",
    "free_work_of",
    "is_taken",
    "lease_mailbox",
    "lock_game",
    "lock_imports",
    "lock_keylog",
    "note_poll",
    "put_back_inbox",
    "put_back_outbox",
    "release_mailbox",
    "renew_mailbox",
    "restart_mailbox",
    "return_inbox",
    "settle_inbox_aside",
    "settle_inbox_done",
    "settle_inbox_oversize",
    "settle_inbox_retry",
    "settle_outbox_dead",
    "settle_outbox_retry",
    "settle_outbox_sent",
    "settle_outbox_untried",
    "take_letter",
    "waits_too_long",
]

"""Queues of work that workers share with nothing between them but the ledger.

A worker claims rows for some time (the *lease*) and commits, does the work, and settles each row in a later
transaction. The rows of a worker that died are free again when the lease is over. Every worker has a name
of its own, on all machines.

All functions belong inside `Ledger.writing()`.
"""

from __future__ import annotations

from server.ledger.queues.catching_up import (
    CATCHING_UP,
    HELD,
    begin_catching_up,
    end_catching_up,
    go_on,
    is_holding,
    missing,
    note_missing,
)
from server.ledger.queues.inbox import (
    FLOOD,
    claim_inbox,
    put_back_inbox,
    put_off_inbox,
    return_inbox,
    settle_inbox_aside,
    settle_inbox_done,
    settle_inbox_oversize,
    settle_inbox_retry,
    sort_anew,
)
from server.ledger.queues.journal import (
    MARGIN,
    first_waiting,
    known_until,
    lock_journal,
    read_journal,
    settled_until,
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
    NO_CLOCK,
    Place,
    add_header,
    add_mail,
    add_stub,
    advance_mailbox,
    last_uid,
    lease_mailbox,
    note_poll,
    release_mailbox,
    renew_mailbox,
    restart_mailbox,
)
from server.ledger.queues.order import (
    EVERYTHING,
    MARKED,
    OVERTAKING,
    STRANGERS,
    Order,
    mark_unsorted,
    unsort_behind,
)
from server.ledger.queues.outages import note_gap, note_sending
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
from server.ledger.queues.taking_over import (
    free_all_work,
    free_what_waits_too_long,
    free_work_of,
    waits_too_long,
)

__all__ = [
    "CATCHING_UP",
    "EVERYTHING",
    "FLOOD",
    "HELD",
    "MARGIN",
    "MARKED",
    "NO_CLOCK",
    "OVERTAKING",
    "STRANGERS",
    "Order",
    "Place",
    "add_all_outgoing",
    "add_header",
    "add_mail",
    "add_outgoing",
    "add_stub",
    "advance_mailbox",
    "append_keyletter",
    "begin_catching_up",
    "burn_letters",
    "claim_inbox",
    "claim_outbox",
    "end_catching_up",
    "first_waiting",
    "forget_burnt",
    "free_all_work",
    "free_what_waits_too_long",
    "free_work_of",
    "go_on",
    "is_holding",
    "is_taken",
    "known_until",
    "last_uid",
    "lease_mailbox",
    "lock_game",
    "lock_imports",
    "lock_journal",
    "lock_keylog",
    "mark_unsorted",
    "missing",
    "note_gap",
    "note_missing",
    "note_poll",
    "note_sending",
    "put_back_inbox",
    "put_back_outbox",
    "put_off_inbox",
    "read_journal",
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
    "settled_until",
    "sort_anew",
    "take_letter",
    "unsort_behind",
    "waits_too_long",
]

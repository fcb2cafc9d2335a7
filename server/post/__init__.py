"""The post: how mail gets from a mailbox into the ledger, and from the ledger to its recipients.

`fetch.py` reads a mailbox, `send.py` empties the outbox, `office.py` is a post office of our own for a club
without mail accounts. Nothing in this room looks into a mail; clocks and accounts are handed in.
"""

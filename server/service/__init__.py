"""The running server: one that fetches, some that work at the desk, one that sends, and one that watches.

Each of these is a *part* with threads of its own; nothing is between them but the ledger and a bell that
saves waiting. Any of them may run in a process of its own.
"""

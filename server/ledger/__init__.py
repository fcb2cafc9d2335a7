"""The ledger: everything the server knows, in one database.

SQLite is the default; PostgreSQL takes its place by changing the URL. Only this room knows that there are
two, and only `migrations/` knows how a table came to be. The tables are in `models/`, the doors for
workers that share the work in `queues/`, the limits on what strangers get in `budgets.py`.
"""

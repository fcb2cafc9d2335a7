"""The beginning of Alembic: runs the migrations on the connection that `server.ledger.migrate` hands over.

That connection is in a transaction already, in both databases, so a migration happens wholly or not at all.
"""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()

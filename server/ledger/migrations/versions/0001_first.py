"""The first tables.

A migration is frozen: it stands by itself and never imports the models, which go on changing.
There is no way back: whoever needs one restores the backup that was made before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _make_people()
    _make_games()
    _make_mail()
    _make_budgets()
    for table in ("entry", "taken", "keyletter"):
        _make_append_only(table)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=null)


def _bytes(name: str, *, null: bool = False) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=null)


def _number(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=null)


def _large(name: str, *, null: bool = False) -> sa.Column[int]:
    """Times outgrow 31 bits in 2038, and UIDs of mails may have 32 already."""
    return sa.Column(name, sa.BigInteger(), nullable=null)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def _link(table: str, column: str, to: str, *, ondelete: str | None = None) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [to], name=op.f(f"fk_{table}_{column}"), ondelete=ondelete)


def _unique(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def _partial_index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    only = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=only, postgresql_where=only)


def _make_people() -> None:
    op.create_table(
        "player",
        _number("id"),
        _text("handle"),
        _text("folded"),
        _text("name"),
        _text("auth"),
        _text("language"),
        _text("zone"),
        _text("style"),
        _text("mails"),
        sa.Column("checkpoint", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Boolean(), nullable=False),
        _large("digest_at", null=True),
        _text("state"),
        _bytes("seed", null=True),
        _large("unreachable_since", null=True),
        _large("created_at"),
        _key("player", "id"),
        _unique("player", "handle"),
        _unique("player", "folded"),
        _check("player", "auth", "auth IN ('key', 'mailbox')"),
        _check("player", "style", "style IN ('html', 'text', 'ascii', 'spoken')"),
        _check("player", "mails", "mails IN ('every', 'mine', 'daily', 'none')"),
        _check("player", "state", "state IN ('active', 'forgotten', 'guest')"),
        _check("player", "seed", "seed IS NULL OR auth = 'mailbox'"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "address",
        _number("id"),
        _number("player_id"),
        _text("address"),
        sa.Column("main", sa.Boolean(), nullable=False),
        _large("confirmed_at", null=True),
        _large("created_at"),
        _key("address", "id"),
        _link("address", "player_id", "player.id"),
        _unique("address", "address"),
        _check("address", "folded", "address = lower(address)"),
        sqlite_autoincrement=True,
    )
    _index("address", "player_id")
    _partial_index("uq_address_main", "address", ["player_id"], "main", unique=True)
    op.create_table(
        "keyletter",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        _large("at"),
        _bytes("raw", null=True),
        _text("facts"),
        _key("keyletter", "id"),
    )


def _make_games() -> None:
    op.create_table(
        "game",
        _text("id"),
        _text("state"),
        _text("options"),
        _number("host_id", null=True),
        _bytes("seed"),
        _text("invited"),
        _number("turn_seat", null=True),
        _number("ply"),
        _number("entries"),
        _large("created_at"),
        _large("moved_at"),
        _key("game", "id"),
        _link("game", "host_id", "player.id"),
        _check("game", "state", "state IN ('open', 'running', 'over', 'abandoned')"),
        _check("game", "counts", "ply >= 0 AND entries >= 0"),
    )
    _index("game", "host_id")
    _index("game", "state", "moved_at")
    op.create_table(
        "seat",
        _text("game_id"),
        _number("number"),
        _number("player_id", null=True),
        _text("name", null=True),
        _bytes("salt", null=True),
        _text("auth"),
        _large("left_at", null=True),
        _key("seat", "game_id", "number"),
        _link("seat", "game_id", "game.id"),
        _link("seat", "player_id", "player.id"),
        _unique("seat", "game_id", "player_id"),
        _check("seat", "auth", "auth IN ('key', 'mailbox', 'bot')"),
        _check("seat", "number", "number >= 0"),
        _check("seat", "name", "(name IS NULL) = (salt IS NULL)"),
    )
    _index("seat", "player_id")
    op.create_table(
        "entry",
        _text("game_id"),
        _number("seq"),
        _text("kind"),
        _large("at"),
        _text("facts"),
        _text("letters"),
        _text("leaf"),
        _key("entry", "game_id", "seq"),
        _link("entry", "game_id", "game.id"),
        _check("entry", "seq", "seq >= 0"),
    )
    op.create_table(
        "imported",
        _text("game_id"),
        _text("server"),
        _text("server_key"),
        _text("checkpoints"),
        _large("at"),
        _key("imported", "game_id"),
        _link("imported", "game_id", "game.id"),
    )
    _index("imported", "server")
    op.create_table(
        "taken",
        _text("letter_id"),
        _text("game_id", null=True),
        _number("seq", null=True),
        _large("at"),
        _key("taken", "letter_id"),
        _link("taken", "game_id", "game.id"),
    )
    _index("taken", "game_id")
    op.create_table(
        "code",
        _text("hash"),
        _text("purpose"),
        _number("player_id", null=True),
        _text("address"),
        _text("game_id", null=True),
        _number("ply", null=True),
        _text("what"),
        _large("expires_at"),
        _large("used_at", null=True),
        _key("code", "hash"),
        _link("code", "player_id", "player.id"),
        _link("code", "game_id", "game.id"),
        _check("code", "purpose", "purpose IN ('turn', 'confirm', 'reply')"),
    )
    _index("code", "player_id")
    _index("code", "game_id")
    _index("code", "expires_at")


def _make_mail() -> None:
    op.create_table(
        "inbox",
        _number("id"),
        _text("raw_sha256"),
        _number("player_id", null=True),
        _text("account"),
        _large("uidvalidity"),
        _large("uid"),
        _large("received_at"),
        _large("size"),
        _bytes("raw", null=True),
        _text("state"),
        _number("attempts"),
        _large("next_at", null=True),
        _text("lease_by"),
        _text("error"),
        _text("outcome"),
        _large("done_at", null=True),
        _key("inbox", "id"),
        _link("inbox", "player_id", "player.id"),
        _unique("inbox", "raw_sha256"),
        _check("inbox", "state", "state IN ('new', 'done', 'aside', 'oversize')"),
        _check("inbox", "due", "(state = 'new') = (next_at IS NOT NULL)"),
        _check("inbox", "raw", "state <> 'new' OR raw IS NOT NULL"),
        sqlite_autoincrement=True,
    )
    _partial_index("ix_inbox_due", "inbox", ["next_at", "id"], "next_at IS NOT NULL")
    _partial_index("ix_inbox_kept", "inbox", ["done_at"], "done_at IS NOT NULL AND raw IS NOT NULL")
    _index("inbox", "state", "id")
    _index("inbox", "player_id")
    op.create_table(
        "outbox",
        _number("id"),
        _text("dedupe_key"),
        _text("message_id"),
        _text("token"),
        _text("recipient"),
        _number("player_id", null=True),
        _text("game_id", null=True),
        _bytes("mime"),
        _text("kind"),
        _text("state"),
        _number("attempts"),
        _large("next_at", null=True),
        _text("lease_by"),
        _text("last_error"),
        _large("created_at"),
        _large("sent_at", null=True),
        _key("outbox", "id"),
        _link("outbox", "player_id", "player.id"),
        _link("outbox", "game_id", "game.id"),
        _unique("outbox", "dedupe_key"),
        _unique("outbox", "message_id"),
        _unique("outbox", "token"),
        _check("outbox", "kind", "kind IN ('turn', 'answer', 'notice', 'host')"),
        _check("outbox", "state", "state IN ('pending', 'sending', 'sent', 'dead')"),
        _check("outbox", "due", "(state IN ('pending', 'sending')) = (next_at IS NOT NULL)"),
        sqlite_autoincrement=True,
    )
    _partial_index("ix_outbox_due", "outbox", ["next_at", "id"], "next_at IS NOT NULL")
    _partial_index("ix_outbox_kept", "outbox", ["sent_at"], "sent_at IS NOT NULL AND length(mime) > 0")
    _index("outbox", "state", "id")
    _index("outbox", "player_id")
    _index("outbox", "game_id")
    op.create_table(
        "mailbox",
        _text("account"),
        _large("uidvalidity"),
        _large("last_uid"),
        _large("lease_until"),
        _text("lease_by"),
        _large("seen_at", null=True),
        _key("mailbox", "account"),
    )
    op.create_table(
        "bounce",
        _number("id"),
        _number("outbox_id"),
        _number("player_id", null=True),
        _large("at"),
        sa.Column("hard", sa.Boolean(), nullable=False),
        _key("bounce", "id"),
        _link("bounce", "outbox_id", "outbox.id", ondelete="CASCADE"),
        _link("bounce", "player_id", "player.id"),
        sqlite_autoincrement=True,
    )
    _index("bounce", "outbox_id")
    _index("bounce", "player_id", "at")


def _make_budgets() -> None:
    op.create_table(
        "answered",
        _text("address"),
        _large("at"),
        _number("count"),
        _key("answered", "address"),
    )
    _index("answered", "at")
    op.create_table(
        "tally",
        _text("name"),
        _large("window_start"),
        _number("count"),
        _key("tally", "name"),
    )


def _make_append_only(table: str) -> None:
    """Let the database itself refuse to change or delete a row."""
    why = f"{table} is append-only: its rows are never changed or deleted"
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{why}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_no_change() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN RAISE EXCEPTION '{why}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_no_change()"
    )

"""Keys of seats, and clocks. Older tables have neither: they stay open, and no clock runs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.String(5), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
    )
    op.create_index("ix_keys_hash", "keys", ["hash"])
    op.add_column("tables", sa.Column("clock", sa.JSON, nullable=True))
    op.add_column("summaries", sa.Column("side", sa.String(5), nullable=True))
    op.add_column("summaries", sa.Column("clock", sa.JSON, nullable=True))
    op.add_column("summaries", sa.Column("deadline", sa.BigInteger, nullable=True))
    op.create_index("ix_summaries_deadline", "summaries", ["deadline"])


def downgrade() -> None:
    op.drop_index("ix_summaries_deadline", "summaries")
    for table, column in (
        ("summaries", "deadline"),
        ("summaries", "clock"),
        ("summaries", "side"),
        ("tables", "clock"),
    ):
        op.drop_column(table, column)
    op.drop_table("keys")

"""Analyses of games, and judgements of engines."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tree", sa.JSON, nullable=False),
        sa.UniqueConstraint("table", "owner", name="uq_analyses_table_owner"),
    )
    op.create_table(
        "judgements",
        sa.Column("position", sa.String(64), primary_key=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("found", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("judgements")
    op.drop_table("analyses")

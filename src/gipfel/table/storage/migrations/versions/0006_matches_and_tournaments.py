"""Matches of several games, and tournaments; older tables belong to none, but may be the first of a match."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("match", sa.String(32), nullable=True))
    op.add_column("tables", sa.Column("match_number", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("first_to", sa.Integer, nullable=True))
    op.create_index("ix_tables_match", "tables", ["match"])
    op.add_column("summaries", sa.Column("contests", sa.JSON(none_as_null=True), nullable=True))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("watch", sa.String(16), nullable=False, index=True),
        sa.Column("setup", sa.JSON, nullable=False),
    )
    op.create_table(
        "tournament_players",
        _tournament(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_table(
        "tournament_keys",
        _tournament(),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.String(64), primary_key=True, index=True),
        sa.Column("link", sa.Boolean, nullable=False),
    )
    op.create_table(
        "pairings",
        _tournament(),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("white", sa.Integer, nullable=False),
        sa.Column("black", sa.Integer, nullable=True),
        sa.Column("table", sa.String(32), nullable=True),
        sa.Column("result", sa.String(8), nullable=True),
    )


def _tournament() -> "sa.Column[str]":
    return sa.Column(
        "tournament", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )


def downgrade() -> None:
    for name in ("pairings", "tournament_keys", "tournament_players", "tournaments"):
        op.drop_table(name)
    op.drop_column("summaries", "contests")
    op.drop_index("ix_tables_match", "tables")
    op.drop_column("tables", "first_to")
    op.drop_column("tables", "match_number")
    op.drop_column("tables", "match")

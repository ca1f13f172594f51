"""Matches of several games; older tables belong to none, but may be the first of one."""

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


def downgrade() -> None:
    op.drop_column("summaries", "contests")
    op.drop_index("ix_tables_match", "tables")
    op.drop_column("tables", "first_to")
    op.drop_column("tables", "match_number")
    op.drop_column("tables", "match")

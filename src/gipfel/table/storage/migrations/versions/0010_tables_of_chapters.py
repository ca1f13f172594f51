"""Which table the game of a chapter comes from, so that a player who is forgotten is forgotten there, too."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
INDEX = "ix_study_chapters_table"


def upgrade() -> None:
    op.add_column("study_chapters", sa.Column("table", sa.String(32), nullable=True))
    op.create_index(INDEX, "study_chapters", ["table"])


def downgrade() -> None:
    op.drop_index(INDEX, "study_chapters")
    op.drop_column("study_chapters", "table")

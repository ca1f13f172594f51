"""Studies, their chapters, and who may change them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("writer", sa.String(32), nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
    )
    op.create_table(
        "study_chapters",
        sa.Column("study", sa.String(32), sa.ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("writer", sa.String(32), nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("tree", sa.JSON, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
    )
    op.create_table(
        "study_keys",
        sa.Column("study", sa.String(32), sa.ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("link", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("study_keys")
    op.drop_table("study_chapters")
    op.drop_table("studies")

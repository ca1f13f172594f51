"""A table to which a server writes in order to see whether it can write."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "health",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("written", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("health")

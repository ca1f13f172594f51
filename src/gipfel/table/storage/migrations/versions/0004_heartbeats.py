"""When servers lived, and when none did. In older databases nobody knows, and no time is given back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("until", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("outages")
    op.drop_table("heartbeats")

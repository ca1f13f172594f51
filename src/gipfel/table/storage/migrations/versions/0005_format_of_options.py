"""The format of a table's options; older tables name only what differed from the defaults of their time."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("format", sa.Integer, nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "format")

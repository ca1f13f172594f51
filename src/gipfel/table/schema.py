"""How tables lie in a database, in types that SQLite and PostgreSQL share."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Text,
)
from sqlalchemy import Table as SqlTable

METADATA = MetaData()

TABLES = SqlTable(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("game", String(32), nullable=False),
    Column("version", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("start", Text, nullable=False),
    Column("seed", BigInteger, nullable=True),
    Column("title", Text, nullable=False),
)
"""How each table began; a row is written once."""

HAPPENINGS = SqlTable(
    "happenings",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("what", Text, nullable=False),
)
"""What happened at each table, in order; rows are added and never changed."""

SUMMARIES = SqlTable(
    "summaries",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("happened", Integer, nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False, index=True),
    Column("finished", Boolean, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("score", String(16), nullable=False),
    Column("reason", Text, nullable=False),
)
"""Where each table stands, for lists; everything in it follows from the other two."""

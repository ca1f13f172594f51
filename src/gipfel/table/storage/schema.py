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
    Column("clock", JSON(none_as_null=True), nullable=True),
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

KEYS = SqlTable(
    "keys",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(5), primary_key=True),
    Column("hash", String(64), primary_key=True, index=True),
)
"""Who may sit where: hashes of keys. A table without any is open to whoever reaches the server."""

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
    Column("side", String(5), nullable=True),
    Column("clock", JSON(none_as_null=True), nullable=True),
    Column("deadline", BigInteger, nullable=True, index=True),
)
"""Where each table stands, for lists; everything in it follows from beginnings and happenings.

`side` is who acts, `deadline` the instant at which that side has no time left, if a clock runs.
"""

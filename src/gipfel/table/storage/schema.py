"""The database's schema, in types that SQLite and PostgreSQL share.

Names of tables and columns are never changed: existing databases have them.
"""

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
    UniqueConstraint,
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
    Column("format", Integer, nullable=True),
    Column("match", String(32), nullable=True, index=True),
    Column("match_number", Integer, nullable=True),
    Column("first_to", Integer, nullable=True),
)
"""How each table was set up; a row is written once. `format` is that of the options, NULL is 1.

`match` is the first table of a match of several games; NULL at that table itself, and without a match. It may
have been deleted.
"""

EVENTS = SqlTable(
    "happenings",  # the code calls them events
    METADATA,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("what", Text, nullable=False),
)
"""The events of each table, in order; rows are added and never changed."""

KEYS = SqlTable(
    "keys",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(5), primary_key=True),
    Column("hash", String(64), primary_key=True, index=True),
)
"""Hashes of the keys of seats. A table without keys is open to everybody who can reach the server."""

SUMMARIES = SqlTable(
    "summaries",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("happened", Integer, nullable=False),  # the number of events
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
    Column("contests", JSON(none_as_null=True), nullable=True),
)
"""The state of each table, for lists; everything in it follows from setups and events.

`side` is the side to act, `deadline` the instant at which it has no time left, if a clock runs; far away if
the other side then may claim a contest, as nothing happens by itself.
`contests` are the numbers of games that White and Black have won inside a finished game.
"""

HEALTH = SqlTable(
    "health",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("written", BigInteger, nullable=False),
)
"""What a process writes and reads back to see whether the database works; each one has a row of its own.

In PostgreSQL the row `notices` holds the secret with which processes sign their notices.
"""

HEARTBEATS = SqlTable(
    "heartbeats",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),
)
"""When each process last lived, in milliseconds since 1970, and whether it has ended in good order."""

OUTAGES = SqlTable(
    "outages",
    METADATA,
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
)
"""When no process lived; a row is deleted as soon as all running clocks have got the time back."""

TOURNAMENTS = SqlTable(
    "tournaments",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("watch", String(16), nullable=False, index=True),
    Column("setup", JSON, nullable=False),
)
"""Tournaments. `setup` has the columns of a table from which each of its tables is made."""

TOURNAMENT_PLAYERS = SqlTable(
    "tournament_players",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("gone", Boolean, nullable=False),
)
"""The players of each tournament."""

TOURNAMENT_KEYS = SqlTable(
    "tournament_keys",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("hash", String(64), primary_key=True, index=True),
    Column("link", Boolean, nullable=False),
)
"""Hashes of the keys in links (`link`), and of visitors who have opened them; player 0 is the organiser."""

PAIRINGS = SqlTable(
    "pairings",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("white", Integer, nullable=False),
    Column("black", Integer, nullable=True),
    Column("table", String(32), nullable=True),
    Column("result", String(8), nullable=True),
)
"""Who meets whom; without `black` a player has no opponent. `result` is what the organiser has entered.

`table` is where the game is played, and its result follows from there. That table may have been deleted.
"""

ANALYSES = SqlTable(
    "analyses",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("tree", JSON, nullable=False),
    UniqueConstraint("table", "owner", name="uq_analyses_table_owner"),
)
"""What visitors have added to games: variations, comments, marks. `owner` is the hash of a visitor."""

JUDGEMENTS = SqlTable(
    "judgements",
    METADATA,
    Column("position", String(64), primary_key=True),
    Column("made", DateTime(timezone=True), nullable=False, index=True),
    Column("found", JSON, nullable=False),
)
"""What engines have found out about positions, so that nothing is searched twice."""

STUDIES = SqlTable(
    "studies",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("title", Text, nullable=False),
    Column("language", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("writer", String(32), nullable=False),
    Column("since", Integer, nullable=False),
)
"""Studies. `owner` is the hash of a visitor; `version` counts changes of its title and its list.

All versions after `since` were written by the page that is named by `writer`; so in chapters.
"""

CHAPTERS = SqlTable(
    "study_chapters",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("writer", String(32), nullable=False),
    Column("since", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("tree", JSON, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("table", String(32), nullable=True, index=True),
)
"""The chapters of studies, in the order of `number`: text before and after a board.

`record` is the game without variations, empty if there is no board, and `tree` what was added to it; `turns`
counts those of both, and `size` is the length of all of it in letters. `table` is where the game was played,
NULL if it comes from a file; it may have been deleted.
"""

STUDY_KEYS = SqlTable(
    "study_keys",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("link", Boolean, nullable=False),
)
"""Hashes of the key in the link for editing (`link`), and of visitors who have opened it."""

SERVER_KEYS = SqlTable(
    "server_keys",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets that all processes of a server share: the first one that needs a secret makes it."""

SUBSCRIPTIONS = SqlTable(
    "subscriptions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("side", String(5), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("keys", JSON, nullable=False),
    Column("language", String(16), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("told", Integer, nullable=False),
)
"""Where the players of seats are told that it is their turn.

`address` is that of a browser's push service or of a mailbox, `keys` are those of the browser. `told` is the
turn about which the player was told, or which the player has seen; -1 if it is not the player's turn.
"""

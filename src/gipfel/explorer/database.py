"""The file of an explorer: an SQLite database of positions, decisions and results. It names no players.

A decision is stored as the keys of the positions before and after it (`gipfel.games.core.position_keys`),
which images of a position share. A file is never changed: a new one is made beside it and takes its place.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from gipfel.explorer.answer import Tally
from gipfel.games.core.game import Game
from gipfel.games.core.position_keys import SCHEME, identity_of, probe
from gipfel.notation.errors import GipfelError

APPLICATION = int.from_bytes(b"GpEx")
"""Says in the head of a file that it is an explorer."""
FORMAT = 1
TURNS, KEYS = "turns", "keys"
"""Names of settings: how many turns of each game are stored, and how keys are made."""
PATIENCE = 2.0
"""Seconds to wait for another program that has locked the file."""

SCHEMA = """
    CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE versions (
        identity TEXT PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
        probe INTEGER NOT NULL, games INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE games (digest BLOB PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE decisions (
        position INTEGER NOT NULL, after INTEGER NOT NULL,
        games INTEGER NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,
        rated INTEGER NOT NULL, ratings INTEGER NOT NULL,
        with_level INTEGER NOT NULL, levels INTEGER NOT NULL,
        PRIMARY KEY (position, after)
    ) WITHOUT ROWID;
"""
COLUMNS = "games, wins, draws, losses, rated, ratings, with_level, levels"
"""In the order of the fields of a Tally."""


class ExplorerProblem(GipfelError):
    """An explorer's file cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class GamesOfVersion:
    """How many games of one version an explorer has."""

    game: str
    version: str
    options: dict[str, str]
    games: int


def open_to_read(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """Open the file of an explorer; nothing in it can be changed. Raises ExplorerProblem."""
    with explained(path):
        refuse_folder(path)
        if not path.exists():
            raise ExplorerProblem(
                f"there is no explorer {path}; `gipfel explorer build {path} FILES` makes one from records"
            )
        address = f"file:{quote(str(path.absolute()))}?mode=ro"
        connection = sqlite3.connect(address, patience, uri=True, check_same_thread=False)
        try:
            _check(path, connection)
        except BaseException:
            connection.close()
            raise
        return connection


def refuse_folder(path: Path) -> None:
    """Raises ExplorerProblem if a path is one of a folder."""
    if path.is_dir():
        raise ExplorerProblem(f"{path} is a folder; name the file of an explorer")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the errors of the system and of SQLite into an ExplorerProblem that names the file."""
    try:
        yield
    except GipfelError:  # a ValueError, too
        raise
    except sqlite3.Error as error:
        raise ExplorerProblem(_explanation(path, error)) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ExplorerProblem(f"the explorer {str(path)[:200]} cannot be used: {why}") from error


def _explanation(path: Path, error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return f"{path} is not an explorer; `gipfel explorer build` makes one, under another name"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another program has locked {path}; try again when it has finished"
    if code == sqlite3.SQLITE_FULL:
        return f"there is no room left for {path} on its disk"
    if code == sqlite3.SQLITE_CANTOPEN and not path.absolute().parent.is_dir():
        return f"there is no folder {path.absolute().parent}, so {path.name} cannot be there"
    if code == sqlite3.SQLITE_CORRUPT:
        return f"{path} is damaged; delete it and build it again"
    return f"the explorer {path} cannot be used: {error}"


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Is this an explorer, and of this format? Raises ExplorerProblem."""
    application, number = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in HEAD)
    if application != APPLICATION:
        raise ExplorerProblem(
            f"{path} is not an explorer; `gipfel explorer build` makes one, under another name"
        )
    if number > FORMAT:
        raise ExplorerProblem(
            f"{path} has format {number} and was made by a newer Gipfel; this one reads format {FORMAT}"
        )
    if setting(connection, KEYS) != SCHEME:
        raise ExplorerProblem(f"{path} was made by another version of Gipfel; build it again")


HEAD = ("application_id", "user_version")


def create(connection: sqlite3.Connection, turns: int) -> None:
    """Make the tables of a new explorer."""
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.executescript(SCHEMA)
    connection.executemany("INSERT INTO settings VALUES (?, ?)", [(TURNS, turns), (KEYS, SCHEME)])
    connection.commit()


def setting(connection: sqlite3.Connection, name: str) -> int:
    """A setting of an explorer."""
    row = connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise ExplorerProblem(f"the explorer is damaged: it does not say its {name}; build it again")
    return int(row[0])


def versions(connection: sqlite3.Connection) -> list[GamesOfVersion]:
    """What the explorer has, the most games first."""
    columns = "game, version, options, games"
    rows = connection.execute(f"SELECT {columns} FROM versions ORDER BY games DESC, identity")
    return [
        GamesOfVersion(name, version, json.loads(options), games) for name, version, options, games in rows
    ]


def has_games(connection: sqlite3.Connection, game: Game) -> bool:
    """Are there games of a version? Raises ExplorerProblem if its keys are made in another way today."""
    row = connection.execute("SELECT probe FROM versions WHERE identity = ?", (identity_of(game),)).fetchone()
    if row is not None and row[0] != known_probe(game):
        raise ExplorerProblem(
            f"the explorer was made when positions of {game.name} had other keys; build it again"
        )
    return row is not None


@cache
def known_probe(game: Game) -> int:
    """The probe of a game, made once."""
    return probe(game)


def stored_tallies(connection: sqlite3.Connection, position: int) -> dict[int, Tally]:
    """The tallies of the decisions in a position, by the key of the position after each."""
    rows = connection.execute(f"SELECT after, {COLUMNS} FROM decisions WHERE position = ?", (position,))
    return {after: Tally(*numbers) for after, *numbers in rows}

"""Builds an explorer from games, and adds games to one.

A new file grows beside the old one and takes its place when all games are in it. Until then readers see the
old one, and a build that is broken off changes nothing. Memory does not grow with the number of games:
tallies are collected for some hundred thousand decisions and then added to the file in order.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from gipfel.explorer.counting import DRAW, WINNERS, CountedGame, Step
from gipfel.explorer.database import (
    COLUMNS,
    TURNS,
    ExplorerProblem,
    create,
    explained,
    has_games,
    known_probe,
    open_to_read,
    refuse_folder,
    setting,
)
from gipfel.games.core.position_keys import identity_of

SUFFIX = ".building"
"""Is added to the name of the file that grows."""
DEFAULT_TURNS = 40
"""How many turns of each game a new explorer stores; later positions hardly ever repeat."""
MOST_TURNS = 1_000_000
AT_ONCE = 250_000
"""How many different decisions are collected before they are written."""
CACHE = 128_000
"""Kilobytes of the file that are kept in memory."""

NUMBERS = COLUMNS.split(", ")
_ADD = (
    f"INSERT INTO decisions (position, after, {COLUMNS}) VALUES ({', '.join('?' * (len(NUMBERS) + 2))}) "
    f"ON CONFLICT DO UPDATE SET {', '.join(f'{name} = {name} + excluded.{name}' for name in NUMBERS)}"
)
_COUNT = (
    "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET games = games + excluded.games"
)


@dataclass(slots=True)
class BuildReport:
    """What a build has done."""

    added: int = 0
    repeated: int = 0
    """Games that the explorer had already, or that came twice."""
    games: int = 0
    """How many games the explorer has now."""
    turns: int = DEFAULT_TURNS
    """How many turns of each game it stores."""


Progress = Callable[[int], None]
"""Is called with the number of games that were read."""


def build_explorer(
    path: str | os.PathLike[str],
    games: Iterable[CountedGame],
    turns: int | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Add games to an explorer, which is made if there is none; all games are in it at the end, or none.

    `turns`: how many turns of each game are stored, 40 if a new explorer is made and nothing is said.
    Raises ExplorerProblem, also if there is no explorer and no game.
    """
    path = Path(path)
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        raise ExplorerProblem(f"an explorer stores 1 to {MOST_TURNS} turns of each game, not {turns}")
    with explained(path):
        refuse_folder(path)
        growing = path.resolve().with_name(path.name + SUFFIX)
        connection = _lock(path, growing)
    try:
        with explained(path):
            _begin(path, connection, turns)
        report = _add_all(path, connection, games, progress)
        connection.close()
        if not report.games:
            raise ExplorerProblem(f"no game could be read, so {path} was not made")
        if report.added:
            with explained(path):
                _replace(growing, path.resolve())
    finally:
        connection.close()
        with suppress(OSError):
            growing.unlink()
    return report


def _lock(path: Path, growing: Path) -> sqlite3.Connection:
    """Open the file that grows; nobody else can until it is closed. Raises ExplorerProblem."""
    connection = sqlite3.connect(growing, timeout=0, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA cache_size = -{CACHE}")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise ExplorerProblem(f"{path} is being built by another program; wait for it to end") from error
        raise
    except sqlite3.DatabaseError:  # what a build that was killed has left
        connection.close()
        growing.unlink()
        return _lock(path, growing)
    return connection


def _begin(path: Path, connection: sqlite3.Connection, turns: int | None) -> None:
    """Copy the explorer that is there, or begin an empty one."""
    if path.exists():
        with closing(open_to_read(path)) as old:
            old.backup(connection)
        stored = setting(connection, TURNS)
        if turns not in (None, stored):
            raise ExplorerProblem(
                f"{path} stores {stored} turns of each game, not {turns}; build a new one for more or fewer"
            )
        return
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.backup(connection)  # a build that was killed may have left something
    create(connection, DEFAULT_TURNS if turns is None else turns)


def _add_all(
    path: Path, connection: sqlite3.Connection, games: Iterable[CountedGame], progress: Progress | None
) -> BuildReport:
    """Add games; what goes wrong while they are read is not a problem of the explorer."""
    adder = _Adder(connection)
    with explained(path):
        connection.execute("BEGIN")
    for number, game in enumerate(games, 1):
        with explained(path):
            adder.add(game)
        if progress is not None:
            progress(number)
    with explained(path):
        return adder.finished()


class _Adder:
    """Adds games to an explorer, many decisions at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.report = BuildReport(turns=setting(connection, TURNS))
        self._tallies: dict[tuple[int, int], list[int]] = {}
        self._versions: dict[str, tuple[CountedGame, int]] = {}

    def add(self, game: CountedGame) -> None:
        found = self.connection.execute("INSERT OR IGNORE INTO games VALUES (?)", (game.digest,))
        if not found.rowcount:
            self.report.repeated += 1
            return
        self.report.added += 1
        identity = identity_of(game.game)
        if identity not in self._versions:
            has_games(self.connection, game.game)  # raises if the keys are made in another way today
        self._versions[identity] = game, self._versions.get(identity, (game, 0))[1] + 1
        stored = (step for step in game.steps if step.turn < self.report.turns)
        once = {(step.before, step.after): step for step in stored}  # however often a position is repeated
        for decision, step in once.items():
            self._count(decision, numbers_of(game, step))
        if len(self._tallies) >= AT_ONCE:
            self.write()

    def _count(self, decision: tuple[int, int], numbers: list[int]) -> None:
        tally = self._tallies.get(decision)
        if tally is None:
            self._tallies[decision] = numbers
            return
        for i, number in enumerate(numbers):
            tally[i] += number

    def write(self) -> None:
        """Write what was collected. In the order of the file's own tree this is several times as fast."""
        rows = [(*decision, *self._tallies[decision]) for decision in sorted(self._tallies)]
        self.connection.executemany(_ADD, rows)
        for identity, (one, number) in self._versions.items():
            game = one.game
            options = json.dumps({name: str(value) for name, value in game.changed_options.items()})
            known = (identity, game.name, game.version, options, known_probe(game), number)
            self.connection.execute(_COUNT, known)
        self._tallies, self._versions = {}, {}

    def finished(self) -> BuildReport:
        """Write what is left, and say what was done."""
        self.write()
        self.connection.execute("COMMIT")
        self.report.games = self.connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return self.report


def numbers_of(game: CountedGame, step: Step) -> list[int]:
    """What one game adds to the tally of a decision, in the order of its fields."""
    winner = WINNERS.get(game.result)
    won, lost = winner == step.side, winner == step.side.other
    rating, level = game.strengths[step.side].rating, game.strengths[step.side].level
    return [
        *(1, int(won), int(game.result == DRAW), int(lost)),
        *(int(rating is not None), rating or 0, int(level is not None), level or 0),
    ]


def _replace(new: Path, old: Path) -> None:
    """Let a file take the place of another, so that either is there whole, even if the power fails."""
    with open(new, "rb+") as file:
        os.fsync(file.fileno())
    if old.exists():
        new.chmod(old.stat().st_mode & 0o777)
    os.replace(new, old)

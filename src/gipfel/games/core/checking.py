"""Checks many records by the rules, as fast as possible.

Games are made once for all records of the same game, and compiled as soon as there are many. Only the last
position is kept.
"""

from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.replay import (
    at_the_end,
    check_continuations,
    game_of,
    play_turns,
    position_after,
    seed_of,
    start_of,
)
from gipfel.notation.errors import GipfelError, RecordError
from gipfel.notation.record import Record

COMPILE_AFTER = 200
"""How many games are checked before their kernels are compiled: a few are checked sooner without."""
MOST_KEPT = 1000
"""How many different games are kept; each has other options."""

_Key = tuple[object, ...]


class Checker:
    """Plays records to their ends, one after the other."""

    def __init__(self, compile_after: int = COMPILE_AFTER) -> None:
        self._compile_after = compile_after
        self._games: dict[_Key, Game] = {}
        self._starts: dict[_Key, Position] = {}
        self._numbers: dict[str, int] = {}

    def check(self, record: Record) -> Position:
        """The last position of a game. Raises RecordError that says which turn is wrong, and why."""
        position = play_turns(self.start(record), record.turns, position_after)
        check_continuations(position, record)
        return at_the_end(position, record)

    def start(self, record: Record) -> Position:
        """The position in which a record begins. Raises RecordError."""
        key = _key(record)
        try:
            kind = self._game(key, record)
            if "start" in record.headers or "seed" in record.headers or kind.random_start:
                return start_of(record, kind, seed_of(record))
            if key not in self._starts:
                self._starts[key] = kind.start()
        except GipfelError as error:
            raise RecordError(f"in the header: {error}") from error
        return self._starts[key]

    def _game(self, key: _Key, record: Record) -> Game:
        kind = self._games.get(key)
        if kind is None:
            if len(self._games) >= MOST_KEPT:
                self._games.clear()
                self._starts.clear()
            kind = self._games[key] = game_of(record)
        number = self._numbers[kind.name] = self._numbers.get(kind.name, 0) + 1
        if number > self._compile_after and not kind.kernels.fast:
            kind.compile(contests=True)
            self._starts.pop(key, None)
        return kind


def _key(record: Record) -> _Key:
    """What decides the game of a record; a start position may, too."""
    headers = record.headers
    start = headers.get("start", "")
    return record.format, headers["game"], headers.get("version"), start, *record.options.items()

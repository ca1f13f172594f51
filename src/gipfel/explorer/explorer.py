"""Looks positions up in an explorer."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from gipfel.explorer.answer import Answer, PlayedDecision, Tally, total_of
from gipfel.explorer.database import (
    PATIENCE,
    TURNS,
    GamesOfVersion,
    explained,
    has_games,
    open_to_read,
    setting,
    stored_tallies,
    versions,
)
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.position_keys import position_keys
from gipfel.games.core.side import SIDES
from gipfel.kernel.state import State


class Explorer:
    """An explorer that was built before; it is read, never changed."""

    def __init__(self, path: str | os.PathLike[str], patience: float = PATIENCE) -> None:
        """`patience`: seconds to wait for a program that has locked the file.

        Raises ExplorerProblem if the file cannot be used.
        """
        self.path = Path(path)
        self._connection = open_to_read(self.path, patience)
        with explained(self.path):
            self.turns = setting(self._connection, TURNS)
            """How many turns of each game are stored."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @property
    def games(self) -> int:
        """How many games there are, of all versions together."""
        return sum(found.games for found in self.versions())

    def versions(self) -> list[GamesOfVersion]:
        """How many games of which version there are, the most first."""
        with explained(self.path):
            return versions(self._connection)

    def look_up(self, position: Position) -> Answer:
        """What was played in a position and its images. Raises ExplorerProblem if the file is damaged."""
        tallies: dict[int, Tally] = {}
        if position.contest is None:
            key = position_keys(position.game).key(position.state)
            with explained(self.path):
                if has_games(self._connection, position.game):
                    tallies = stored_tallies(self._connection, key)
        played = played_decisions(position, tallies) if tallies else ()
        return Answer(position, played, total_of(one.tally for one in played), self.turns)


def played_decisions(position: Position, tallies: dict[int, Tally]) -> tuple[PlayedDecision, ...]:
    """The legal decisions that lead to a position with a tally, the most frequent one first."""
    codes = _legal(position)

    def play(code: int) -> State:
        return position.play(Decision(position, code)).state

    keys = position_keys(position.game).keys_after(position.state, codes, play)
    found: dict[int, list[int]] = {}
    for code, key in zip(codes, keys, strict=True):
        if key in tallies:
            found.setdefault(key, []).append(code)
    played = [
        PlayedDecision(Decision(position, first), tuple(others), tallies[key])
        for key, (first, *others) in found.items()
    ]
    return tuple(sorted(played, key=lambda one: -one.games))


def _legal(position: Position) -> list[int]:
    """The legal decisions; while time runs, those of both sides."""
    if position.timed:
        return [code for side in SIDES for code in position.codes_of(side)]
    return position.codes

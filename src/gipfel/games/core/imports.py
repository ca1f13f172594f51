"""Games that other programs have written down: what a game's folder needs to read them.

A folder may have a module `imports` with the readers of the formats in which its game exists:

    READERS = (
        SgfReader("Boardspace SGF", recognises, read),
        TextReader("Little Golem text", recognises, games, read),
    )

`recognises` looks at the content, never at the name of a file. `read` plays the game by our rules with a
`Reading`, which writes the record on the way, and raises a GipfelError where that is not possible.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from gipfel.games.core import registry
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Outcome, Side
from gipfel.notation.collection import REMARK
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.notation.printable import printable_part
from gipfel.notation.record import BETWEEN_DECISIONS, Record, RecordTurn
from gipfel.notation.sgf import SgfGame

NOT_PLAYED_OUT = "not played to the end"
"""The reason of a result that a file gives for a game that did not end on the board, without saying why."""
LONGEST_NAME = 100

MakeGame = Callable[..., Game]
"""Makes the game of a folder in a version with options; the same object for the same ones."""

R = TypeVar("R")


class ImportProblem(GipfelError):
    """A game that another program has written down and that cannot be played by our rules."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset
        """Where in the text of the game the problem is."""


class Claim(NamedTuple):
    """How a game ended, as a file says it."""

    winner: Side | None
    drawn: bool = False
    reason: str = NOT_PLAYED_OUT

    @property
    def outcome(self) -> Outcome | None:
        """The claim as an outcome; None if it names neither a winner nor a draw."""
        return Outcome(self.winner, self.reason) if self.winner is not None or self.drawn else None


NO_CLAIM = Claim(None)


class Reading:
    """A game that is being read: it is played by our rules, and its turns are written down at once."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self.position = start
        self.over = False
        """Has the game ended by its rules?"""
        self.claim = NO_CLAIM
        self.headers: dict[str, str] = {}
        self.names: dict[Side, str] = {}
        self.remarks: list[str] = []
        """What a reader of the record should know; each becomes a comment."""
        self.used: int | None = None
        """Milliseconds that the turn has taken so far, if the file says so."""
        self._turns: list[RecordTurn] = []
        self._turn: list[Decision] = []

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self.start.game

    def play(self, decision: Decision | str | int) -> None:
        """Play one decision. Raises NotationError or IllegalDecision."""
        position = self.position
        if isinstance(decision, str):
            decision = position.decision(decision)
        made = decision if isinstance(decision, Decision) else Decision(position, decision)
        try:
            after = position.play(decision)
        except IllegalDecision:
            self._explain(made)
            raise
        self._turn.append(made)
        self.position = after
        if after.turn > position.turn:
            self._turns.append(RecordTurn(self.game.write_turn(self._turn), used=self.used))
            self._turn = []
            self.used = None
        if after.outcome is not None:
            self.over = True

    def _explain(self, decision: Decision) -> None:
        """Raises an IllegalDecision that says more than a number does, if the decision has a text."""
        try:
            text = decision.text
        except (LookupError, StopIteration, ValueError):
            return
        self.position.decision(text)

    def play_turn(self, text: str) -> None:
        """Play a whole turn in our notation. Raises NotationError or IllegalDecision."""
        for decision in self.position.turn_decisions(text):
            self.play(decision)

    def record(self, names: bool = False) -> Record:
        """The record of the game; the names of players only if asked for."""
        headers = dict(self.headers)
        if names:
            headers |= {str(side).lower(): _header(name) for side, name in self.names.items() if name}
        outcome = self.position.outcome
        claimed = self.claim.outcome
        if outcome is not None and claimed is not None and claimed.winner != outcome.winner:
            self.remarks.append(
                f"the file gives the result {claimed.score}, by the rules it is {outcome.score}"
            )
        empty = Playthrough(self.start).record(outcome or claimed, **headers)
        outcome = outcome or claimed
        return replace(
            empty,
            turns=tuple(self._recorded_turns()),
            result=outcome.score if outcome else "*",
            reason=outcome.reason if outcome else "",
            comments=tuple(f"{REMARK}{remark}" for remark in self.remarks),
        )

    def _recorded_turns(self) -> Iterator[RecordTurn]:
        yield from self._turns
        if self._turn:
            yield RecordTurn(BETWEEN_DECISIONS.join(self.game.write_decisions(self._turn)), finished=False)


def _header(text: str) -> str:
    """A text from outside as the value of a header."""
    return printable_part(text.replace("#", " "))[:LONGEST_NAME]


@dataclass(frozen=True, slots=True)
class SgfReader:
    """Reads one kind of SGF."""

    format: str
    recognises: Callable[[SgfGame], bool]
    read: Callable[[SgfGame, MakeGame], Reading]


@dataclass(frozen=True, slots=True)
class TextGame:
    """A game in a text file, and the line in which it begins."""

    text: str
    line: int = 1

    def line_of(self, offset: int) -> int:
        """The line of the file in which something stands."""
        return self.line + self.text.count("\n", 0, offset)


@dataclass(frozen=True, slots=True)
class TextReader:
    """Reads one kind of text files."""

    format: str
    recognises: Callable[[str], bool]
    """Does the beginning of a file look like it?"""
    games: Callable[[str], Iterator[TextGame]]
    """Cuts a file into games."""
    read: Callable[[TextGame, MakeGame], Reading]

    def title(self, name: str) -> str:
        """The format and its game, as lists show it."""
        return f"{self.format} ({registry.game_type(name).title})"


Reader = SgfReader | TextReader


class Readers:
    """The readers of all games, and the games they make, each of them once."""

    def __init__(self) -> None:
        self.sgf = [*_readers_of(SgfReader)]
        """The readers of SGF, with the names of their games."""
        self.text = [*_readers_of(TextReader)]
        self._games: dict[tuple[object, ...], Game] = {}

    def maker(self, name: str) -> MakeGame:
        """What a reader of one game makes its games with."""
        return partial(self._make, name)

    def _make(self, name: str, version: str | None = None, **options: Any) -> Game:
        key = (name, version, *sorted(options.items()))
        if key not in self._games:
            self._games[key] = registry.game(name, version, **options)
        return self._games[key]


def _readers_of(kind: type[R]) -> Iterator[tuple[str, R]]:
    """The readers of one kind, with the names of their games."""
    for name in registry.found_names():
        found = getattr(registry.part_of(name, "imports"), "READERS", ())
        yield from ((name, reader) for reader in found if isinstance(reader, kind))


def supported(readers: Sequence[tuple[str, Reader]]) -> str:
    """The formats of readers with their games, in one line."""
    found: dict[str, list[str]] = {}
    for name, reader in readers:
        found.setdefault(reader.format, []).append(registry.game_type(name).title)
    return "; ".join(f"{format_name}: {', '.join(titles)}" for format_name, titles in found.items())


_NEXT_GAME = re.compile(r"^[ \t]*1\s*\.(?!\.)", re.MULTILINE)


def cut_at_first_turns(text: str) -> Iterator[TextGame]:
    """The games of a text in which the turns are numbered: each begins where the numbers begin again.

    What stands before turn 1 after an empty line belongs to the game that follows.
    """
    begins = [found.start() for found in _NEXT_GAME.finditer(text)] or [0]
    cuts = [0]
    for begin in begins[1:]:
        gap = text.rfind("\n\n", cuts[-1], begin)
        previous_end = begins[begins.index(begin) - 1]
        cuts.append(gap + 2 if gap > previous_end else begin)
    for begin, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        part = text[begin:end]
        if part.strip():
            yield TextGame(part, 1 + text.count("\n", 0, begin))

"""A board of a study as a tree of positions: the game and its variations."""

from collections.abc import Sequence
from dataclasses import dataclass

from gipfel.draw.scene import Scene
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.replay import game_of, position_after, replay, seed_of, start_of
from gipfel.games.core.shown import marks_of_last_turn
from gipfel.notation.record import Record, RecordTurn

NAME = "name: "
"""Begins the first line of a comment that names a variation."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree, and the turn that leads to it."""

    parent: int | None
    """The number of the node before; None at the start."""
    number: int
    """Of the turn; 0 at the start."""
    turn: RecordTurn | None
    scene: Scene

    @property
    def name(self) -> str:
        """The name of the variation that begins here, if it has one."""
        comment = self.turn.comment if self.turn else ""
        return comment.partition("\n")[0][len(NAME) :].strip() if comment.startswith(NAME) else ""

    @property
    def comment(self) -> str:
        """What is said about the turn, without the name of a variation."""
        comment = self.turn.comment if self.turn else ""
        return comment.partition("\n")[2] if comment.startswith(NAME) else comment


@dataclass(frozen=True, slots=True)
class Line:
    """Nodes one after the other, and for each of them the lines that replace its turn."""

    nodes: tuple[int, ...]
    variations: "tuple[tuple[Line, ...], ...]"


class Tree:
    """All positions of a record. Raises GipfelError if a turn is not legal."""

    def __init__(self, record: Record) -> None:
        replay(record)  # checks all turns and says where one is wrong
        start = start_of(record, game_of(record), seed_of(record))
        self.game = start.game
        self.nodes = [Node(None, 0, None, start.scene())]
        self.main, end = self._line(start, record.turns, 0, 1)
        last, number = (self.main.nodes or (0,))[-1], len(record.turns) + 1
        self.continuations = self._lines(end, record.continuations, last, number)

    def _lines(
        self, position: Position, lines: Sequence[Sequence[RecordTurn]], parent: int, number: int
    ) -> tuple[Line, ...]:
        return tuple(self._line(position, line, parent, number)[0] for line in lines)

    def _line(
        self, position: Position, turns: Sequence[RecordTurn], parent: int, number: int
    ) -> tuple[Line, Position]:
        """The line that begins in a position, and the position at its end."""
        nodes: list[int] = []
        variations: list[tuple[Line, ...]] = []
        for turn in turns:
            decisions, after = _played(position, turn)
            scene = after.scene()
            shown = after.scene(*marks_of_last_turn(decisions, after, scene))
            self.nodes.append(Node(parent, number, turn, shown))
            here = len(self.nodes) - 1
            nodes.append(here)
            variations.append(self._lines(position, turn.variations, parent, number))
            position, parent, number = after, here, number + 1
        return Line(tuple(nodes), tuple(variations)), position


def _played(position: Position, turn: RecordTurn) -> tuple[Sequence[Decision], Position]:
    """The decisions of a turn, as far as they are shown, and the position after it."""
    if turn.contests or position.game.has_contests:
        return position.game.read_recorded_turn(position, turn)
    if not turn.finished:
        return (), position_after(position, turn)
    decisions = position.turn_decisions(turn.text)
    return decisions, decisions[-1].position.play(decisions[-1])

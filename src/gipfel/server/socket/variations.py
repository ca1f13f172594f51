"""Positions that might come: the table after a line of decisions, with what can be pointed at."""

from collections.abc import Collection, Iterator, Sequence

from gipfel.draw.pictures import picture
from gipfel.draw.target import Path
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.shown import changes_shown, marks_of_last_turn
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import server_messages as sent
from gipfel.server.views.pointing import Pointer
from gipfel.server.views.table import past_view
from gipfel.table.seats import side_word
from gipfel.table.table import Table


class Variation:
    """A line of decisions from one position; positions are kept while the line only grows or shrinks."""

    def __init__(self) -> None:
        self._made: list[Decision] = []
        self._positions: list[Position] = []
        """The first one, and that after each decision."""
        self._pointer: Pointer | None = None

    def view(
        self,
        start: Position,
        line: Sequence[str],
        prefix: Path,
        mine: Collection[Side],
        effect: bool = False,
    ) -> sent.Previewed:
        """The position after a line, and what can be pointed at in it. Raises GipfelError.

        With `effect`, also what the decision would do that the prefix means.
        """
        position = self.reached(start, line)
        return {
            "type": "previewed",
            "line": [made.text for made in self._made],
            "picture": picture(position.scene(*marks_of_last_turn(self._made, position))),
            "changes": changes_shown(self._made[-1] if self._made else None, position),
            "sentence": position.task,
            "side": None if position.outcome else side_word(position.side),
            "mine": position.outcome is None and position.side in mine,
            **self._pointing(position, prefix, effect),
        }

    @property
    def made(self) -> list[Decision]:
        """The decisions of the line."""
        return self._made

    def _pointing(self, position: Position, prefix: Path, effect: bool) -> sent.Pointed:
        if position.outcome is not None or position.by_chance:
            return {"targets": [], "decision": None, "count": 0, "ghosts": [], "effect": None}
        if self._pointer is None or self._pointer.position is not position:
            self._pointer = Pointer(position)
        return self._pointer.point(prefix, [position.side], effect)[1]

    def reached(self, start: Position, line: Sequence[str]) -> Position:
        """The position after a line. Raises GipfelError, also where chance is to decide on the way."""
        if not self._positions or self._positions[0] is not start:
            self._positions, self._made = [start], []
        known = 0
        while known < min(len(line), len(self._made)) and self._made[known].text == line[known]:
            known += 1
        del self._made[known:], self._positions[known + 1 :]
        for text in line[known:]:
            decision = _decided(self._positions[-1], text)
            self._positions.append(decision.position.play(decision))
            self._made.append(decision)
        return self._positions[-1]


def varied(
    variation: Variation, table: Table, at: int, line: Sequence[str], prefix: Path, effect: bool
) -> sent.Varied:
    """The position after some decisions of a table and a line of others. Raises GipfelError.

    In a game with time nothing can be pointed at: it matters when something is decided.
    """
    start = table.position_at(at)
    found = variation.view(start, line, prefix, (), effect)
    position = variation.reached(start, line)
    if table.real_time or position.timed:
        found |= {"targets": [], "decision": None, "count": 0, "ghosts": [], "effect": None}
    if not line:
        past = past_view(table, at)
        found |= {name: past[name] for name in ("picture", "changes", "sentence", "side")}  # type: ignore[typeddict-item]
    turns = [*_varied_turns(table, at, variation.made, position)]
    return {**found, "at": at, "turns": turns, "position": str(position)}


def _varied_turns(
    table: Table, at: int, made: Sequence[Decision], position: Position
) -> Iterator[sent.VariedTurn]:
    """The turns of a line; the first one begins in the game if the line does so in the middle of a turn."""
    if not made:
        return
    begin, decisions = at, table.play.decisions
    while begin and decisions[begin - 1].position.turn == made[0].position.turn:
        begin -= 1
    whole = Playthrough.of([*decisions[begin:at], *made], position)
    left = at - begin
    for (turn, finished), text in zip(whole.turns(), whole.turn_texts(), strict=True):
        count = len(turn) - left
        if count > 0:
            side = side_word(turn[0].side)
            yield {"text": text, "side": side, "count": count, "finished": finished}
        left = max(0, -count)


def _decided(position: Position, text: str) -> Decision:
    if position.outcome is not None:
        raise GipfelError(say("The game would be over before that."))
    if position.by_chance:
        raise GipfelError(say("Chance decides there; nobody can plan beyond that."))
    return position.decision(text)

"""What the record of a match says about its turns: what the players expected, and their clocks."""

from dataclasses import dataclass, replace

from gipfel.arena.game_clock import GameClock
from gipfel.engine.judgement import evaluation_of
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.notation.record import Evaluation, Record, RecordTurn


@dataclass(slots=True)
class _TurnNote:
    """What is known of one turn; the clock is that of the side that began it."""

    side: Side
    evaluation: Evaluation | None = None
    used: float = 0.0
    left: float = 0.0


class TurnNotes:
    """Collects scores and times while a game is played, and writes them into its record."""

    def __init__(self, start: Position, clock: GameClock | None) -> None:
        self._first = start.turn
        self._clock = clock
        self._notes: dict[int, _TurnNote] = {}

    def decided(self, position: Position, score: int | None, seconds: float) -> None:
        """The side to act has chosen a decision, with this score for itself; None if it told none."""
        side = position.side
        note = self._notes.setdefault(position.turn - self._first, _TurnNote(side))
        if side == note.side:
            note.used += seconds
        if score is not None and position.contest is None:
            note.evaluation = evaluation_of(score if side == Side.WHITE else -score, None)

    def played(self, position: Position) -> None:
        """The decision was played in this position, and the clocks were changed."""
        note = self._notes.get(position.turn - self._first)
        if note is not None and self._clock is not None:
            note.left = max(0.0, self._clock.left[note.side])

    def annotated(self, record: Record) -> Record:
        """The record with everything that was noted."""
        turns = (self._annotated(number, turn) for number, turn in enumerate(record.turns))
        return replace(record, turns=tuple(turns))

    def _annotated(self, number: int, turn: RecordTurn) -> RecordTurn:
        note = self._notes.get(number)
        if note is None:
            return turn
        if self._clock is None:
            return replace(turn, evaluation=note.evaluation)
        left, used = round(1000 * note.left), round(1000 * note.used)
        return replace(turn, evaluation=note.evaluation, left=left, used=used)

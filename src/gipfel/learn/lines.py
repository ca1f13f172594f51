"""Lines: what a learner does and what the opponent replies, as a course or a puzzle writes it.

e1-e5 xe2,e3,e4,e5        two decisions of the learner
a1-c3 (b3) c4-c5          the opponent's reply is in brackets
(a1-b2 / roll 6)          decisions whose texts contain blanks are separated by " / "
"""

from collections.abc import Iterable
from dataclasses import dataclass

from gipfel.errors import GipfelError
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side

SEPARATOR = " / "
BRACKETS = f"write a1 (b3) c3, or a1{SEPARATOR}(b3){SEPARATOR}c3 where texts contain blanks"


class LineError(GipfelError):
    """A line that cannot be read or played. The message says where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Move:
    """A decision of a line."""

    text: str
    is_reply: bool
    """Not the learner decides, but the opponent or chance."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that can be played."""

    text: str
    """As it was written."""
    decisions: tuple[Decision, ...]
    replies: tuple[bool, ...]
    """For each decision: is it a reply?"""


def read_line(text: str) -> tuple[Move, ...]:
    """The decisions of a line. Raises LineError."""
    parts = text.split(SEPARATOR) if SEPARATOR in text else text.split()
    moves: list[Move] = []
    in_brackets = False
    for part in (part.strip() for part in parts):
        opens, closes = part.startswith("("), part.endswith(")")
        if (opens and in_brackets) or (closes and not opens and not in_brackets):
            raise LineError(f"{text!r}: the brackets do not fit together; {BRACKETS}")
        in_brackets = in_brackets or opens
        decision = part.removeprefix("(").removesuffix(")").strip()
        if not decision:
            raise LineError(f"{text!r}: a decision is missing")
        moves.append(Move(decision, in_brackets))
        in_brackets = in_brackets and not closes
    if in_brackets:
        raise LineError(f"{text!r}: a bracket is not closed; {BRACKETS}")
    if not moves:
        raise LineError("a line is empty; it needs a decision")
    if moves[0].is_reply:
        raise LineError(f"{text!r}: the first decision is the learner's, it is not written in brackets")
    return tuple(moves)


def learner_acts(position: Position, learner: Side) -> bool:
    """Does the learner decide in a position?"""
    return position.outcome is None and not position.by_chance and position.side == learner


def playable(position: Position, text: str) -> Line:
    """A line that begins in a position, in which the learner is to act. Raises LineError."""
    learner = position.side
    moves = read_line(text)
    decisions: list[Decision] = []
    for move in moves:
        after = f" after {decisions[-1].text}" if decisions else ""
        decision = _decision(position, move, learner, f"{text!r}{after}")
        decisions.append(decision)
        position = position.play(decision)
    return Line(text, tuple(decisions), tuple(move.is_reply for move in moves))


def _decision(position: Position, move: Move, learner: Side, where: str) -> Decision:
    if position.outcome is not None:
        raise LineError(f"{where}: the game is over, {move.text} cannot be played")
    if learner_acts(position, learner) == move.is_reply:
        whose = "the learner's" if move.is_reply else "not the learner's"
        right = move.text if move.is_reply else f"({move.text})"
        raise LineError(f"{where}: the decision is {whose}, write {right}")
    try:
        return position.decision(move.text)
    except GipfelError as error:
        raise LineError(f"{where}: {error}") from error


def decisions_before(position: Position, texts: Iterable[str]) -> tuple[Decision, ...]:
    """Decisions of both sides that are played first. Raises LineError."""
    decisions = []
    for text in texts:
        try:
            decisions.append(position.decision(text))
        except GipfelError as error:
            raise LineError(str(error)) from error
        position = position.play(decisions[-1])
    return tuple(decisions)

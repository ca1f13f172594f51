"""Lines: what a learner does and what the opponent replies, as a course or a puzzle writes it.

e1-e5 xe2,e3,e4,e5        two decisions of the learner
a1-c3 (b3) c4-c5          the opponent's reply is in brackets
(a1-b2 / roll 6)          decisions whose texts contain blanks are separated by " / "
a1-a2+ (10s:a4-a3+)       where time runs: the reply comes ten seconds later
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gipfel.errors import GipfelError
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side

SEPARATOR = " / "
LATER = re.compile(r"(\d{1,4})s:\s*(?=\S)")
"""What a decision begins with that is made some seconds after the one before it."""
BRACKETS = f"write a1 (b3) c3, or a1{SEPARATOR}(b3){SEPARATOR}c3 where texts contain blanks"


class LineError(GipfelError):
    """A line that cannot be read or played. The message says where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Move:
    """A decision of a line."""

    text: str
    is_reply: bool
    """Not the learner decides, but the opponent or chance."""
    later: int
    """After how many milliseconds it is made. Time stands still until the learner has decided."""


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
        later, decision = _split_time(decision)
        moves.append(Move(decision, in_brackets, later))
        in_brackets = in_brackets and not closes
    if in_brackets:
        raise LineError(f"{text!r}: a bracket is not closed; {BRACKETS}")
    if not moves:
        raise LineError("a line is empty; it needs a decision")
    if moves[0].is_reply:
        raise LineError(f"{text!r}: the first decision is the learner's, it is not written in brackets")
    return tuple(moves)


def _split_time(text: str) -> tuple[int, str]:
    """After how many milliseconds a decision is made, and its own text."""
    found = LATER.match(text)
    return (int(found[1]) * 1000, text[found.end() :]) if found else (0, text)


def _later(position: Position, ms: int) -> Position:
    """The position after some time. Raises LineError."""
    if ms and not position.timed:
        raise LineError("time does not run here; leave the seconds out")
    try:
        return position.at(position.time + ms) if ms else position
    except GipfelError as error:
        raise LineError(str(error)) from error


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
        position = decision.position.play(decision)
    return Line(text, tuple(decisions), tuple(move.is_reply for move in moves))


def _decision(position: Position, move: Move, learner: Side, where: str) -> Decision:
    if position.outcome is not None:
        raise LineError(f"{where}: the game is over, {move.text} cannot be played")
    if learner_acts(position, learner) == move.is_reply:
        whose = "the learner's" if move.is_reply else "not the learner's"
        right = move.text if move.is_reply else f"({move.text})"
        raise LineError(f"{where}: the decision is {whose}, write {right}")
    if move.later and not move.is_reply:
        raise LineError(f"{where}: time stands still for the learner; write {move.text} without the seconds")
    try:
        return _later(position, move.later).decision(move.text)
    except GipfelError as error:
        raise LineError(f"{where}: {error}") from error


def decisions_before(position: Position, texts: Iterable[str]) -> tuple[Decision, ...]:
    """Decisions of both sides that are played first. Raises LineError."""
    decisions = []
    for text in texts:
        ms, own = _split_time(text)
        try:
            decisions.append(_later(position, ms).decision(own))
        except GipfelError as error:
            raise LineError(str(error)) from error
        position = decisions[-1].position.play(decisions[-1])
    return tuple(decisions)

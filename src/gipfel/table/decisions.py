"""What a table has to know of decisions and positions: contests inside turns, and what chance decides."""

from dataclasses import dataclass
from functools import cached_property

from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.project.contests.contest import Contest, GameContest
from gipfel.project.potentials.position import PROOF, ProjectPosition, ProvenDecision


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, in notation."""

    text: str
    side: Side
    at: int
    """How many decisions had been made after it."""


def contest_in(position: Position) -> Contest | None:
    """What is played inside the turn of a project game, if anything is."""
    return position.contest if isinstance(position, ProjectPosition) else None


def is_by_chance(position: Position) -> bool:
    """Does nobody decide, but a die, a coin, a card or a lot?"""
    contest = contest_in(position)
    return contest is not None and contest.by_chance and position.outcome is None


def board_of(position: Position) -> Position:
    """The position whose board is seen: that of a game that is played as a contest, or the game's own."""
    contest = contest_in(position)
    if isinstance(contest, GameContest) and contest.first is not None:
        return contest.position
    return position


def decided_text(decision: Decision) -> str:
    """A decision as it is kept: with the proof if chance made it."""
    if isinstance(decision, ProvenDecision):
        return f"{decision.text}{PROOF}{decision.proof}"
    return decision.text


def occasion(position: ProjectPosition) -> str:
    """What tells one throw of a game from all others."""
    assert position.contest is not None
    return f"{position.contest.purpose} {position.contest.state_text}"


def forget_found(position: Position) -> None:
    """Let go of what has been found out about a position that is left; it can be found again.

    Thousands of decisions in each of a hundred positions of many tables are too much to keep.
    """
    for left in (position, board_of(position)):
        for name in _found(type(left)):
            left.__dict__.pop(name, None)


def _found(kind: type[Position]) -> tuple[str, ...]:
    """The names of what positions find out only when they are asked."""
    named = (item for base in kind.__mro__ for item in vars(base).items())
    return tuple(name for name, value in named if isinstance(value, cached_property))

"""What is really played: a contest's game inside a project game, or the game itself."""

from collections.abc import Callable
from random import Random

from gipfel.games.core.position import Decision, Position

Outward = Callable[[int], Decision]
"""From a decision where it is really made, as its code, to the decision of the whole position."""


def played_in(position: Position) -> tuple[Position | None, Outward]:
    """The position of the game that is really played now, and the way back from its decisions.

    There is none in a contest without a game: a call, a report of something played elsewhere, a lot.
    """
    if position.game.has_contests:
        from gipfel.project.contests.contest import GameContest
        from gipfel.project.potentials.position import ProjectPosition

        assert isinstance(position, ProjectPosition)
        contest = position.contest
        if isinstance(contest, GameContest) and contest.first is not None:
            return contest.position, lambda code: Decision(position, contest.outer_code(code))
        if contest is not None:
            return None, lambda code: Decision(position, code)
    return position, lambda code: Decision(position, code)


def guess(position: Position, chance: Random) -> Decision:
    """What to do in a contest without a game: draw what is due, believe a report, or do anything."""
    from gipfel.project.contests.contest import Outside
    from gipfel.project.potentials.position import ProjectPosition

    fate = position.draw()
    if fate is not None:
        return fate
    contest = position.contest if isinstance(position, ProjectPosition) else None
    codes = position.codes
    believes = isinstance(contest, Outside) and contest.reported
    return Decision(position, codes[0] if believes else chance.choice(codes))

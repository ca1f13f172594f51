"""Who plays whom."""

import pytest

from gipfel.arena.schedule import Match, Schedule
from gipfel.engine.players.specs import PlayerSpec
from tests.helpers.matches import GIPF, QUICK, RANDOM


@pytest.mark.parametrize(
    ("schedule", "pairings"),
    [
        (Schedule.ROUND_ROBIN, [(0, 1), (0, 2), (1, 2)]),
        (Schedule.LADDER, [(0, 1), (1, 2)]),
        (Schedule.GAUNTLET, [(0, 1), (0, 2)]),
    ],
)
def test_who_meets_whom(schedule: Schedule, pairings: list[tuple[int, int]]) -> None:
    match = Match(GIPF, (RANDOM, RANDOM, PlayerSpec.read("greedy")), QUICK, 2, schedule)
    jobs = [*match.jobs()]
    assert len(jobs) == match.games() == 4 * len(pairings)
    assert len({job.key for job in jobs}) == len(jobs)
    assert [(job.key.first, job.key.second) for job in jobs[: 2 * len(pairings) : 2]] == pairings
    assert match.names == ["random (1)", "random (2)", "greedy"]
    for one in jobs:
        assert (one.white, one.black) == (match.players[one.key.white], match.players[one.key.black])

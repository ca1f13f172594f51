"""Swiss system and knockout: pairings follow from results, places from points."""

from collections.abc import Callable

import pytest

import gipfel
from gipfel.arena.games import GameJob, GameKey, GameResult
from gipfel.arena.places import places
from gipfel.arena.rounds import MOST_EXTRA_PAIRS
from gipfel.arena.schedule import Match, Schedule
from gipfel.arena.standings import compute_standings, summary
from gipfel.pairing.knockout import knockout_rounds
from tests.helpers.matches import GIPF, QUICK, RANDOM, result

Scores = Callable[[GameKey], str]


def better_first(key: GameKey) -> str:
    """The player with the lower number wins."""
    return "1-0" if key.white < key.black else "0-1"


def white_wins(key: GameKey) -> str:
    """Every pair is tied."""
    return "1-0"


def match_of(players: int, schedule: Schedule, pairs: int = 1, rounds: int = 0) -> Match:
    return Match(GIPF, (RANDOM,) * players, QUICK, pairs, schedule, rounds, "Cup")


def played(match: Match, scores: Scores) -> tuple[dict[GameKey, GameResult], list[GameJob]]:
    """All games of a match, each played as soon as it is known."""
    results: dict[GameKey, GameResult] = {}
    jobs: list[GameJob] = []
    while missing := [job for job in match.jobs(results) if job.key not in results]:
        jobs += missing
        for job in missing:
            key = job.key
            results[key] = result(key.first, key.second, key.pair, key.swapped, scores(key))
    return results, jobs


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
@pytest.mark.parametrize("pairs", [1, 3])
def test_a_swiss_system_finds_the_best_player(players: int, pairs: int) -> None:
    match = match_of(players, Schedule.SWISS, pairs)
    results, jobs = played(match, better_first)
    assert len(results) == match.games(results) == match.number_of_rounds * (players // 2) * 2 * pairs
    assert [job.round for job in jobs] == sorted(job.round for job in jobs)
    assert {job.event for job in jobs} == {"Cup"}
    table = places(match, results)
    assert (table[0].place, table[0].player) == (1, 0)
    assert sum(place.games for place in table) == 2 * len(results)
    for place in table:
        assert place.games + 2 * pairs * bool(place.note) == 2 * pairs * match.number_of_rounds
    meetings = [(one.first, one.second) for one in match.meetings(results) if one.second is not None]
    assert len(meetings) == len({*meetings}), "nobody meets somebody twice"


def test_a_round_is_paired_when_the_one_before_is_over() -> None:
    match = match_of(6, Schedule.SWISS)
    results: dict[GameKey, GameResult] = {}
    first = [job.key for job in match.jobs(results)]
    assert len(first) == 6
    for key in first[:-1]:
        results[key] = result(key.first, key.second, key.pair, key.swapped, better_first(key))
    assert [job.key for job in match.jobs(results)] == first
    key = first[-1]
    results[key] = result(key.first, key.second, key.pair, key.swapped, better_first(key))
    assert len([*match.jobs(results)]) == 12
    winners = {place.player for place in places(match, results)[:3]}
    second = [job.key for job in match.jobs(results)][6:]
    assert sum(key.first in winners and key.second in winners for key in second) >= 2, "winners meet winners"


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_a_knockout_leaves_one_player(players: int) -> None:
    match = match_of(players, Schedule.KNOCKOUT, 2)
    results, jobs = played(match, better_first)
    assert len(results) == match.games(results) == 4 * (players - 1)
    assert max(job.round for job in jobs) == knockout_rounds(players)
    table = places(match, results)
    assert [place.player for place in table[:2]] == [0, 1]
    assert table[0].note == ""
    assert table[1].note == f"out in round {knockout_rounds(players)}"


def test_a_tied_knockout_goes_on_and_then_the_seeding_decides() -> None:
    match = match_of(4, Schedule.KNOCKOUT)
    results, _ = played(match, white_wins)
    assert len(results) == match.games(results) == 3 * 2 * (1 + MOST_EXTRA_PAIRS)
    table = places(match, results)
    assert [place.player for place in table] == [0, 1, 2, 3]
    assert table[1].note == "out in round 2 by the seeding, after a tie"

    def later(key: GameKey) -> str:
        """Two tied pairs; then the player with the higher number wins."""
        if key.pair % (1 + MOST_EXTRA_PAIRS) < 2:
            return "1-0"
        return "1-0" if key.white > key.black else "0-1"

    results, _ = played(match, later)
    assert len(results) == 3 * 2 * 3, "two tied pairs, then one that decides"
    assert places(match, results)[0].player == 3


@pytest.mark.parametrize("schedule", [Schedule.SWISS, Schedule.KNOCKOUT])
def test_the_standings_have_a_cross_table(schedule: Schedule) -> None:
    match = match_of(4, schedule)
    results, _ = played(match, better_first)
    standings = compute_standings(match, results.values())
    table = standings.cross_table
    assert [row[place] for place, row in enumerate(table)] == ["–"] * 4
    assert table[0][1] == "2/2"
    assert table[1][0] == "0/2"
    data = summary(match, standings, "done")
    assert data["places"][0]["player"] == "random (1)"
    assert data["match"]["schedule"] == str(schedule)
    assert data["games"] == len(results)


@pytest.mark.parametrize(
    ("players", "schedule", "rounds", "message"),
    [
        (
            4,
            Schedule.SWISS,
            4,
            "4 players play at most 3 rounds, since then all have met, not 4",
        ),
        (4, Schedule.KNOCKOUT, 2, "only the schedule swiss has a number of rounds"),
        (65, Schedule.KNOCKOUT, 0, "the schedule knockout is for at most 64 players"),
    ],
)
def test_what_is_not_possible_is_said(players: int, schedule: Schedule, rounds: int, message: str) -> None:
    with pytest.raises(gipfel.OptionError, match=message):
        match_of(players, schedule, rounds=rounds)

"""Standings and tie-breaks, with worked examples."""

import pytest

from gipfel.table.seats import read_seats
from gipfel.table.setup import new_setup
from gipfel.table.tournaments.standings import TIE_BREAKS, Standing, standings
from gipfel.table.tournaments.tournament import (
    ENDED,
    ROUND_ROBIN,
    RUNNING,
    SWISS,
    Pairing,
    Player,
    Tournament,
    WrongMoment,
)

SETUP = new_setup("zertz", "blitz", {}, read_seats(None))
Game = tuple[int, int | None, str]


def tournament(kind: str, players: int, *rounds: list[Game], state: str = RUNNING) -> Tournament:
    """A tournament after these games: White, Black, result."""
    pairings = [
        Pairing(number, board, white, black, score=result)
        for number, games in enumerate(rounds, 1)
        for board, (white, black, result) in enumerate(games, 1)
    ]
    everybody = [Player(number, f"P{number}") for number in range(1, players + 1)]
    return Tournament("t", "T", kind, 9, len(rounds), state, "link", SETUP, everybody, pairings)


def places(found: list[Standing]) -> list[tuple[int, int, float]]:
    return [(one.place, one.player, one.points) for one in found]


def breaks(found: list[Standing], kind: str, name: str) -> dict[int, float]:
    index = TIE_BREAKS[kind].index(name)
    return {one.player: one.tie_breaks[index] for one in found}


def test_a_round_robin_of_four() -> None:
    """1 and 2 have two points; 1 won their game. 3 and 4 have one; 3 won theirs."""
    found = standings(
        tournament(
            ROUND_ROBIN,
            4,
            [(1, 4, "0-1"), (3, 2, "0-1")],
            [(4, 2, "0-1"), (1, 3, "1-0")],
            [(3, 4, "1-0"), (2, 1, "0-1")],
        )
    )
    assert places(found) == [(1, 1, 2.0), (2, 2, 2.0), (3, 3, 1.0), (4, 4, 1.0)]
    assert breaks(found, ROUND_ROBIN, "direct") == {1: 1, 2: 0, 3: 1, 4: 0}
    # 1 beat 3 (1 point) and 2 (2 points); 2 beat 3 and 4; 3 beat 4; 4 beat 1.
    assert breaks(found, ROUND_ROBIN, "sonneborn-berger") == {1: 3, 2: 2, 3: 1, 4: 2}


def test_sonneborn_berger_counts_half_for_draws() -> None:
    """Three players in a circle of draws and a fourth who loses to one of them: all by hand."""
    found = standings(
        tournament(
            ROUND_ROBIN,
            4,
            [(1, 4, "1-0"), (3, 2, "1/2-1/2")],
            [(4, 2, "1/2-1/2"), (1, 3, "1/2-1/2")],
            [(3, 4, "1/2-1/2"), (2, 1, "1/2-1/2")],
        )
    )
    assert places(found) == [(1, 1, 2.0), (2, 2, 1.5), (2, 3, 1.5), (4, 4, 1.0)]
    sonneborn = breaks(found, ROUND_ROBIN, "sonneborn-berger")
    assert sonneborn == {1: 1.0 + 0.75 + 0.75, 2: 0.75 + 0.5 + 1.0, 3: 0.75 + 0.5 + 1.0, 4: 0.75 + 0.75}


def test_a_swiss_tournament_by_hand() -> None:
    """1 and 3 have two points, 5 and 6 half a point: the opponents of 1 and of 6 have more."""
    found = standings(
        tournament(
            SWISS,
            6,
            [(1, 4, "1-0"), (5, 2, "0-1"), (3, 6, "1-0")],
            [(2, 1, "0-1"), (6, 5, "1/2-1/2"), (4, 3, "0-1")],
        )
    )
    points = {one.player: one.points for one in found}
    assert points == {1: 2, 2: 1, 3: 2, 4: 0, 5: 0.5, 6: 0.5}
    assert breaks(found, SWISS, "buchholz") == {1: 1, 2: 2.5, 3: 0.5, 4: 4, 5: 1.5, 6: 2.5}
    assert breaks(found, SWISS, "sonneborn-berger") == {1: 1, 2: 0.5, 3: 0.5, 4: 0, 5: 0.25, 6: 0.25}
    assert [one.player for one in found] == [1, 3, 2, 6, 5, 4]


def test_a_bye_is_a_point_in_swiss_and_none_in_a_round_robin() -> None:
    games: list[Game] = [(1, 2, "1-0"), (3, None, "")]
    assert places(standings(tournament(SWISS, 3, games))) == [(1, 3, 1.0), (2, 1, 1.0), (3, 2, 0.0)]
    assert places(standings(tournament(ROUND_ROBIN, 3, games))) == [(1, 1, 1.0), (2, 2, 0.0), (2, 3, 0.0)]


def test_who_met_nobody_met_somebody_as_good() -> None:
    """The bye of 3 counts like a win against a player with one point; 1 beat one without."""
    found = standings(tournament(SWISS, 3, [(1, 2, "1-0"), (3, None, "")]))
    assert breaks(found, SWISS, "buchholz") == {3: 1, 1: 0, 2: 1}
    assert breaks(found, SWISS, "sonneborn-berger") == {3: 1, 1: 0, 2: 0}


@pytest.mark.parametrize(("result", "points"), [("+/-", (1, 0)), ("-/+", (0, 1)), ("-/-", (0, 0))])
def test_forfeits(result: str, points: tuple[float, float]) -> None:
    pairing = Pairing(1, 1, 1, 2, entered=result, score="1/2-1/2")
    assert pairing.result == result, "what the organiser says counts"
    found = {one.player: one.points for one in standings(tournament(SWISS, 2, [(1, 2, result)]))}
    # `score` of a table is never a forfeit
    assert found == {1: 0, 2: 0}
    entered = Tournament(
        "t", "T", SWISS, 1, 1, ENDED, "link", SETUP, [Player(1, "A"), Player(2, "B")], [pairing]
    )
    found = {one.player: one.points for one in standings(entered)}
    assert (found[1], found[2]) == points


def test_the_direct_encounter_counts_only_if_all_have_met() -> None:
    """Three with one point each in Swiss: 1 beat 2, but nobody has met 5."""
    found = standings(
        tournament(
            SWISS, 6, [(1, 2, "1-0"), (3, 4, "1/2-1/2"), (5, 6, "1-0")], [(2, 3, "1-0"), (4, 1, "1-0")]
        )
    )
    assert {*breaks(found, SWISS, "direct").values()} == {0.0}


def test_games_that_go_on_count_for_nobody() -> None:
    found = standings(tournament(SWISS, 4, [(1, 3, ""), (2, 4, "*")]))
    assert [(one.place, one.points, one.played) for one in found] == [(1, 0, 0)] * 4


# --- Rounds -------------------------------------------------------------------------------------------


def test_a_round_is_closed_when_all_games_have_a_result() -> None:
    waiting = tournament(SWISS, 4, [(1, 3, "1-0"), (2, 4, "")])
    with pytest.raises(WrongMoment, match="One game of this round has no result yet"):
        waiting.next_pairings()
    pairs = tournament(SWISS, 4, [(1, 3, "1-0"), (2, 4, "0-1")]).next_pairings()
    assert {(one.white, one.black) for one in pairs} <= {(1, 4), (4, 1), (2, 3), (3, 2)}
    assert [(one.round, one.board) for one in pairs] == [(2, 1), (2, 2)]


def test_who_has_left_is_not_paired_in_swiss_and_loses_in_a_round_robin() -> None:
    for kind, absent in ((SWISS, 0), (ROUND_ROBIN, 1)):
        begun = tournament(kind, 4, [(1, 4, "1-0"), (3, 2, "1-0")])
        players = [Player(one.number, one.name, one.number == 2) for one in begun.players]
        left = Tournament("t", "T", kind, 3, 1, RUNNING, "link", SETUP, players, begun.pairings)
        pairs = left.next_pairings()
        assert sum(2 in (one.white, one.black) for one in pairs) == absent
        assert [one.entered for one in pairs if 2 in (one.white, one.black)] == ["+/-"] * absent


def test_a_tournament_that_is_over_has_no_more_rounds() -> None:
    with pytest.raises(WrongMoment, match="is over"):
        tournament(SWISS, 4, state=ENDED).next_pairings()

"""Matches of several games: the score follows from the results."""

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.side import Side
from gipfel.table.events import Accepted, Offered, Resigned, read_event, write_event
from gipfel.table.matches import (
    GameResult,
    MatchScore,
    contests_won,
    match_score,
    next_place,
    result_of,
    shown_score,
    why_not_first_to,
)
from gipfel.table.setup import NO_MATCH, MatchPlace
from gipfel.table.table import Table
from tests.helpers.tables import after_the_dice, firsts, in_a_contest, new_table, refuse


def score_of(*scores: str, first_to: int = 0) -> MatchScore:
    """The score after games with these results, for the sides of the last one."""
    results = [GameResult(number, score) for number, score in enumerate(scores, 1)]
    return match_score(len(scores), first_to, results)


def test_sides_change_with_every_game() -> None:
    """The first player wins as White, then as Black: twice the first player."""
    assert score_of("1-0").won == (1, 0)
    assert score_of("1-0", "0-1").won == (0, 2)
    assert score_of("1-0", "0-1", "").won == (2, 0)
    assert score_of("1-0", "1-0", "").won == (1, 1)


def test_a_draw_wins_nothing_and_an_aborted_game_does_not_count() -> None:
    score = score_of("1/2-1/2", "*", "1-0", "")
    assert (score.won, score.drawn) == ((0, 1), 1)


def test_games_inside_others_count_in_the_second_line() -> None:
    results = [GameResult(1, "1-0", (2, 1)), GameResult(2, "1/2-1/2", (0, 3)), GameResult(3, "")]
    score = match_score(3, 0, results)
    assert score.won == (1, 0)
    assert score.games == (1 + 2 + 3, 1)


def test_first_to() -> None:
    assert score_of("1-0", "0-1", first_to=3).winner is None
    assert score_of("1-0", "0-1", "1-0", first_to=3).winner == WHITE
    assert score_of("1-0", "0-1", "1/2-1/2", "0-1", first_to=3).winner == BLACK
    assert score_of("1-0", "0-1", "1-0").winner is None, "nobody has agreed on a number"


def test_a_single_game_has_no_score() -> None:
    first = GameResult(1, "1-0")
    assert shown_score(NO_MATCH, [first]) is None
    score = shown_score(NO_MATCH, [first, GameResult(2, "0-1")])
    assert score is not None
    assert score.won == (2, 0)
    assert shown_score(MatchPlace(first_to=3), [GameResult(1, "")]) is not None, "a number is agreed on"


def test_the_place_of_the_next_game() -> None:
    assert next_place(NO_MATCH, "a", score_of("1-0"), 0) == MatchPlace("a", 2)
    assert next_place(NO_MATCH, "a", score_of("1-0"), 3) == MatchPlace("a", 2, 3)
    place = MatchPlace("a", 2, 3)
    assert next_place(place, "b", score_of("1-0", "0-1", first_to=3), 0) == MatchPlace("a", 3, 3)
    decided = score_of("1-0", "0-1", first_to=2)
    assert next_place(MatchPlace("a", 2, 2), "b", decided, 0) == NO_MATCH
    assert next_place(MatchPlace("a", 2, 2), "b", decided, 5) == MatchPlace("", 1, 5)


def test_a_number_of_wins_must_still_decide_something() -> None:
    assert why_not_first_to(score_of("1-0", "0-1"), 3) == ""
    assert "has won 2 games" in why_not_first_to(score_of("1-0", "0-1"), 2)
    going_on = score_of("1-0", "0-1", first_to=3)
    assert why_not_first_to(going_on, 3) == why_not_first_to(going_on, 0) == ""
    assert "decided by 3 wins" in why_not_first_to(going_on, 4)
    assert why_not_first_to(score_of("1-0", "0-1", first_to=2), 4) == "", "the next match"


# --- Agreeing at the table ------------------------------------------------------------------------------


def over() -> Table:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Resigned(WHITE))
    return table


def test_a_rematch_may_name_the_number_of_wins() -> None:
    table = over()
    table.apply(Offered(BLACK, "rematch", 3))
    assert table.offer is not None
    assert table.offer.first_to == 3
    assert (table.rematch_agreed, table.agreed_first_to) == (False, 0)
    table.apply(Accepted(WHITE, "rematch"))
    assert (table.rematch_agreed, table.agreed_first_to) == (True, 3)


def test_both_want_a_rematch_but_not_the_same_match() -> None:
    table = over()
    table.apply(Offered(BLACK, "rematch", 3))
    refuse(table, Offered(WHITE, "rematch", 5), because="answer it first")
    table.apply(Offered(WHITE, "rematch"))
    assert (table.rematch_agreed, table.agreed_first_to) == (True, 3)


@pytest.mark.parametrize("wins", [-1, 1, 21, 10**9])
def test_a_match_has_two_to_twenty_wins(wins: int) -> None:
    table = over()
    with pytest.raises(GipfelError, match="2 to 20 wins"):
        table.apply(Offered(BLACK, "rematch", wins))
    assert table.offer is None


def test_only_a_rematch_names_a_number() -> None:
    refuse(firsts(new_table("yinsh"), 2), Offered(WHITE, "draw", 3), because="2 to 20 wins")


def test_the_event_is_written_as_before_without_a_number() -> None:
    assert "first_to" not in write_event(Offered(WHITE, "rematch"))
    assert read_event(write_event(Offered(WHITE, "rematch", 3))) == Offered(WHITE, "rematch", 3)


def test_a_game_without_contests_has_none_won() -> None:
    assert contests_won(over()) == (0, 0)


@pytest.mark.parametrize("loser", [WHITE, BLACK])
def test_a_game_that_is_won_inside_counts_for_its_winner(loser: Side) -> None:
    table = in_a_contest("zertz blitz")
    table.apply(table.resignation(loser))
    assert table.contest is None
    assert contests_won(table) == ((0, 1) if loser == WHITE else (1, 0))
    assert result_of(table).contests == (0, 0), "the evening goes on"
    table.apply(Resigned(WHITE))
    assert result_of(table) == GameResult(1, "0-1", contests_won(table))


def test_dice_are_no_games() -> None:
    assert contests_won(after_the_dice()) == (0, 0)

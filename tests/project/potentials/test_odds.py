"""The odds that a search assumes for contests."""

import pytest

import gipfel
from gipfel.games.core.options import Value

KINDS = 5


def odds_of(**options: Value) -> list[int]:
    """The odds of a contest for a ZÈRTZ-potential."""
    return gipfel.game("project", "menu", **options).contest_odds()[3:6]


@pytest.mark.parametrize(
    ("linked", "likely"),
    [
        ("die", [417, 417, 166]),  # 15, 15 and 6 of 36
        ("coin", [500, 500, 0]),
        ("highcard", [471, 471, 58]),  # 3 of the other 51 cards tie
        ("outside", [480, 480, 40]),
        ("zertz basic", [480, 480, 40]),
    ],
)
def test_odds(linked: str, likely: list[int]) -> None:
    assert odds_of(**{"link.Z": linked}) == likely
    assert odds_of(**{"link.Z": linked, "link.tie": "deny"}) == likely
    assert odds_of(**{"link.Z": linked, "link.tie": "replay"}) == [500, 500, 0]


def test_odds_have_three_entries_for_each_kind_of_each_side() -> None:
    found = gipfel.game("project", "dice").contest_odds()
    assert len(found) == 2 * 3 * KINDS
    assert all(sum(found[i : i + 3]) == 1000 for i in range(0, len(found), 3))


def test_odds_of_different_links() -> None:
    found = gipfel.game("project", "dice", **{"link.black.T": "coin"}).contest_odds()
    assert (found[:3], found[3 * KINDS : 3 * KINDS + 3]) == ([417, 417, 166], [500, 500, 0])


def test_games_without_contests_have_no_odds() -> None:
    assert gipfel.game("gipf").contest_odds() == [0]

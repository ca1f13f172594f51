"""What an engine answers to the offer to call a contest a tie."""

import pytest

from gipfel import BLACK, WHITE
from gipfel.engine.tie_answers import answer, decided_answer
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from tests.helpers.tables import in_a_contest


def unasked(position: Position) -> int:
    raise AssertionError("nothing has to be searched")


@pytest.mark.parametrize(("tie", "served"), [("use", WHITE), ("deny", BLACK)])
def test_it_accepts_a_tie_that_serves_it(tie: str, served: Side) -> None:
    """White wants to use a potential."""
    position = in_a_contest(**{"link.tie": tie}).position
    for side in Side:
        assert answer(position, side, unasked) == (side == served)


@pytest.mark.parametrize("first", ["user", "opponent"])
@pytest.mark.parametrize(("score", "behind"), [(300, "second"), (-300, "first"), (0, "both")])
def test_it_plays_again_unless_it_stands_better(first: str, score: int, behind: str) -> None:
    """Who begins plays White in the contest."""
    position = in_a_contest(**{"link.tie": "replay", "link.first": first}).position
    begins = WHITE if first == "user" else BLACK
    assert decided_answer(position, WHITE) is None
    assert answer(position, begins, lambda _: score) == (behind in ("first", "both"))
    assert answer(position, begins.other, lambda _: score) == (behind in ("second", "both"))


def test_without_a_board_it_plays_again() -> None:
    position = in_a_contest("coin", **{"link.tie": "replay"}).position
    for side in Side:
        assert answer(position, side, unasked)

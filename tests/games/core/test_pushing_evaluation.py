"""What a push promises to a search."""

import pytest

from gipfel.games.core.pushing_evaluation import ROW, ROW_OF_THEIRS, rows_of_push

LINE = 0b1111111
FIRST, NORTH = 0b1, 1
BESIDE = 0b1111 << 8
"""Four pieces in the next column."""


@pytest.mark.parametrize(
    ("mine", "theirs", "promise"),
    [
        (0b1110, 0, ROW),
        (0b1100, 0, 0),
        (0, 0b10111, ROW_OF_THEIRS),  # three are pushed on to a fourth one
        (0b10110, 0b00001, 0),
        (0b1110, BESIDE, ROW + ROW_OF_THEIRS),
        (0b1111, 0, ROW),
    ],
)
def test_rows_that_a_push_makes(mine: int, theirs: int, promise: int) -> None:
    assert rows_of_push(mine, theirs, FIRST, LINE, NORTH) == promise

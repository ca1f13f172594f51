"""Outlines, labels and drawing order that scenes of several games share."""

from math import hypot

import pytest

from gipfel.board import Board, between, hexagon, upward, without_corners
from gipfel.draw.boards import (
    back_to_front,
    label_outside,
    letters,
    line_ends,
    numbers,
    outline,
    outline_without_corners,
    points_of,
)

SMALL = Board(hexagon(2), upward(2))
LONG = Board(between((-3, 3), (-2, 2), (-3, 3)), upward(4), turned=True)
CUT = Board(without_corners(3), upward(3))


def distances_from_centre(points: tuple[tuple[float, float], ...]) -> list[float]:
    return [hypot(*point) for point in points]


def is_clockwise(points: tuple[tuple[float, float], ...]) -> bool:
    following = (*points[1:], points[0])
    return all(
        x * next_y - y * next_x < 0 for (x, y), (next_x, next_y) in zip(points, following, strict=True)
    )


def test_the_corners_of_an_outline_are_beyond_the_corners_of_the_board() -> None:
    corners = outline(SMALL, 0.5)
    assert distances_from_centre(corners) == pytest.approx([2.5] * 6)
    assert corners[0] == pytest.approx((0, 2.5))
    assert is_clockwise(corners)


def test_a_long_board_has_six_corners_too() -> None:
    corners = outline(LONG, 1.0)
    assert len(corners) == 6
    assert is_clockwise(corners)


def test_a_board_without_corner_points_has_twelve_corners() -> None:
    corners = outline_without_corners(CUT, 0.5, 0.5)
    assert len(corners) == 12
    assert is_clockwise(corners)
    inside = max(distances_from_centre(points_of(CUT)))
    assert min(distances_from_centre(corners)) > inside


def test_letters_and_numbers_stand_beside_the_first_point_that_has_them() -> None:
    below, left = (0.0, -0.7), (-0.6, 0.2)
    assert [label.text for label in letters(SMALL, below)] == ["a", "b", "c", "d", "e"]
    assert [label.text for label in numbers(SMALL, left)] == ["1", "2", "3", "4", "5"]
    x, y = SMALL.xy(SMALL.cells[SMALL.index["c1"]])
    assert letters(SMALL, below)[2].at == (x, y - 0.7)


def test_a_label_outside_is_farther_from_the_centre() -> None:
    for name in ("a1", "c5", "e2"):
        point = SMALL.index[name]
        label = label_outside(SMALL, point, 0.4)
        at = SMALL.xy(SMALL.cells[point])
        assert label.text == name
        assert hypot(label.at[0] - at[0], label.at[1] - at[1]) == pytest.approx(0.4)
        assert hypot(*label.at) > hypot(*at)


@pytest.mark.parametrize("board", [SMALL, LONG, CUT])
def test_points_are_drawn_from_the_back_to_the_front(board: Board) -> None:
    points = points_of(board)
    heights = [round(points[point][1], 3) for point in back_to_front(points)]
    assert heights == sorted(heights, reverse=True)
    assert len(line_ends(board)) == len(board.lines)

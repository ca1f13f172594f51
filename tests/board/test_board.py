"""Boards: the counts of every page in docs/rules follow from two-line definitions."""

import pytest

from gipfel.board import OFF, Board, Cell, between, distance, hexagon, oblique, upward


def without_corners(radius: int) -> list[Cell]:
    return [c for c in hexagon(radius) if distance(c) < radius or 0 not in (c[0], c[1], c[0] + c[1])]


def dvonn() -> list[Cell]:
    return [(c - 5, (r - 3) - (c - 5)) for r in range(1, 6) for c in range(max(0, r - 3), min(10, r + 7) + 1)]


def zertz(q: int, r: int, s: int) -> list[Cell]:
    return list(between((-3, q), (-3, r), (-3, s)))


BOARDS = {
    # name: board, points, adjacent pairs, lines of at least two points, symmetries
    "gipf": (Board(hexagon(4), upward(4)), 61, 156, 27, 12),
    "spots": (Board(hexagon(3), upward(4)), 37, 90, 21, 12),
    "zertz 40": (Board(zertz(3, 4, 3), upward(3)), 40, 98, None, None),
    "zertz 43": (Board(zertz(4, 4, 3), upward(3)), 43, 106, None, None),
    "zertz 44": (Board(zertz(3, 4, 4), upward(3)), 44, 109, None, None),
    "zertz 48": (Board(zertz(4, 4, 4), upward(3)), 48, 120, None, None),
    "dvonn": (Board(dvonn(), oblique(5, 3), turned=True), 49, 120, None, 4),
    "tzaar": (Board((c for c in hexagon(4) if c != (0, 0)), upward(4)), 60, 150, 30, 12),
    "yinsh": (Board(without_corners(5), oblique(5, 6)), 85, 222, 33, 12),
    "punct": (Board(without_corners(8), oblique(8, 9)), 211, 582, None, 12),
}


@pytest.mark.parametrize("name", BOARDS)
def test_counts(name: str) -> None:
    board, points, pairs, lines, symmetries = BOARDS[name]
    assert len(board) == points
    assert board.pairs == pairs
    assert len(set(board.names)) == points
    if lines is not None:
        assert len(board.lines) == lines
    if symmetries is not None:
        assert len(board.symmetries) == symmetries


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_are_mutual_and_one_apart(name: str) -> None:
    board = BOARDS[name][0]
    for point, around in enumerate(board.neighbours):
        for direction, other in enumerate(around):
            if other != OFF:
                assert board.neighbours[other][(direction + 3) % 6] == point
                (x, y), (u, v) = board.xy(board.cells[point]), board.xy(board.cells[other])
                assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(1)


@pytest.mark.parametrize("name", BOARDS)
def test_symmetries_keep_neighbours(name: str) -> None:
    board = BOARDS[name][0]
    assert board.symmetries[0] == tuple(range(len(board)))
    for symmetry in board.symmetries:
        assert sorted(symmetry) == list(range(len(board)))
        for point, around in enumerate(board.neighbours):
            image = {symmetry[other] for other in around if other != OFF}
            assert image == {other for other in board.neighbours[symmetry[point]] if other != OFF}


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("gipf", "a5 b6 c7 d8 e9 f8 g7 h6 i5"),
        ("yinsh", "a2-5 b1-7 c1-8 d1-9 e1-10 f2-10 g2-11 h3-11 i4-11 j5-11 k7-10"),
        (
            "punct",
            "a2-8 b1-10 c1-11 d1-12 e1-13 f1-14 g1-15 h1-16 i2-16 "
            "j2-17 k3-17 l4-17 m5-17 n6-17 o7-17 p8-17 q10-16",
        ),
        ("zertz 43", "a5 b6 c7 d7 e6 f5 g4 h3"),
        ("dvonn", "a1-3 b1-4 c1-5 d1-5 e1-5 f1-5 g1-5 h1-5 i1-5 j2-5 k3-5"),
    ],
)
def test_columns_are_numbered_as_printed(name: str, columns: str) -> None:
    board = BOARDS[name][0]
    for points, expected in zip(board.columns, columns.split(), strict=True):
        names = [board.names[point] for point in points]
        letter, numbers = expected[0], expected[1:]
        low, high = numbers.split("-") if "-" in numbers else ("1", numbers)
        assert names == [f"{letter}{n}" for n in range(int(low), int(high) + 1)]


def test_directions() -> None:
    board = BOARDS["gipf"][0]
    e5 = board.index["e5"]
    assert [board.names[p] for p in board.neighbours[e5]] == ["e6", "f5", "f4", "e4", "d4", "d5"]
    assert board.direction(board.index["e1"], board.index["e9"]) == 0
    assert board.direction(board.index["e1"], board.index["f3"]) == OFF

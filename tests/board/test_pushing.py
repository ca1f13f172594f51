"""Boards onto which pieces are pushed: entries, blocks, rows, what a piece meets, compared with loops."""

from random import Random

import pytest

from gipfel.board import Board, between, hexagon, upward
from gipfel.board.pushing import PushBoard, block_to_push, entries_not_full, moved_on
from gipfel.board.rays import first_pieces, jumps, slides
from gipfel.board.rows import completing, four_on_any_axis, run_around_four

SMALL = PushBoard(Board(hexagon(4), upward(4)), Board(hexagon(3), upward(4)))
LARGE = PushBoard(
    Board(between((-4, 5), (-4, 4), (-4, 4)), upward(4)), Board(between((-3, 4), (-3, 3), (-3, 3)), upward(4))
)
BOARDS = pytest.mark.parametrize("board", [SMALL, LARGE], ids=["37", "40"])
EVERYWHERE = {id(board): sum(board.bits) for board in (SMALL, LARGE)}


def some_sets(board: PushBoard) -> list[set[int]]:
    """Sets of spots, from few to many."""
    chance, spots = Random(1), range(len(board.spots))
    return [{*chance.sample(spots, chance.randrange(1, len(spots)))} for _ in range(100)]


def as_bits(board: PushBoard, spots: set[int]) -> int:
    return sum(board.bits[spot] for spot in spots)


@BOARDS
def test_entries(board: PushBoard) -> None:
    assert len(board.entries) == 2 * len(board.lines) == len(board.entry_bits)
    assert len({*board.bits}) == len(board.spots)
    for entry in board.entries:
        line = board.lines[entry.line]
        assert entry.dot in board.dots
        assert entry.spot in (line[0], line[-1])


@BOARDS
def test_open_entries_and_pushes(board: PushBoard) -> None:
    for pieces in some_sets(board):
        bits = as_bits(board, pieces)
        out = [0] * len(board.entries)
        found = entries_not_full(bits, board.entry_bits, board.entry_firsts, board.entry_masks, out)
        seen: set[int] = set()
        expected = []
        for number, entry in enumerate(board.entries):
            counts = entry.spot in pieces or entry.spot not in seen
            if counts and not pieces.issuperset(board.lines[entry.line]):
                expected.append(number)
            seen.add(entry.spot)
        assert out[:found] == expected
        for number in expected:
            check_push(board, pieces, number)


def check_push(board: PushBoard, pieces: set[int], number: int) -> None:
    """The pieces before the first gap of a line move by one."""
    entry = board.entries[number]
    line = board.lines[entry.line]
    line = line if line[0] == entry.spot else line[::-1]
    block = line[: next(i for i, spot in enumerate(line) if spot not in pieces)]
    pushed = block_to_push(as_bits(board, pieces), board.entry_masks[number], board.entry_shifts[number])
    if block:
        assert pushed == as_bits(board, {*block})
        moved = pieces - {*block} | {*line[1 : len(block) + 1]}
        after = moved_on(as_bits(board, pieces), pushed, board.entry_shifts[number])
        assert after == as_bits(board, moved)


@BOARDS
def test_rows(board: PushBoard) -> None:
    for number, pieces in enumerate(some_sets(board)):
        mine = {spot for spot in pieces if (spot + number) % 3}
        rows = {line: run_with_four(board.lines[line], mine, pieces) for line in range(len(board.lines))}
        assert bool(four_on_any_axis(as_bits(board, mine))) == any(rows.values())
        for line, row in rows.items():
            mask, shift = board.line_masks[line], board.line_shifts[line]
            found = run_around_four(as_bits(board, mine), as_bits(board, pieces), mask, shift)
            assert found == as_bits(board, row)


def run_with_four(line: tuple[int, ...], mine: set[int], pieces: set[int]) -> set[int]:
    """The run of pieces on a line that has four of mine side by side."""
    run: list[int] = []
    for spot in (*line, -1):
        if spot in pieces:
            run.append(spot)
            continue
        if any({*run[i : i + 4]} <= mine for i in range(len(run) - 3)):
            return {*run}
        run = []
    return set()


@BOARDS
def test_spots_that_complete_a_row(board: PushBoard) -> None:
    for mine in some_sets(board):
        if four_on_any_axis(as_bits(board, mine)):
            continue
        expected = {
            spot
            for spot in range(len(board.spots))
            if spot not in mine and four_on_any_axis(as_bits(board, {*mine, spot}))
        }
        assert completing(as_bits(board, mine), EVERYWHERE[id(board)]) == as_bits(board, expected)


@BOARDS
def test_what_a_piece_meets(board: PushBoard) -> None:
    for pieces in some_sets(board):
        occupied = as_bits(board, pieces)
        empty = EVERYWHERE[id(board)] & ~occupied
        for spot in pieces:
            bit, rays = board.bits[spot], [[*board.spots.ray(spot, d)] for d in range(6)]
            slid, jumped, met = set(), set(), set()
            for ray in rays:
                near = next((i for i, other in enumerate(ray) if other in pieces), len(ray))
                slid |= {*ray[:near]}
                met |= {*ray[near : near + 1]}
                gap = next((i for i, other in enumerate(ray) if other not in pieces), len(ray))
                jumped |= {*ray[gap : gap + 1]} if gap else set()
            assert slides(bit, empty) == as_bits(board, slid)
            assert jumps(bit, occupied, empty) == as_bits(board, jumped)
            assert first_pieces(bit, occupied, empty) == as_bits(board, met)

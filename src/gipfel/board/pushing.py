"""Boards onto which pieces are pushed from the edge: up to eight columns of spots, with dots around them.

A set of spots is one integer with one bit a spot. Columns are eight bits apart, so that each direction is a
shift; the eighth bit of a column is always empty and keeps lines from running over the edge. Kernels take the
tables of a board as arguments.
"""

from typing import NamedTuple

from gipfel.board.lattice import AXES, OPPOSITE, step
from gipfel.board.points import Board
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

STRIDE = 8
SHIFT = (1, STRIDE, STRIDE - 1, -1, -STRIDE, 1 - STRIDE)
"""By how many bits a piece moves in each of the six directions."""


class Entry(NamedTuple):
    """An entry move: from a dot onto the first spot of a line."""

    spot: int
    dot: str
    line: int
    direction: int


class PushBoard:
    """The tables of a board: its points are spots, on which pieces stand, and dots, where they come in."""

    def __init__(self, points: Board, spots: Board) -> None:
        left, low = min(q for q, _ in spots.cells), min(r for _, r in spots.cells)
        self.points = points
        self.spots = spots
        self.dots = tuple(
            name for name, cell in zip(points.names, points.cells, strict=True) if spots.at(cell) < 0
        )
        self.bits = [1 << (STRIDE * (q - left) + r - low) for q, r in spots.cells]
        self.lines = spots.lines
        self.longest = max(map(len, self.lines))
        self.line_masks = [sum(self.bits[spot] for spot in line) for line in self.lines]
        self.line_shifts = [SHIFT[spots.direction(line[0], line[-1])] for line in self.lines]
        self.line_bits = [
            [self.bits[spot] for spot in line] + [0] * (self.longest - len(line)) for line in self.lines
        ]
        self.entries = self._entries()
        self.entry_bits = [self.bits[entry.spot] for entry in self.entries]
        self.entry_firsts = [
            bit if i == self.entry_bits.index(bit) else 0 for i, bit in enumerate(self.entry_bits)
        ]
        """The bit of the first spot, for the one entry that stands for all while that spot is empty."""
        self.entry_masks = [self.line_masks[entry.line] for entry in self.entries]
        self.entry_shifts = [SHIFT[entry.direction] for entry in self.entries]

    def _entries(self) -> list[Entry]:
        """All entry moves, ordered by spot, then by dot."""
        entries = []
        for number, line in enumerate(self.lines):
            axis = next(d for d in AXES if self.spots.neighbours[line[0]][d] == line[1])
            for first, direction in ((line[0], axis), (line[-1], OPPOSITE[axis])):
                dot = self.points.at(step(self.spots.cells[first], OPPOSITE[direction]))
                entries.append(Entry(first, self.points.names[dot], number, direction))
        return sorted(entries)


@kernel("int64(int64, int64[::1], int64[::1], int64[::1], int64[::1])")
def entries_not_full(occupied: int, bits: State, firsts: State, masks: State, out: State) -> int:
    """The entries whose line is not full; all dots before an empty spot count as one."""
    n = 0
    for entry in range(len(bits)):
        counts = (occupied & bits[entry]) | firsts[entry] != 0
        out[n] = entry  # Nobody can foresee which ones count: adding 0 or 1 is faster than a branch.
        n += counts & (masks[entry] & ~occupied != 0)
    return n


@kernel("int64(int64, int64, int64)")
def block_to_push(occupied: int, line: int, shift: int) -> int:
    """The pieces before the first gap of a line, which a push moves one step on."""
    gaps = line & ~occupied
    if shift > 0:
        return line & ((gaps & -gaps) - 1)
    return line & ~smeared_down(gaps)


@kernel("int64(int64, int64, int64)")
def moved_on(bits: int, block: int, shift: int) -> int:
    """A bit set after its part in a block has moved one step."""
    if shift > 0:
        return (bits & ~block) | ((bits & block) << shift)
    return (bits & ~block) | ((bits & block) >> -shift)


@kernel("int64(int64)")
def smeared_down(bits: int) -> int:
    """All bits up to the highest one."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | (bits >> 32)

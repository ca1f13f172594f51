"""PÜNCT's board and pieces as tables (docs/rules/punct.md 1).

A *placement* is a piece type with a PÜNCT space and an orientation; its number is
36 * space + 6 * type + orientation. Tables for kernels are flat lists.
"""

from itertools import product

from gipfel.board import DIRECTIONS, OFF, Board, Cell, distance, oblique, without_corners

# --- 1.1 Spaces -----------------------------------------------------------------------------------

RADIUS = 8

BOARD = Board(without_corners(RADIUS), oblique(RADIUS, RADIUS + 1))
NUMBER_OF_SPACES = len(BOARD)
STEPS: list[int] = BOARD.steps
"""The six neighbours of each space, OFF where there is none."""

CENTRAL: list[int] = [int(distance(cell) <= 2) for cell in BOARD.cells]
"""1 for the spaces of the central hexagon."""
CENTRAL_SPACES: list[int] = [space for space in range(NUMBER_OF_SPACES) if CENTRAL[space]]

IN_LINE = tuple(
    tuple(sorted((space, *(other for d in range(6) for other in BOARD.ray(space, d)))))
    for space in range(NUMBER_OF_SPACES)
)
"""Where a PÜNCT can travel from each space: itself, and every space in line with it."""
TARGETS: list[int] = [target for targets in IN_LINE for target in targets]
FIRST_TARGET: list[int] = [sum(map(len, IN_LINE[:space])) for space in range(NUMBER_OF_SPACES + 1)]
"""The targets of a space are TARGETS from FIRST_TARGET[space] to before FIRST_TARGET[space + 1]."""

# --- 1.2 Sides ------------------------------------------------------------------------------------


def _side(cell: Cell) -> int:
    """The number of the side a cell belongs to, OFF if none; opposite sides are 0 1, 2 3, 4 5."""
    q, r = cell
    bounds = (-q, q, r, -r, -q - r, q + r)
    return bounds.index(RADIUS) if RADIUS in bounds else OFF


SIDE_OF = tuple(map(_side, BOARD.cells))
SIDE_BIT: list[int] = [0 if side == OFF else 1 << side for side in SIDE_OF]
FIRST_OF_PAIRS = 0b010101
"""One bit for each pair of opposite sides."""

# --- 1.3 Pieces -----------------------------------------------------------------------------------

TYPES = "TCEMLR"
NUMBER_OF_TYPES = len(TYPES)
STOCK: list[int] = [6, 2, 4, 2, 2, 2]
"""How many pieces of each type a player has."""
PIECES = sum(STOCK)
TRIANGLE = 0
NAMES = (
    "triangle",
    "bar, PÜNCT in the middle",
    "bar, PÜNCT at an end",
    "angle, PÜNCT in the middle",
    "angle bending left",
    "angle bending right",
)
ORIENTATIONS = (6, 3, 6, 6, 6, 6)
"""A straight piece with the PÜNCT in its centre looks the same after half a turn."""

MINOR_DOTS = (
    ((0,), (1,)),
    ((0,), (3,)),
    ((0,), (0, 0)),
    ((0,), (2,)),
    ((0,), (0, -1)),
    ((0,), (0, 1)),
)
"""For each type the ways from the PÜNCT to the minor dots: directions, counted from the orientation."""

MIDDLE = (2, 0, 1, 0, 1, 1)
"""Which of PÜNCT, first and second minor dot is the middle; a triangle has none, so any may stand here."""


def _walk(cell: Cell, way: tuple[int, ...], orientation: int) -> Cell:
    q, r = cell
    for turn in way:
        dq, dr = DIRECTIONS[(orientation + turn) % 6]
        q, r = q + dq, r + dr
    return q, r


def dots_from(cell: Cell, type_: int, orientation: int) -> tuple[Cell, Cell, Cell]:
    """PÜNCT, first and second minor dot of a piece."""
    first, second = MINOR_DOTS[type_]
    return cell, _walk(cell, first, orientation), _walk(cell, second, orientation)


# --- Placements -----------------------------------------------------------------------------------

PER_SPACE = 6 * NUMBER_OF_TYPES
PLACEMENTS = PER_SPACE * NUMBER_OF_SPACES


def placement(type_: int, space: int, orientation: int) -> int:
    """The number of a placement."""
    return PER_SPACE * space + 6 * type_ + orientation


def parts(number: int) -> tuple[int, int, int]:
    """Type, PÜNCT space and orientation of a placement."""
    space, rest = divmod(number, PER_SPACE)
    return rest // 6, space, rest % 6


def _covered(number: int) -> tuple[int, ...]:
    type_, space, orientation = parts(number)
    if orientation >= ORIENTATIONS[type_]:
        return ()
    found = tuple(map(BOARD.at, dots_from(BOARD.cells[space], type_, orientation)))
    return () if OFF in found else found


COVERED = tuple(map(_covered, range(PLACEMENTS)))
"""The spaces of PÜNCT, first and second minor dot; nothing for a placement that does not fit on the board."""
FITTING = tuple(number for number in range(PLACEMENTS) if COVERED[number])


def _middle_last(number: int) -> list[int]:
    spaces = [*COVERED[number]]
    if spaces:
        spaces.append(spaces.pop(MIDDLE[parts(number)[0]]))
    return spaces or [OFF] * 3


DOTS: list[int] = [space for number in range(PLACEMENTS) for space in _middle_last(number)]
"""The three spaces of each placement for kernels: both ends, then the middle."""

BY_SPACES = {(parts(number)[1], frozenset(COVERED[number])): number for number in FITTING}
"""The placement for a PÜNCT space and the set of covered spaces; no two placements have both alike."""

STRAIGHT: list[int] = [1, 2]
"""The straight types: of each three spaces in line, the second lies on them in two ways, the first in one."""
ANGULAR: list[int] = [3, 4, 5]
"""The angular types: each lies on the same three spaces in one way."""


def _most_mobile(number: int) -> int:
    """1 if no other placement of the type covers the same spaces with a PÜNCT that can travel further."""
    type_, space, _ = parts(number)
    spaces = frozenset(COVERED[number])
    same = [BY_SPACES[other, spaces] for other in spaces if (other, spaces) in BY_SPACES]
    rivals = [parts(other)[1] for other in same if parts(other)[0] == type_]
    return int(space == max(rivals, key=lambda other: (len(IN_LINE[other]), -other)))


MOST_MOBILE: list[int] = [int(bool(COVERED[number])) and _most_mobile(number) for number in range(PLACEMENTS)]
"""One placement of each type for the same three spaces: the one whose PÜNCT has most spaces in line."""

# --- What lies around a space ---------------------------------------------------------------------

RING: tuple[Cell, ...] = tuple(
    _walk((0, 0), way, direction) for way in ((0,), (0, 0), (0, 1)) for direction in range(6)
)
"""The 18 cells within two steps of a space: six next to it, six straight ahead, six in between."""

AROUND: list[int] = [BOARD.at((q + dq, r + dr)) for q, r in BOARD.cells for dq, dr in RING]
"""The spaces of the ring, at 18 * space + bit; OFF where the board ends."""
SEEN_AS: list[int] = [1 << RING.index((-dq, -dr)) for dq, dr in RING]
"""The bit that stands for a space in the ring of the space that bit i of its own ring stands for."""
OUTSIDE: list[int] = [
    sum(1 << i for i in range(18) if AROUND[18 * space + i] == OFF) for space in range(NUMBER_OF_SPACES)
]
"""The bits of the ring that are not on the board."""
CENTRAL_AROUND: list[int] = [
    sum(1 << i for i in range(18) if AROUND[18 * space + i] != OFF and CENTRAL[AROUND[18 * space + i]])
    for space in range(NUMBER_OF_SPACES)
]
"""The bits of the ring that are in the central hexagon."""

STRIDE = 32
AT: list[int] = [STRIDE * (q + RADIUS) + q + r + RADIUS for q, r in BOARD.cells]
"""Spaces in a frame in which equal steps are equal differences."""
SEES_ZERO = STRIDE * 2 * (RADIUS + 1)
AWAY = 2 * SEES_ZERO
"""A place in that frame which no space sees."""


def _sees() -> list[int]:
    table = [0] * (SEES_ZERO + AWAY + 1)
    for bit, (dq, dr) in enumerate(RING):
        table[SEES_ZERO + STRIDE * dq + dq + dr] = 1 << bit
    return table


SEES: list[int] = _sees()
"""The bit under which b is seen from a, at SEES_ZERO + AT[b] - AT[a]; 0 if it is further away."""


def _fit(type_: int, part: int, blocked: int) -> int:
    """The orientations of a type for which no minor dot is among the blocked ones of a third of the ring."""
    fit = 0
    for orientation in range(ORIENTATIONS[type_]):
        _, first, second = dots_from((0, 0), type_, orientation)
        needed = 1 << RING.index(first) | 1 << RING.index(second)
        fit |= int(needed >> 6 * part & blocked == 0) << orientation
    return fit


FIT: list[int] = [_fit(*entry) for entry in product(range(NUMBER_OF_TYPES), range(3), range(64))]
"""The orientations that are possible, one bit each, at 192 * type + 64 * third of the ring + its bits."""

"""PÜNCT for learning programs: observations and actions. Both versions share them.

What lies on a space is seen from the top down, six pieces deep; deeper ones are not seen. What is legal
depends on the two topmost pieces alone. A piece is seen dot by dot: each dot points to those beside it.

There are some 124 000 actions, as a piece can move along six lines and come down in any orientation. They are
composed of factors, so that a program can give probabilities to the factors and not to each action:

    add    the space of the PÜNCT, then type and orientation (33)
    move   the space of the PÜNCT before and after (7 813 pairs of spaces in line), then the direction in
           which the piece lies (15). The piece that moves says of which type it is.

A direction is one that a symmetry turns without knowing the type: pieces point towards a neighbour (6: bars
with the PÜNCT at the end, and angles), between two neighbours (6: triangles), or lie along an axis (3: bars
with the PÜNCT in the middle).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from gipfel.board import OFF, Permutation
from gipfel.games.core.encoding import ActionGroup, Channel, Encoding
from gipfel.games.punct.rules import (
    BELOW,
    HAND,
    LEVEL,
    MOVE,
    OWNER,
    PLACED,
    TOP,
    centre_is_closed,
)
from gipfel.games.punct.tables import (
    BOARD,
    BY_SPACES,
    COVERED,
    DOTS,
    IN_LINE,
    NAMES,
    NUMBER_OF_SPACES,
    NUMBER_OF_TYPES,
    ORIENTATIONS,
    PER_SPACE,
    PIECES,
    PLACEMENTS,
    STOCK,
    TARGETS,
    TYPES,
    parts,
    placement,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

DEPTH = 6
"""How many pieces of a pile are seen."""
DIRECTION_NAMES = ("north", "northeast", "southeast", "south", "southwest", "northwest")
OURS, THEIRS, PUNCT, LINKS, HEIGHT, PER_PIECE = 0, 1, 2, 3, 9, 10
"""The planes of each depth; there are six for LINKS."""


def _planes(depth: int) -> tuple[Channel, ...]:
    which = "top piece" if depth == 0 else f"piece {depth + 1} from the top"
    return (
        Channel(f"{which}: ours", "1 where it is ours"),
        Channel(f"{which}: theirs", "1 where it is theirs"),
        Channel(f"{which}: PÜNCT", "1 where its PÜNCT is"),
        *(
            Channel(f"{which}: to the {name}", f"1 where its next dot is to the {name}")
            for name in DIRECTION_NAMES
        ),
        Channel(f"{which}: level", "the level at which it lies", 2 * PIECES),
    )


PLANES = tuple(plane for depth in range(DEPTH) for plane in _planes(depth))
SCALARS = (
    *(
        Channel(f"{whose} hand: {name}", f"pieces of this type in {whose} hand", number)
        for whose in ("our", "their")
        for name, number in zip(NAMES, STOCK, strict=True)
    ),
    Channel("centre closed", "1 if no piece may be added in the central hexagon"),
)
AT_SCALARS = len(PLANES) * NUMBER_OF_SPACES


def _links(number: int, dot: int) -> int:
    """In which directions the other dots of a placement are next to one of its dots, one bit each."""
    spaces = DOTS[3 * number : 3 * number + 3]
    if OFF in spaces:
        return 0
    beside = BOARD.neighbours[spaces[dot]]
    return sum(1 << direction for direction in range(6) if beside[direction] in spaces)


LINKS_OF: list[int] = [_links(number, dot) for number in range(PLACEMENTS) for dot in range(3)]
"""The links of each dot of each placement, in the order of DOTS."""


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """Every pile from the top down, and the pieces in hand."""
    for i in range(AT_SCALARS):
        out[i] = 0
    for space in range(NUMBER_OF_SPACES):
        slot = state[TOP + space]
        depth = 0
        while slot != 0 and depth < DEPTH:
            slot = observe_dot(state, out, PER_PIECE * NUMBER_OF_SPACES * depth + space, slot, space)
            depth += 1
    hand = HAND + NUMBER_OF_TYPES * state[SIDE]
    other_hand = HAND + NUMBER_OF_TYPES * (1 - state[SIDE])
    for type_ in range(NUMBER_OF_TYPES):
        out[AT_SCALARS + type_] = state[hand + type_]
        out[AT_SCALARS + NUMBER_OF_TYPES + type_] = state[other_hand + type_]
    out[AT_SCALARS + 2 * NUMBER_OF_TYPES] = centre_is_closed(state)


@kernel("int64(int64[::1], int8[::1], int64, int64, int64)")
def observe_dot(state: State, out: State, at: int, slot: int, space: int) -> int:
    """Write the dot of a piece on a space into the planes from `at` on; returns what lies below it."""
    number = state[PLACED + slot]
    dot = 0
    while DOTS[3 * number + dot] != space:
        dot += 1
    out[at + (OURS if OWNER[slot] == state[SIDE] else THEIRS) * NUMBER_OF_SPACES] = 1
    out[at + PUNCT * NUMBER_OF_SPACES] = number // PER_SPACE == space
    for direction in range(6):
        out[at + (LINKS + direction) * NUMBER_OF_SPACES] = (LINKS_OF[3 * number + dot] >> direction) & 1
    out[at + HEIGHT * NUMBER_OF_SPACES] = state[LEVEL + slot]
    return state[BELOW + 3 * slot + dot]


CENTRE = BOARD.at((0, 0))


@cache
def direction_images(symmetry: Permutation) -> list[int]:
    """Where a symmetry turns each direction."""
    return [BOARD.direction(symmetry[CENTRE], symmetry[neighbour]) for neighbour in BOARD.neighbours[CENTRE]]


def exchanged(plane: int, symmetry: Permutation) -> int:
    """Links in one direction become links in another."""
    depth, kind = divmod(plane, PER_PIECE)
    if LINKS <= kind < HEIGHT:
        kind = LINKS + direction_images(symmetry)[kind - LINKS]
    return PER_PIECE * depth + kind


def exchanged_scalars(scalar: int, symmetry: Permutation) -> int:
    """Mirrored pieces that bend left are those that bend right."""
    hand, type_ = divmod(scalar, NUMBER_OF_TYPES)
    if hand > 1:
        return scalar
    return hand * NUMBER_OF_TYPES + FORMS[form_images(symmetry)[FORMS.index((type_, 0))]][0]


# --- Adding: type and orientation -----------------------------------------------------------------

FORMS = [(type_, o) for type_ in range(NUMBER_OF_TYPES) for o in range(ORIENTATIONS[type_])]
"""Every type in every orientation."""
NUMBER_OF_FORMS = len(FORMS)
FORM_AT: list[int] = [
    FORMS.index(form) if form in FORMS else OFF
    for form in ((type_, o) for type_ in range(NUMBER_OF_TYPES) for o in range(6))
]
PLACEMENT_OF_FORM: list[int] = [6 * type_ + o for type_, o in FORMS]


@cache
def form_images(symmetry: Permutation) -> list[int]:
    """What a symmetry makes of each type and orientation; a mirrored L is an R."""
    images = []
    for type_, orientation in FORMS:
        covered = COVERED[placement(type_, CENTRE, orientation)]
        image = BY_SPACES[symmetry[CENTRE], frozenset(symmetry[space] for space in covered)]
        image_type, _, image_orientation = parts(image)
        images.append(FORMS.index((image_type, image_orientation)))
    return images


# --- Moving: from where to where, and the direction -----------------------------------------------

PAIRS = [(origin, target) for origin, targets in enumerate(IN_LINE) for target in targets]
NUMBER_OF_PAIRS = len(PAIRS)
ORIGIN_OF: list[int] = [origin for origin, _ in PAIRS]


def _pair_at() -> list[int]:
    table = [0] * NUMBER_OF_SPACES**2
    for number, (origin, target) in enumerate(PAIRS):
        table[NUMBER_OF_SPACES * origin + target] = number
    return table


PAIR_AT: list[int] = _pair_at()
"""The number of a pair, at NUMBER_OF_SPACES * origin + target."""

BETWEEN, ALONG, POINTINGS = 6, 12, 15
"""From 0 on: towards a neighbour; between two neighbours; along an axis."""
NO_POINTING = -1


def _pointing(type_: int, orientation: int) -> int:
    """In which of the 15 directions a piece points."""
    if orientation >= ORIENTATIONS[type_]:
        return NO_POINTING
    match TYPES[type_]:
        case "T":
            return BETWEEN + orientation
        case "C":
            return ALONG + orientation
        case "M":
            return (orientation + 1) % 6  # its minor dots are on both sides of that direction
    return orientation


POINTING_OF: list[int] = [_pointing(type_, o) for type_ in range(NUMBER_OF_TYPES) for o in range(6)]
"""At 6 * type + orientation."""
ORIENTATION_OF: list[int] = [
    POINTING_OF.index(pointing, 6 * type_, 6 * type_ + 6) - 6 * type_
    if pointing in POINTING_OF[6 * type_ : 6 * type_ + 6]
    else OFF
    for type_ in range(NUMBER_OF_TYPES)
    for pointing in range(POINTINGS)
]
"""The orientation in which a type points somewhere, at POINTINGS * type + direction; OFF if there is none."""


def pointing_images(symmetry: Permutation) -> list[int]:
    """Where a symmetry turns each of the 15 directions."""
    images = direction_images(symmetry)
    between = [{direction, (direction + 1) % 6} for direction in range(6)]
    return [
        *images,
        *(BETWEEN + between.index({images[a] for a in pair}) for pair in between),
        *(ALONG + images[axis] % 3 for axis in range(3)),
    ]


def pair_images(symmetry: Permutation) -> list[int]:
    """Where a symmetry takes each pair of spaces in line."""
    return [PAIR_AT[NUMBER_OF_SPACES * symmetry[origin] + symmetry[target]] for origin, target in PAIRS]


# --- Actions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactoredGroup(ActionGroup):
    """Actions with two factors, each of which a symmetry moves by itself."""

    factor_images: tuple[Callable[[Permutation], list[int]], ...] = ()

    def images(self, symmetry: Permutation) -> list[int]:
        first, second = (images(symmetry) for images in self.factor_images)
        return [len(second) * i + j for i in first for j in second]


AT_MOVES = NUMBER_OF_SPACES * NUMBER_OF_FORMS
ACTIONS = (
    FactoredGroup(
        "add",
        AT_MOVES,
        "add a piece: by the space of its PÜNCT, then by type and orientation",
        factors=(("space of the PÜNCT", NUMBER_OF_SPACES), ("type and orientation", NUMBER_OF_FORMS)),
        factor_images=(list, form_images),
    ),
    FactoredGroup(
        "move",
        NUMBER_OF_PAIRS * POINTINGS,
        "move a piece: by the spaces of its PÜNCT before and after, then by its direction",
        factors=(("spaces before and after, in line", NUMBER_OF_PAIRS), ("direction", POINTINGS)),
        factor_images=(pair_images, pointing_images),
    ),
)


@kernel("int64(int64[::1], int64)")
def action_of(state: State, code: int) -> int:
    """Additions by space and form, moves by the spaces before and after and by the direction."""
    number = code % MOVE
    space = number // PER_SPACE
    if code < MOVE:
        return NUMBER_OF_FORMS * space + FORM_AT[number % PER_SPACE]
    origin = code // MOVE - 1
    pair = PAIR_AT[NUMBER_OF_SPACES * origin + space]
    return AT_MOVES + POINTINGS * pair + POINTING_OF[number % PER_SPACE]


@kernel("int64(int64[::1], int64)")
def decision_of(state: State, action: int) -> int:
    """The decision of an action; -1 if no piece, or one that cannot lie like that, has its PÜNCT there."""
    if action < AT_MOVES:
        return PER_SPACE * (action // NUMBER_OF_FORMS) + PLACEMENT_OF_FORM[action % NUMBER_OF_FORMS]
    pair = (action - AT_MOVES) // POINTINGS
    origin = ORIGIN_OF[pair]
    slot = state[TOP + origin]
    type_ = (state[PLACED + slot] % PER_SPACE) // 6
    orientation = ORIENTATION_OF[POINTINGS * type_ + (action - AT_MOVES) % POINTINGS]
    if slot == 0 or orientation == OFF:
        return -1
    return MOVE * (origin + 1) + PER_SPACE * TARGETS[pair] + 6 * type_ + orientation


ENCODING = Encoding(
    board=BOARD,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
    exchanged=exchanged,
    exchanged_scalars=exchanged_scalars,
)

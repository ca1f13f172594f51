"""PÜNCT as a picture: the spaces, the central hexagon and the sides, the pieces level by level."""

from dataclasses import replace
from math import sqrt

from gipfel.board import DIRECTIONS, Cell
from gipfel.draw.boards import letters, moved, numbers, outline_without_corners, points_of
from gipfel.draw.scene import XY, Label, Mark, Piece, Place, Scene, Stock, Tray
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.punct.connection import connection, visible_spaces
from gipfel.games.punct.names import PIECE_NAMES, placed_piece
from gipfel.games.punct.notation import COLOURS
from gipfel.games.punct.pointing import SPOTS, TRAYS
from gipfel.games.punct.rules import CONNECTION, END, HAND, Placed, pieces_at, pieces_on
from gipfel.games.punct.tables import (
    BOARD,
    CENTRAL,
    DOTS,
    NUMBER_OF_TYPES,
    RADIUS,
    TYPES,
    dots_from,
)
from gipfel.kernel.state import BLACK, BLACK_WINS, RESULT, WHITE, WHITE_WINS, State
from gipfel.locale import listed, note, say

# --- What never changes -----------------------------------------------------------------------------

BAR = 0.66
LABEL = 1.0
MARGIN = 1.35
"""How far outside the outermost spaces the bars along the sides, the labels and the edge of the board are."""
CUT = 1.54413
"""How far outside the spaces beside a missing corner the edge cuts the board's corner off."""

SMALL = 0.46
"""How far apart the dots of a piece in a tray are."""

SHORT_NAMES = (
    note("triangle"),
    note("centred bar"),
    note("bar"),
    note("centred angle"),
    note("left angle"),
    note("right angle"),
)

AT = points_of(BOARD)


def _sides() -> list[tuple[XY, XY, XY, XY]]:
    """For each side its first and last space, and the ways along it and outwards, one unit long."""
    sides = []
    for d in range(6):
        (q, r), (q2, r2) = DIRECTIONS[d], DIRECTIONS[(d + 1) % 6]
        first: Cell = ((RADIUS - 1) * q + q2, (RADIUS - 1) * r + r2)
        last: Cell = ((RADIUS - 1) * q2 + q, (RADIUS - 1) * r2 + r)
        x, y = BOARD.xy((q + q2, r + r2))
        along = BOARD.xy((q2 - q, r2 - r))
        sides.append((BOARD.xy(first), BOARD.xy(last), along, (x / sqrt(3), y / sqrt(3))))
    return sides


def _bars() -> tuple[tuple[XY, XY], ...]:
    """A bar along the seven spaces of each side, with short ends."""
    lines = []
    for first, last, along, outwards in _sides():
        start, end = (moved(moved(p, outwards, BAR), along, by) for p, by in ((first, -0.3), (last, 0.3)))
        lines += [(start, end), (start, moved(start, outwards, -0.22)), (end, moved(end, outwards, -0.22))]
    return tuple(lines)


def _places() -> tuple[Place, ...]:
    kinds = ("centre" if central else "dimple" for central in CENTRAL)
    return tuple(Place(target, at, kind, 0.62) for target, at, kind in zip(SPOTS, AT, kinds, strict=True))


def _labels() -> tuple[Label, ...]:
    """The letter below each column, the number before each oblique row; below a2 is the place of the 1."""
    ways = (BOARD.xy(DIRECTIONS[d]) for d in (3, 4, 5))
    south, southwest, northwest = (moved((0.0, 0.0), way, LABEL) for way in ways)
    first, *others = letters(BOARD, south)
    return (replace(first, at=moved(AT[0], southwest)), *others, *numbers(BOARD, northwest))


OUTLINE = outline_without_corners(BOARD, MARGIN, CUT)
BARS = _bars()
PLACES = _places()
LABELS = _labels()

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw; pieces come level by level."""
    return Scene(
        game="punct",
        title=title,
        outline=OUTLINE,
        lines=BARS,
        places=PLACES,
        pieces=tuple(_piece(state, piece) for piece in pieces_on(state)),
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        marks=_won(state),
        notes=tuple(_note(state, piece) for piece in pieces_on(state) if piece.level > 1),
        sentence=sentence,
    )


def _won(state: State) -> tuple[Mark, ...]:
    """What has won the game: the shortest connection, or the winner's spaces in the centre."""
    if state[RESULT] not in (WHITE_WINS, BLACK_WINS):
        return ()
    winner = state[RESULT] - WHITE_WINS
    if state[END] == CONNECTION:
        return (Mark("won", tuple(AT[space] for space in connection(state, winner))),)
    return tuple(Mark("won", (AT[space],)) for space in visible_spaces(state, winner) if CENTRAL[space])


def _piece(state: State, piece: Placed) -> Piece:
    return Piece(
        AT[piece.space],
        "bridge" if _gap(state, piece) else "triple",
        COLOURS[piece.side],
        mark=TYPES[piece.type],
        label=str(piece.level) if piece.level > 1 else "",
        target=SPOTS[piece.space],
        cells=tuple(AT[space] for space in piece.covered),
        level=piece.level,
        name=say(PIECE_NAMES[piece.side][piece.type]),
    )


def _gap(state: State, piece: Placed) -> bool:
    """Is there a gap below the middle of a piece?"""
    return piece.level > 1 and _level_below(state, piece, _middle(piece)) < piece.level - 1


def _middle(piece: Placed) -> int:
    return DOTS[3 * piece.placement + 2]


def _below(state: State, piece: Placed, space: int) -> Placed | None:
    """What lies next below a piece on one of its spaces."""
    return next((other for other in pieces_at(state, space) if other.level < piece.level), None)


def _level_below(state: State, piece: Placed, space: int) -> int:
    below = _below(state, piece, space)
    return below.level if below else 0


def _note(state: State, piece: Placed) -> str:
    """On what a piece above the board lies: `white right angle (f7, level 2) lies on black bar (f6)`."""
    below = dict.fromkeys(_below(state, piece, space) for space in sorted(piece.covered))
    carriers = [placed_piece(other) for other in below if other and other.level == piece.level - 1]
    words = {"piece": placed_piece(piece), "carriers": listed(carriers)}
    if not _gap(state, piece):
        return say("{piece} lies on {carriers}", **words)
    words["space"] = BOARD.names[_middle(piece)]
    lower = _below(state, piece, _middle(piece))
    if lower is None:
        return say("{piece} lies on {carriers}; bridge over {space}", **words)
    words["lower"] = placed_piece(lower)
    return say("{piece} lies on {carriers}; bridge over {space} ({lower})", **words)


def pile(state: State, point: str) -> tuple[str, ...]:
    """The pieces over a space, from the top down, in words."""
    if point not in BOARD.index:
        return ()
    return tuple(
        say("{piece}, level {level}", piece=say(PIECE_NAMES[piece.side][piece.type]), level=piece.level)
        for piece in pieces_at(state, BOARD.index[point])
    )


def _tray(state: State, side: int) -> Tray:
    """The pieces in hand, by type."""
    hand = state[HAND + NUMBER_OF_TYPES * side : HAND + NUMBER_OF_TYPES * (side + 1)]
    active = is_to_act(state, side)
    stocks = tuple(
        Stock(_in_tray(side, type_, active and count > 0), count, f"{TYPES[type_]} {say(SHORT_NAMES[type_])}")
        for type_, count in enumerate(hand)
    )
    return Tray(COLOURS[side], side_name(side), stocks, active)


def _small(side: int, type_: int) -> Piece:
    """A piece as it lies in a tray: small, its middle at the origin."""
    dots = [BOARD.xy(cell) for cell in dots_from((0, 0), type_, 0)]
    x, y = (sum(dot[i] for dot in dots) / 3 for i in (0, 1))
    cells = tuple(((dot[0] - x) * SMALL, (dot[1] - y) * SMALL) for dot in dots)
    return Piece((0.0, 0.0), "triple", COLOURS[side], mark=TYPES[type_], cells=cells)


IN_TRAY = [[_small(side, type_) for type_ in range(NUMBER_OF_TYPES)] for side in (WHITE, BLACK)]


def _in_tray(side: int, type_: int, choice: bool) -> Piece:
    """A piece in hand; one that can be chosen now can be pointed at."""
    target = TRAYS[type_] if choice else None
    return replace(IN_TRAY[side][type_], name=say(PIECE_NAMES[side][type_]), target=target)

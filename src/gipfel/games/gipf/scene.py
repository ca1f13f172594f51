"""GIPF as a picture: the hexagon with its lines and dots, the pieces, what lies beside the board."""

from collections.abc import Iterator
from functools import cache

from gipfel.draw.boards import back_to_front, label_outside, outline, points_of
from gipfel.draw.scene import OWNERS, XY, Mark, Piece, Place, Scene, Stock, Tray
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.gipf.pointing import BASIC_PIECE, GIPF_PIECE, both_kinds
from gipfel.games.gipf.rules import (
    BIT,
    DONE,
    DOTS,
    GIPF,
    LINES,
    LOST,
    PHASE,
    PIECES,
    POINTS,
    PUSH,
    RESERVE,
    RULES,
    SPOTS,
    STOP,
    row_on,
)
from gipfel.kernel.state import BLACK, ONGOING, RESULT, WHITE, State
from gipfel.locale import current_language, note, say, say_many

PIECE_NAMES = (
    (note("white piece"), note("white GIPF-piece")),
    (note("black piece"), note("black GIPF-piece")),
)
"""By side and height."""

# --- What never changes -----------------------------------------------------------------------------

MARGIN = 0.78
"""How far the corners of the board are from the outermost dots."""
LABEL = 0.38
"""How far a dot's label is from the dot."""

SPOT_AT = points_of(SPOTS)
BACK_TO_FRONT = back_to_front(SPOT_AT)
BITS_BACK_TO_FRONT = tuple((spot, BIT[spot]) for spot in BACK_TO_FRONT)


def _lines() -> tuple[tuple[XY, XY], ...]:
    """The 21 lines from dot to dot: all lines of points but the six sides, which are dots alone."""
    ends = [(line[0], line[-1]) for line in POINTS.lines if POINTS.names[line[1]] not in DOTS]
    return tuple((POINTS.xy(POINTS.cells[a]), POINTS.xy(POINTS.cells[b])) for a, b in ends)


def _places() -> tuple[Place, ...]:
    kinds = ("dot" if name in DOTS else "spot" for name in POINTS.names)
    return tuple(
        Place(Target(kind, name), POINTS.xy(cell), kind)
        for kind, name, cell in zip(kinds, POINTS.names, POINTS.cells, strict=True)
    )


OUTLINE = outline(POINTS, MARGIN)
LINE_ENDS = _lines()
PLACES = _places()
LABELS = tuple(label_outside(POINTS, POINTS.index[dot], LABEL) for dot in DOTS)

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw; the rows that the player to act can take now are marked."""
    return Scene(
        game="gipf",
        title=title,
        outline=OUTLINE,
        lines=LINE_ENDS,
        places=PLACES,
        pieces=_pieces(state),
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        marks=_rows(state),
        sentence=sentence,
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    white, gipf, language = state[PIECES + WHITE], state[GIPF], current_language()
    standing = white | state[PIECES + BLACK]
    return tuple(
        [
            _standing(WHITE if white & bit else BLACK, 2 if gipf & bit else 1, spot, language)
            for spot, bit in BITS_BACK_TO_FRONT
            if standing & bit
        ]
    )


@cache
def _standing(side: int, height: int, spot: int, language: str) -> Piece:
    """A piece on the board, cached by the language of its name, because scenes are drawn very often."""
    return piece(side, height, SPOT_AT[spot], Target("spot", SPOTS.names[spot]))


def piece(side: int, height: int, at: XY = (0.0, 0.0), target: Target | None = None) -> Piece:
    """A basic piece, or a GIPF-piece: one two discs high."""
    name = say(PIECE_NAMES[side][height == 2])
    return Piece(at, "disc", OWNERS[side], height, target=target, name=name)


def _tray(state: State, side: int) -> Tray:
    """A player's reserve, and what the player has captured: the discs the opponent has lost."""
    active = is_to_act(state, side)
    choice = active and state[PHASE] == PUSH and both_kinds(state)
    return _filled_tray(
        side, state[RESERVE + side], state[LOST + 1 - side], active, choice, current_language()
    )


@cache
def _filled_tray(side: int, reserve: int, captured: int, active: bool, choice: bool, language: str) -> Tray:
    """A tray with these numbers of pieces, cached by the language of its names."""
    taken = Stock(piece(1 - side, 1), captured, say_many("captured", "captured", captured))
    return Tray(OWNERS[side], side_name(side), (*_reserve(side, reserve, choice), taken), active)


def _reserve(side: int, reserve: int, choice: bool) -> Iterator[Stock]:
    """The reserve, also in pairs where they may be played; where there is a choice it can be pointed at."""
    yield Stock(piece(side, 1, target=BASIC_PIECE if choice else None), reserve, say("in reserve"))
    if choice:
        yield Stock(piece(side, 2, target=GIPF_PIECE), reserve // 2, say("in pairs"))


def _rows(state: State) -> tuple[Mark, ...]:
    if state[RESULT] != ONGOING or min(RULES.codes(state), default=0) < STOP:
        return ()
    marks = []
    for number, line in enumerate(LINES):
        row = 0 if state[DONE] >> number & 1 else row_on(state, number)
        if row:
            marks.append(Mark("row", tuple(SPOT_AT[spot] for spot in line if row & BIT[spot])))
    return tuple(marks)

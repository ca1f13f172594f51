"""GIPF as a picture: the hexagon with its lines and dots, the pieces, what lies beside the board."""

from collections.abc import Iterator
from functools import cache

from gipfel.draw.boards import back_to_front, points_of
from gipfel.draw.scene import OWNERS, XY, Mark, Piece, Scene, Stock, Tray
from gipfel.draw.target import Target
from gipfel.games.core.pushing import labels_of, lines_of, outline_of, places_of
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.gipf.pointing import BASIC_PIECE, GIPF_PIECE, both_kinds
from gipfel.games.gipf.rules import (
    BIT,
    BOARD,
    DONE,
    GIPF,
    LINES,
    LOST,
    PHASE,
    PIECES,
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

SPOT_AT = points_of(SPOTS)
BACK_TO_FRONT = back_to_front(SPOT_AT)
BITS_BACK_TO_FRONT = tuple((spot, BIT[spot]) for spot in BACK_TO_FRONT)
OUTLINE = outline_of(BOARD)
LINE_ENDS = lines_of(BOARD)
PLACES = places_of(BOARD)
LABELS = labels_of(BOARD)

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

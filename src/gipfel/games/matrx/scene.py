"""MATRX GIPF as a picture: the board of forty spots, the stacks on it, and what lies beside it."""

from collections.abc import Iterator
from dataclasses import replace

from gipfel.draw.boards import back_to_front, points_of
from gipfel.draw.scene import OWNERS, XY, Mark, Piece, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_shape
from gipfel.draw.target import Target
from gipfel.games.core.pushing import labels_of, lines_of, outline_of, places_of
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.matrx import rules
from gipfel.games.matrx.notation import COLOURS, occupied, spots_in, write_stack
from gipfel.games.matrx.pointing import KIND_NAMES, TRAYS, loads, spot_target
from gipfel.games.matrx.rules import (
    ALL_SPOTS,
    BOARD,
    GIPF,
    KINDS,
    LINES,
    REGULAR,
    SPOTS,
    TAMSK,
    row_on,
)
from gipfel.games.matrx.stack import ANY_KIND, UNUSED, USED
from gipfel.kernel.state import BLACK, ONGOING, RESULT, WHITE, State
from gipfel.locale import digits, listed, note, say, say_many

STACK = "matrx_stack"
ROOM = 6
"""A tray with more stocks does not fit a small phone; lost discs are told in notes, too."""
add_shape(STACK, "gipfel.games.matrx.stack")

OUTLINE = outline_of(BOARD)
LINE_ENDS = lines_of(BOARD)
PLACES = places_of(BOARD)
LABELS = labels_of(BOARD)
SPOT_AT = points_of(SPOTS)
BACK_TO_FRONT = back_to_front(SPOT_AT)

Units = list[tuple[int, int]]


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw; rows to take are marked."""
    return Scene(
        game="matrx",
        title=title,
        outline=OUTLINE,
        lines=LINE_ENDS,
        places=PLACES,
        pieces=tuple(_pieces(state)),
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        marks=tuple(_rows(state)),
        sentence=sentence,
        notes=tuple(_notes(state)),
    )


# --- Pieces ---------------------------------------------------------------------------------------


def _pieces(state: State) -> Iterator[Piece]:
    for spot in BACK_TO_FRONT:
        if units := rules.units_on(state, spot):
            yield piece_of(units, SPOT_AT[spot], spot_target(spot))


def piece_of(units: Units, at: XY = (0.0, 0.0), target: Target | None = None) -> Piece:
    """A stack of units as a piece."""
    label = str(len(units)) if len(units) > 1 else ""
    owner = OWNERS[units[-1][0]]
    return Piece(at, STACK, owner, len(units), write_stack(units), label, target, name=_name(units))


def _name(units: Units) -> str:
    """What players call a piece."""
    side, kind = units[-1]
    if kind == GIPF:
        return say(GIPF_PIECES[side])
    names = SINGLES if len(units) == 1 else PAIRS if units[0] == units[1] and len(units) == 2 else STACKS
    return say(names[side], kind=KIND_NAMES[kind])


GIPF_PIECES = (note("white GIPF-piece"), note("black GIPF-piece"))
SINGLES = (note("white {kind}"), note("black {kind}"))
PAIRS = (note("white {kind}-pair"), note("black {kind}-pair"))
STACKS = (note("white stack, {kind} on top"), note("black stack, {kind} on top"))
"""What players call pieces, by side."""


def pile(state: State, point: str) -> tuple[str, ...]:
    """The units on a spot, from the top down, in words."""
    units = rules.units_on(state, SPOTS.index[point]) if point in SPOTS.index else []
    return tuple(_name([unit]) for unit in reversed(units))


# --- Notes ----------------------------------------------------------------------------------------


def _notes(state: State) -> Iterator[str]:
    """What the picture does not show well: contents of stacks, and what is lost."""
    for spot in spots_in(rules.covered(state)):
        yield f"{SPOTS.names[spot]}: {_layers(rules.units_on(state, spot))}"
    lost = [f"{side_name(side)} {kinds}" for side in (WHITE, BLACK) if (kinds := _lost(state, side))]
    if lost:
        yield say("Out of the game: {potentials}.", potentials=listed(lost))


def _layers(units: Units) -> str:
    """The layers of a stack from the top down: `white DVONN on black DVONN-pair`."""
    is_pair = units[0] == units[1]
    layers = _name(units[: 1 + is_pair])
    for unit in units[1 + is_pair :]:
        layers = say("{above} on {below}", above=_name([unit]), below=layers)
    return layers


def _lost(state: State, side: int) -> str:
    numbers = ((rules.lost(state, side, kind), name) for kind, name in enumerate(KIND_NAMES))
    return listed(f"{digits(n)} {name}" for n, name in numbers if n)


# --- Beside the board -----------------------------------------------------------------------------


def _tray(state: State, side: int) -> Tray:
    """A player's reserve, the GIPF-pieces the player has captured, and lost discs."""
    stocks = [*_stocks(state, side)]
    lost = sum(rules.lost(state, side, kind) for kind in range(TAMSK, KINDS))
    if lost and len(stocks) < ROOM:
        stocks.append(Stock(_lost_disc(side), lost, say("out of play")))
    return Tray(OWNERS[side], side_name(side), tuple(stocks), is_to_act(state, side))


def _stocks(state: State, side: int) -> Iterator[Stock]:
    """What a player has and has captured; a stock that can be pushed in can be pointed at."""
    for kind, name in enumerate(KIND_NAMES):
        if number := rules.in_reserve(state, side, kind):
            disc = piece_of([(side, kind)], target=_choice(state, side, kind))
            text = say("GIPF-pieces") if kind == GIPF else name
            yield Stock(_beside(disc, UNUSED if number > 1 else USED), number, text)
    if captured := rules.lost(state, 1 - side, GIPF):
        enemy = piece_of([(1 - side, GIPF)])
        yield Stock(_beside(enemy, USED), captured, say_many("captured", "captured", captured))


def _beside(disc: Piece, use: str) -> Piece:
    """A disc beside the board; it looks unused if there are two for a pair."""
    return replace(disc, mark=disc.mark + use)


def _lost_disc(side: int) -> Piece:
    """Stands for lost discs of all kinds."""
    mark = COLOURS[side] + ANY_KIND + USED
    return Piece((0.0, 0.0), STACK, OWNERS[side], mark=mark, name=say(LOST_DISCS[side]))


LOST_DISCS = (note("white lost disc"), note("black lost disc"))


def _choice(state: State, side: int, kind: int) -> Target | None:
    """The target for pushing in a piece of this kind; None if the player cannot do so now."""
    if not is_to_act(state, side) or rules.current_slot(state) != REGULAR or occupied(state) == ALL_SPOTS:
        return None
    return TRAYS[kind] if kind in loads(state) else None


# --- Marks ----------------------------------------------------------------------------------------


def _rows(state: State) -> Iterator[Mark]:
    """The rows that the player to act has to deal with now."""
    slots = (rules.START_ROWS, rules.END_ROWS)
    if state[RESULT] != ONGOING or rules.current_slot(state) not in slots:
        return
    for line, spots in enumerate(LINES):
        row = row_on(state, line)
        if row:
            yield Mark("row", tuple(SPOT_AT[spot] for spot in spots if row & rules.BIT[spot]))

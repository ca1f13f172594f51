"""MATRX GIPF: what stands where, and what is beside the board."""

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.matrx import rules
from gipfel.games.matrx.rules import GIPF, NUMBER_OF_SPOTS, SPOTS
from gipfel.kernel.state import State

KIND_WORDS = ("gipf", "tamsk", "zertz", "dvonn", "yinsh", "punct")
"""In the order of the kinds."""


def points(state: State) -> tuple[str, ...]:
    """The 40 spots."""
    return SPOTS.names


def pieces(state: State) -> Pieces:
    """Stacks of units from the top down, each by its kind; the height counts units."""
    stacks = ((SPOTS.names[spot], rules.units_on(state, spot)) for spot in range(NUMBER_OF_SPOTS))
    return {name: _stack(units) for name, units in stacks if units}


def _stack(units: list[tuple[int, int]]) -> BoardPiece:
    piece: BoardPiece | None = None
    for height, (side, kind) in enumerate(units, 1):
        piece = BoardPiece(SIDES[side], KIND_WORDS[kind], height, below=piece)
    assert piece is not None
    return piece


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """A reserve by kind, and the GIPF-pieces that a side has `captured`."""
    if side is None:
        return {}
    reserve = {word: rules.in_reserve(state, side, kind) for kind, word in enumerate(KIND_WORDS)}
    return {**reserve, "captured": rules.lost(state, 1 - side, GIPF)}

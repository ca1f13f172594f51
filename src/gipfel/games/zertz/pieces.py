"""ZÈRTZ: what lies where, and what is beside the board."""

from functools import cache

from gipfel.board.hexagon61 import BIT, POINTS
from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import Side
from gipfel.games.zertz.rules import BOARDS, CAPTURED, LAYOUT, MARBLES, POOL, RINGS
from gipfel.kernel.state import State

COLOURS = ("white", "grey", "black")
MARBLE_PIECES = tuple(BoardPiece(None, colour) for colour in COLOURS)


@cache
def _named_bits(layout: int) -> tuple[tuple[str, int], ...]:
    """The rings of a board with their bits."""
    board = BOARDS[layout]
    return tuple((name, BIT[POINTS.at(cell)]) for name, cell in zip(board.names, board.cells, strict=True))


def points(state: State) -> tuple[str, ...]:
    """The rings that are still on the board."""
    rings = state[RINGS]
    return tuple([name for name, bit in _named_bits(state[LAYOUT]) if rings & bit])


def pieces(state: State) -> Pieces:
    """Marbles, which belong to nobody: `white`, `grey`, `black`."""
    white, grey, black = state[MARBLES : MARBLES + 3]
    marbles = white | grey | black
    return {
        name: MARBLE_PIECES[0 if white & bit else 1 if grey & bit else 2]
        for name, bit in _named_bits(state[LAYOUT])
        if marbles & bit
    }


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """Captured marbles of a side by colour; those of the pool belong to nobody."""
    heap = POOL if side is None else CAPTURED + 3 * side
    return {colour: state[heap + number] for number, colour in enumerate(COLOURS)}

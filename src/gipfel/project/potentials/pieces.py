"""GIPF with potentials: what stands where, and what is beside the board."""

from functools import lru_cache

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.gipf.rules import LOST, RESERVE, SPOTS
from gipfel.kernel.state import State
from gipfel.project.potentials.notation import KIND_LETTERS, units_of
from gipfel.project.potentials.rules import (
    BASIC_UNIT,
    CELL,
    DORMANT,
    INERT,
    KINDS,
    OUT,
    POOL,
    TRIED,
    UNITS,
    load_of,
)

UNIT_KINDS = ("basic", "tamsk", "zertz", "dvonn", "yinsh", "punct")
"""From BASIC_UNIT on."""
CELLS = 4096
"""How many different stacks are remembered."""
USABLE, RESTING, USELESS = 1, 2, 3
"""The amount of a loaded piece: its potential can be used, cannot be used now, or never again."""


def points(state: State) -> tuple[str, ...]:
    """The 37 spots."""
    return SPOTS.names


def pieces(state: State) -> Pieces:
    """Stacks of units from the top down: `basic` ones and potentials by the names of their games.

    A GIPF-piece is two basic units. The height counts units; the amount of a loaded piece is USABLE, RESTING
    or USELESS.
    """
    return {
        name: _stack(cell)
        for name, cell in zip(SPOTS.names, state[CELL : CELL + len(SPOTS)], strict=True)
        if cell
    }


@lru_cache(CELLS)
def _stack(cell: int) -> BoardPiece:
    """A stack, unit by unit from the board up."""
    piece: BoardPiece | None = None
    for height, unit in enumerate(reversed([*units_of(cell & UNITS)]), 1):
        piece = BoardPiece(SIDES[unit >> 3], UNIT_KINDS[(unit & 7) - BASIC_UNIT], height, below=piece)
    assert piece is not None
    return piece._replace(amount=_use(cell))


def _use(cell: int) -> int:
    """What can become of the potential of a loaded piece; 0 for any other piece."""
    if not load_of(cell):
        return 0
    return USELESS if cell & INERT else RESTING if cell & (DORMANT | TRIED) else USABLE


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """`reserve` and `captured` as in GIPF, waiting potentials by their letters, and those `lost` for good."""
    if side is None:
        return {}
    pool = {letter: state[POOL + KINDS * side + kind] for kind, letter in enumerate(KIND_LETTERS)}
    lost = sum(state[OUT + KINDS * side : OUT + KINDS * (side + 1)])
    return {"reserve": state[RESERVE + side], "captured": state[LOST + 1 - side], **pool, "lost": lost}

"""DVONN: what stands where, and what is beside the board."""

from functools import cache

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.dvonn.rules import HEIGHT, NUMBER, ONE_RED, OWNED, PIECES, PLACED, REDS, SPACES, STACK
from gipfel.kernel.state import BLACK, WHITE, State

SPACE_BITS = tuple(
    (STACK + number, name, 1 << number) for name, number in zip(SPACES.names, NUMBER, strict=True)
)
NOBODY = 2


def points(state: State) -> tuple[str, ...]:
    """The 49 spaces."""
    return SPACES.names


def pieces(state: State) -> Pieces:
    """Stacks, `plain` or `red`; the amount is the number of red pieces in it."""
    white, black = state[OWNED + WHITE], state[OWNED + BLACK]
    return {
        name: _stack(content, WHITE if white & bit else BLACK if black & bit else NOBODY)
        for entry, name, bit in SPACE_BITS
        if (content := state[entry])
    }


@cache
def _stack(content: int, owner: int) -> BoardPiece:
    reds = content // ONE_RED
    side = None if owner == NOBODY else SIDES[owner]
    return BoardPiece(side, "red" if reds else "plain", content & HEIGHT, reds)


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """The pieces to place: `red` ones, and `plain` ones of the side's own colour. The sides take turns."""
    if side is None:
        return {}
    placed = state[PLACED]
    return {
        "red": sum(n % 2 == side for n in range(placed, REDS)),
        "plain": sum(n % 2 == side for n in range(max(placed, REDS), PIECES)),
    }

"""What stands where, and what is beside the board: for evaluations, without drawing a scene.

A game has a module `pieces` with functions for this; without one, everything is read from its scene.
"""

from typing import NamedTuple, Protocol

from gipfel.draw.scene import OWNERS, Scene
from gipfel.games.core.side import SIDES, Side
from gipfel.kernel.state import State


class BoardPiece(NamedTuple):
    """A piece on the board, or a stack that is moved as one piece."""

    side: Side | None
    """Whose it is; None if it belongs to nobody."""
    kind: str
    """What it is, in a word or letter of its game: `basic`, `ring`, `T`."""
    height: int = 1
    """How high it is, or how high it lies: the pieces from here down to the board, this one included."""
    amount: int = 0
    """Another number that counts in its game: red pieces in a stack of DVONN, sand in a glass of TAMSK."""
    below: "BoardPiece | None" = None
    """What lies directly below it, where more than one piece can be on a point."""


Pieces = dict[str, BoardPiece]
"""The uppermost pieces by the names of their points."""


class PiecesModule(Protocol):
    """What stands where, and what is beside the board."""

    def pieces(self, state: State, /) -> Pieces: ...
    def points(self, state: State, /) -> tuple[str, ...]: ...
    def reserves(self, state: State, side: Side | None, /) -> dict[str, int]: ...


# --- Games without such a module --------------------------------------------------------------------------


def drawn_pieces(scene: Scene) -> Pieces:
    """The pieces of a scene that can be pointed at; their kinds are the names of their shapes."""
    at = {place.at: place.target.name for place in scene.places}
    found: Pieces = {}
    for piece in scene.pieces:
        covered = (piece.cells or (piece.at,)) if piece.target is not None and piece.height else ()
        for point in (at[cell] for cell in covered if cell in at):
            height = max(piece.height, piece.level)
            found[point] = BoardPiece(_owner(piece.colour), piece.shape, height, below=found.get(point))
    return found


def drawn_points(scene: Scene) -> tuple[str, ...]:
    """The places of a scene."""
    return tuple(dict.fromkeys(place.target.name for place in scene.places))


def drawn_reserves(scene: Scene, side: Side | None) -> dict[str, int]:
    """What lies in the trays of a side, or of both, by colour and shape; equal ones get numbers."""
    owner = "both" if side is None else OWNERS[side]
    found: dict[str, int] = {}
    for tray in scene.trays:
        for stock in tray.stocks if tray.owner == owner else ():
            name = f"{stock.piece.colour} {stock.piece.mark or stock.piece.shape}"
            number = sum(known.partition(", ")[0] == name for known in found)
            found[f"{name}, {number + 1}" if number else name] = stock.count
    return found


def _owner(colour: str) -> Side | None:
    return SIDES[OWNERS.index(colour)] if colour in OWNERS else None

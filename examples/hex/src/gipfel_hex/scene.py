"""Hex as a picture: 25 spaces, the stones, and what each player wants to join."""

from gipfel.draw.boards import letters, numbers, points_of
from gipfel.draw.scene import OWNERS, Piece, Place, Scene, Tray
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act
from gipfel.kernel.state import State
from gipfel_hex.rules import BIT, BOARD, STONES

AT = points_of(BOARD)
TARGETS = [Target("spot", name) for name in BOARD.names]
PLACES = tuple(Place(target, at, "space") for target, at in zip(TARGETS, AT, strict=True))
LABELS = (*letters(BOARD, (0.0, -0.8)), *numbers(BOARD, (-0.7, 0.4)))
TITLES = ("White: a to e", "Black: 1 to 5")


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    pieces = (
        Piece(AT[point], "disc", colour, target=TARGETS[point], name=f"{colour} stone")
        for side, colour in enumerate(OWNERS)
        for point in range(len(BOARD))
        if state[STONES + side] & BIT[point]
    )
    trays = (Tray(OWNERS[side], TITLES[side], active=is_to_act(state, side)) for side in (1, 0))
    return Scene(
        game="hex",
        title=title,
        places=PLACES,
        pieces=tuple(pieces),
        labels=LABELS,
        trays=tuple(trays),
        sentence=sentence,
    )

"""Hex as a picture: 25 spaces, the stones, and what each player wants to join."""

from gipfel.draw.scene import Label, Piece, Place, Scene, Tray
from gipfel.draw.target import Target
from gipfel.kernel.state import RESULT, SIDE, State
from gipfel_hex.rules import BIT, BOARD, STONES

AT = [BOARD.xy(cell) for cell in BOARD.cells]
TARGETS = [Target("spot", name) for name in BOARD.names]
PLACES = tuple(Place(target, at, "space") for target, at in zip(TARGETS, AT, strict=True))
LABELS = (
    *(Label(name[0], (x, y - 0.8)) for name, (x, y) in zip(BOARD.names, AT, strict=True) if "1" in name),
    *(
        Label(name[1], (x - 0.7, y + 0.4))
        for name, (x, y) in zip(BOARD.names, AT, strict=True)
        if "a" in name
    ),
)
COLOURS = ("white", "black")
TITLES = ("White: a to e", "Black: 1 to 5")


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    pieces = (
        Piece(AT[point], "disc", colour, target=TARGETS[point], name=f"{colour} stone")
        for side, colour in enumerate(COLOURS)
        for point in range(len(BOARD))
        if state[STONES + side] & BIT[point]
    )
    trays = (
        Tray(COLOURS[side], TITLES[side], active=not state[RESULT] and state[SIDE] == side) for side in (1, 0)
    )
    return Scene(
        game="hex",
        title=title,
        places=PLACES,
        pieces=tuple(pieces),
        labels=LABELS,
        trays=tuple(trays),
        sentence=sentence,
    )

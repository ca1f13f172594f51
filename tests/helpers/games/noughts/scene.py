"""Nine places, and a disc on each that is taken."""

from gipfel.draw.scene import Piece, Place, Scene
from gipfel.draw.target import Target
from gipfel.kernel.state import State
from tests.helpers.games.noughts.notation import NAMES
from tests.helpers.games.noughts.rules import PLACED

AT = {name: (float("abc".index(name[0]) - 1), float(int(name[1]) - 2)) for name in NAMES}


def scene(state: State, title: str, sentence: str) -> Scene:
    places = tuple(Place(Target("spot", name), AT[name], "spot") for name in NAMES)
    pieces = tuple(
        Piece(AT[name], "disc", colour, target=Target("spot", name))
        for side, colour in enumerate(("white", "black"))
        for i, name in enumerate(NAMES)
        if state[PLACED + side] >> i & 1
    )
    return Scene("noughts", title, places=places, pieces=pieces, sentence=sentence)

"""MATRX GIPF as a picture."""

from gipfel.draw.scene import Scene
from gipfel.kernel.state import State


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    return Scene(game="matrx", title=title, sentence=sentence)

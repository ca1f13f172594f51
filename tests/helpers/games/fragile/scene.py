"""A scene with an error that shows itself only in the third turn."""

from gipfel.draw.scene import Scene
from gipfel.kernel.state import TURN, State
from tests.helpers.games.noughts.scene import scene as drawn


def scene(state: State, title: str, sentence: str) -> Scene:
    if state[TURN] >= 2:
        raise ValueError("boom")
    return drawn(state, title, sentence)

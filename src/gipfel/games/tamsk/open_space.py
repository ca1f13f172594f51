"""The places of TAMSK's board: pieces show what they look like, as rods and rings always stand upright."""

from gipfel.draw.canvas import Canvas

SIGN = "·"


def draw(canvas: Canvas, size: float) -> str:
    """Nothing."""
    return ""

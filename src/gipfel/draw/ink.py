"""What every part of an SVG picture needs to know to draw itself."""

from dataclasses import dataclass

from gipfel.draw.scene import XY
from gipfel.draw.theme import Accent, Tokens


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours, scale and the prefix that keeps the ids of several pictures on one page apart."""

    tokens: Tokens
    accent: Accent
    unit: float
    """How many pixels lie between neighbouring points."""
    prefix: str

    @property
    def shadow(self) -> str:
        """A fill that fades from the middle outwards."""
        return f"url(#{self.prefix}-shadow)"

    def at(self, point: XY) -> XY:
        """Where a point of the scene is in the picture, whose y points down."""
        return point[0] * self.unit, -point[1] * self.unit

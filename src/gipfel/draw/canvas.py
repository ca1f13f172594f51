"""What all parts of an SVG picture share: colours, scale and the prefix of ids."""

from dataclasses import dataclass

from gipfel.draw.scene import XY
from gipfel.draw.theme import Accent, Tokens


@dataclass(frozen=True, slots=True)
class Canvas:
    """The colours and the scale of a picture; the prefix makes its ids unique on a page with several."""

    tokens: Tokens
    accent: Accent
    unit: float
    """Pixels between neighbouring points."""
    prefix: str

    @property
    def shadow(self) -> str:
        """A fill that fades from the middle outwards."""
        return f"url(#{self.prefix}-shadow)"

    @property
    def line_width(self) -> float:
        """The width of outlines: small pieces have thinner ones, but they never become invisible."""
        return 0.5 + 0.0125 * self.unit

    def at(self, point: XY) -> XY:
        """The coordinates of a scene's point in the picture, where y points down."""
        return point[0] * self.unit, -point[1] * self.unit

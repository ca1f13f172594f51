"""What all parts of an SVG picture share: colours, scale and the prefix of ids."""

from dataclasses import dataclass

from gipfel.draw.markup import scaled
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
        return self._paint("shadow")

    @property
    def lit(self) -> str:
        """A fill that is light at the upper left and dark at the lower right."""
        return self._paint("lit")

    @property
    def ball(self) -> str:
        """A fill that makes a disc look like a ball."""
        return self._paint("ball")

    @property
    def grain(self) -> str:
        """A fill with the grain of wood."""
        return self._paint("grain")

    def _paint(self, name: str) -> str:
        return f"url(#{self.prefix}-{name})"

    @property
    def line_width(self) -> float:
        """The width of outlines: small pieces have thinner ones, but they never become invisible."""
        return 0.5 + 0.0125 * self.unit

    @property
    def rim_width(self) -> str:
        """The width of the lines around pieces, which depends on the theme."""
        return scaled(self.line_width, self.tokens.rim_width)

    def at(self, point: XY) -> XY:
        """The coordinates of a scene's point in the picture, where y points down."""
        return point[0] * self.unit, -point[1] * self.unit

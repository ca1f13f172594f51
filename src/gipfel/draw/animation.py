"""SVG documents as one animated picture, GIF or PNG, with the optional packages resvg-py and Pillow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from gipfel.draw.png import NoPng, check_png, png_of_width

if TYPE_CHECKING:
    from PIL.Image import Image

GIF, APNG = "gif", "png"
COLOURS = 256
"""The most colours that a GIF can have; they make a PNG small, too."""
HELD = 3
"""The last picture is shown this number of times as long as the others."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Film:
    """How pictures become an animated one."""

    kind: str = GIF
    """`gif` or `png`."""
    width: int = 480
    """In pixels."""
    seconds: float = 1.0
    """How long each picture is shown."""
    background: str = "#ffffff"
    """The colour around pictures that are smaller than the largest one."""


def check_animation() -> None:
    """Raises NoPng, with what helps, if animated pictures cannot be made here."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError as error:
        raise NoPng(
            "an animated picture needs the package 'pillow'; install it with: pip install 'gipfel[png]'"
        ) from error
    check_png()


def animated(pictures: Sequence[str], film: Film, progress: Progress = lambda done, of: None) -> bytes:
    """SVG documents, one after the other, as an animated picture that begins again at its end."""
    from PIL.Image import Dither

    frames = []
    palette: Image | None = None
    drawn = _Canvas(pictures, film)
    for number, svg in enumerate(pictures, 1):
        frame = drawn.frame(svg)
        palette = palette or _palette([frame, drawn.frame(pictures[-1])])
        frames.append(frame.quantize(palette=palette, dither=Dither.NONE))
        progress(number, len(pictures))
    file = BytesIO()
    shown = round(film.seconds * 1000)
    frames[0].save(
        file,
        film.kind.upper(),
        save_all=True,
        append_images=frames[1:],
        duration=[*[shown] * (len(frames) - 1), HELD * shown],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


class _Canvas:
    """Draws all pictures with the same size, on the same ground, and with the board in the same place."""

    def __init__(self, pictures: Sequence[str], film: Film) -> None:
        sizes = [_size(svg) for svg in pictures]
        self._film = film
        self._scale = film.width / max(width for width, _ in sizes)
        self._height = round(self._scale * max(height for _, height in sizes))

    def frame(self, svg: str) -> "Image":
        from PIL import Image

        width = max(1, round(self._scale * _size(svg)[0]))
        drawn = Image.open(BytesIO(png_of_width(svg, width))).convert("RGBA")
        ground = Image.new("RGB", (self._film.width, self._height), self._film.background)
        ground.paste(drawn, (0, (self._height - drawn.height) // 2), drawn)
        return ground


def _palette(frames: "Sequence[Image]") -> "Image":
    """The colours of some pictures, which all pictures share, so that what does not move does not flicker."""
    from PIL import Image

    both = Image.new("RGB", (frames[0].width, sum(frame.height for frame in frames)))
    for place, frame in enumerate(frames):
        both.paste(frame, (0, place * frame.height))
    return both.quantize(COLOURS)


def _size(svg: str) -> tuple[float, float]:
    """Width and height of a document of `gipfel.draw.svg`."""
    _, _, width, height = svg.partition('viewBox="')[2].partition('"')[0].split()
    return float(width), float(height)

"""SVG documents as PNG files, with the optional package resvg-py."""

from gipfel.draw.markup import element, words
from gipfel.draw.svg import FONT
from gipfel.errors import GipfelError

ZOOM = 2
FONTS = "Segoe UI, Helvetica Neue, Roboto, Noto Sans, Liberation Sans, Arial, DejaVu Sans"


class NoPng(GipfelError):
    """PNG files cannot be drawn here."""


def check_png() -> None:
    """Raises NoPng, with what helps, if PNG files cannot be drawn here."""
    try:
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise NoPng(
            "a PNG picture needs the package 'resvg-py'; install it with: pip install 'gipfel[png]', "
            "or ask for an .svg"
        ) from error
    if _rendered(_sample("Elo")) == _rendered(_sample("")):
        raise NoPng(f"no font was found for a PNG picture; install one of {FONTS}, or ask for an .svg")


def _sample(text: str) -> str:
    letters = words(text, 0, 20, font_family=FONT)
    return element("svg", letters, xmlns="http://www.w3.org/2000/svg", width=40, height=30)


def png(svg: str, zoom: int = ZOOM) -> bytes:
    """An SVG document as a PNG file; `zoom` is the number of pixels for one of the document."""
    return _rendered(svg, zoom)


def _rendered(svg: str, zoom: int = ZOOM) -> bytes:
    import resvg_py

    # A renderer without a browser knows no system-ui; usual fonts of all systems are named instead.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.replace(FONT, FONTS), zoom=zoom))


def png_of_width(svg: str, width: int) -> bytes:
    """An SVG document as a PNG file with a width in pixels."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg.replace(FONT, FONTS), width=width))

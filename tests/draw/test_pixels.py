"""Pictures as arrays of pixels."""

import io

import pytest

import gipfel

numpy = pytest.importorskip("numpy")
pytest.importorskip("resvg_py")

from gipfel.draw.pixels import decoded, pixels  # noqa: E402
from gipfel.draw.png import png  # noqa: E402


def test_pixels_are_those_of_the_png_file() -> None:
    pillow = pytest.importorskip("PIL.Image")
    data = png(gipfel.game("yinsh").start().svg(), 1)
    assert (decoded(data) == numpy.array(pillow.open(io.BytesIO(data)))).all()


def test_colours_are_on_white() -> None:
    shapes = (
        '<rect width="2" height="4" fill="#f00"/><rect x="2" width="2" height="4" fill="#000" opacity="0.5"/>'
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4">{shapes}</svg>'
    found = pixels(svg)
    assert (found.shape, found.dtype) == ((4, 6, 3), numpy.uint8)
    assert found[1, 0].tolist() == [255, 0, 0]
    assert abs(int(found[1, 3, 0]) - 127) <= 1
    assert found[1, 5].tolist() == [255, 255, 255]

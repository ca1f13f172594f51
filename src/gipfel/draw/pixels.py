"""Pictures as arrays of pixels, for programs that make films of games.

A PNG file as the renderer writes it (8 bits for red, green, blue and opacity, not interlaced) is decoded here
with NumPy, so that no other package is needed.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import Any

from gipfel.draw.png import png

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = 4
HEADER = (8, 6, 0, 0, 0)
"""8 bits, with opacity, the usual compression and filters, not interlaced."""
LEFT, UP, MEAN, PAETH = 1, 2, 3, 4
"""What the bytes of a row are differences to."""


def pixels(svg: str, zoom: int = 1) -> Any:
    """An SVG document as a NumPy array of bytes: rows, columns, and red, green and blue, on white."""
    import numpy

    rgba = decoded(png(svg, zoom)).astype(numpy.uint16)
    opacity = rgba[:, :, 3:]
    on_white = (rgba[:, :, :3] * opacity + 255 * (255 - opacity) + 127) // 255
    return on_white.astype(numpy.uint8)


def decoded(data: bytes) -> Any:
    """The pixels of a PNG file with opacity: rows, columns, and red, green, blue and opacity."""
    import numpy

    chunks = [*_chunks(data)]
    width, height, *kind = struct.unpack(">IIBBBBB", chunks[0][1])
    if (*kind,) != HEADER:
        raise ValueError("only PNG files with 8 bits, opacity and no interlacing are decoded")
    packed = b"".join(content for name, content in chunks if name == b"IDAT")
    rows = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + CHANNELS * width)
    return _unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, CHANNELS))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += 12 + size


def _unfiltered(filters: Any, differences: Any) -> Any:
    """The values whose differences to their neighbours are known.

    A value depends on those to the left, above, and above on the left: so a diagonal is done at once.
    """
    import numpy

    height, width, _ = differences.shape
    out = numpy.zeros((height + 1, width + 1, CHANNELS), numpy.int16)  # with a border of zeros
    for diagonal in range(height + width - 1):
        y = numpy.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        x = diagonal - y
        left, up, corner = out[y + 1, x], out[y, x + 1], out[y, x]
        kind = filters[y][:, None]
        expected = numpy.select(
            [kind == PAETH, kind == LEFT, kind == UP, kind == MEAN],
            [_paeth(left, up, corner), left, up, (left + up) >> 1],
            0,
        )
        out[y + 1, x + 1] = (differences[y, x] + expected) & 255
    return out[1:, 1:].astype(numpy.uint8)


def _paeth(left: Any, up: Any, corner: Any) -> Any:
    """Whichever of three neighbours is nearest to left + up - corner."""
    import numpy

    to_left, to_up = abs(up - corner), abs(left - corner)
    to_corner = abs(left + up - 2 * corner)
    nearest = numpy.where(to_up <= to_corner, up, corner)
    return numpy.where((to_left <= to_up) & (to_left <= to_corner), left, nearest)

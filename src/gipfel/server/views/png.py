"""A program that converts SVG on stdin to PNG on stdout.

It runs in a process of its own because the library needs some tenths of a second and blocks its process.
"""

import os
import sys

NICENESS = 5
"""The server, which serves players, has a higher priority."""


def main() -> None:
    import resvg_py

    if hasattr(os, "nice"):
        os.nice(NICENESS)
    text = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=text)))


if __name__ == "__main__":
    main()

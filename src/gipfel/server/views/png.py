"""Turns SVG into PNG, from stdin to stdout: a program of its own.

The library that does it takes some tenths of a second and lets nothing else happen in its process meanwhile.
"""

import os
import sys

POLITENESS = 5
"""Who plays comes first."""


def main() -> None:
    import resvg_py

    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    text = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=text)))


if __name__ == "__main__":
    main()

"""A program that converts SVG on stdin to PNG on stdout.

It runs in a process of its own because the library needs some tenths of a second and blocks its process.
"""

import sys

from gipfel.server.priority import lower_priority


def main() -> None:
    import resvg_py

    lower_priority()
    text = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=text)))


if __name__ == "__main__":
    main()

"""A program that draws an animated picture of SVG documents: a `Film` with its pictures as JSON on stdin.

It runs in a process of its own because drawing takes seconds and blocks its process.
"""

import json
import sys

from gipfel.draw.animation import Film, animated
from gipfel.server.priority import lower_priority


def main() -> None:
    lower_priority()
    wanted = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(animated(wanted["pictures"], Film(**wanted["film"])))


if __name__ == "__main__":
    main()

"""What a command's standard streams are connected to."""

import os
import sys
from typing import TextIO


def is_terminal(stream: TextIO | None) -> bool:
    """Is this stream a terminal, so that a person reads it?"""
    return stream is not None and stream.isatty()


def wants_colour() -> bool:
    """Is stdout a terminal that shows colours, and does the user want them?"""
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

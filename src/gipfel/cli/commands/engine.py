"""The command `engine`: Gipfel's engine as a program that speaks the engine protocol."""

import os
import sys
from typing import Annotated

import typer

import gipfel

Level = Annotated[int, typer.Option("--level", min=1, max=10, help="How strong it plays; can be set later.")]
Threads = Annotated[int, typer.Option("--threads", min=1, max=64, help="How many cores it may use.")]


def engine(level: Level = 10, threads: Threads = 1) -> None:
    """Speak the engine protocol on standard input and output.

    The protocol: https://github.com/gipfel/gipfel/blob/main/docs/protocol.md
    """
    from gipfel.engine.protocol.engine_loop import EngineLoop

    settings = {"Level": level, "Threads": threads, "Lines": 1}
    loop = EngineLoop(f"Gipfel {gipfel.__version__}", sys.stdout.buffer, settings)
    if not loop.run(sys.stdin.buffer):
        # A thread that compiles cannot be stopped, and nothing is lost with it.
        sys.stdout.flush()
        os._exit(0)

"""The engine as a program for others: `engine`, and the test of other people's engines: `check-engine`."""

import os
import sys
from typing import Annotated

import typer

import gipfel

Level = Annotated[int, typer.Option("--level", min=1, max=10, help="How strong it plays; can be set later.")]
Threads = Annotated[int, typer.Option("--threads", min=1, max=64, help="How many cores it may use.")]
Command = Annotated[
    str, typer.Argument(metavar="COMMAND", help="How the engine is started.", show_default=False)
]
Games = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="Check only this game; may be repeated. All that the engine plays if left out.",
        show_default=False,
    ),
]


def engine(level: Level = 10, threads: Threads = 1) -> None:
    """Speak the engine protocol on standard input and output; docs/protocol.md describes it."""
    from gipfel.engine.protocol.engine_loop import EngineLoop

    settings = {"Level": level, "Threads": threads, "Lines": 1}
    loop = EngineLoop(f"Gipfel {gipfel.__version__}", sys.stdout.buffer, settings)
    if not loop.run(sys.stdin.buffer):
        # A thread that compiles cannot be stopped, and nothing is lost with it.
        sys.stdout.flush()
        os._exit(0)


def check_engine(command: Command, game: Games = None) -> None:
    """Check that a program speaks the engine protocol; one line a check, exit code 1 if one fails."""
    from gipfel.engine.protocol.checker import check

    passed = True
    for result in check(command, game):
        print(result, flush=True)
        passed = passed and result.passed
    raise typer.Exit(0 if passed else 1)

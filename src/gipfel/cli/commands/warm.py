"""The command `warm`: compiles games beforehand."""

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli import completion
from gipfel.errors import GipfelError
from gipfel.games.core.registry import game_names, game_type, known_name

if TYPE_CHECKING:
    from gipfel.engine.warming import Warmed

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        autocompletion=completion.games,
        help="The games to compile; all games if none is named.",
    ),
]
AtATime = Annotated[
    int | None,
    typer.Option("--processes", metavar="N", min=1, max=64, help="Processes; by default one for each core."),
]


def warm(game: Names = None, processes: AtATime = None) -> None:
    """Compile games for this machine, so that engines of all levels answer at once from the first game on.

    Compiled code is stored in the user's cache folder. What is there already is not compiled again.
    """
    from gipfel.kernel.compile_cache import cache_folder
    from gipfel.kernel.link import can_compile

    names = [game_type(name).name for name in dict.fromkeys(map(known_name, game or game_names()))]
    if not can_compile():
        print("There is nothing to compile: without Numba, games are interpreted.")
        return
    is_stored = True
    for warmed in _in_processes(names, processes):
        print(_line(warmed), flush=True)
        is_stored = is_stored and warmed.stored
    if not is_stored:
        raise GipfelError(f"what was compiled cannot be stored in {cache_folder()}")


def _in_processes(names: Sequence[str], processes: int | None) -> "Iterator[Warmed]":
    """Compile games in other processes; each game as soon as it is ready."""
    from gipfel.arena.executors import LocalExecutor, cores
    from gipfel.cli.progress import count_progress
    from gipfel.engine.warming import warm

    executor = LocalExecutor(min(processes or cores(), len(names)))
    at_once = True
    try:
        with count_progress("Compiling") as report:
            report(0, len(names))
            # The last games are the largest: they come first, so that no process waits long for the others.
            jobs = [executor.submit(warm, name) for name in reversed(names)]
            for number, job in enumerate(as_completed(jobs), 1):
                yield job.result()
                report(number, len(names))
        at_once = False
    finally:
        executor.stop(at_once)


def _line(warmed: "Warmed") -> str:
    if warmed.was_ready:
        return f"{warmed.game}: ready before"
    return f"{warmed.game}: compiled in {warmed.seconds:.1f} s of CPU time"

"""The command `perft`: counts sequences of turns."""

import sys
from collections.abc import Mapping
from functools import partial
from typing import Annotated

import typer

from gipfel.cli.arguments import (
    GameName,
    MenuFile,
    Options,
    PositionText,
    Seed,
    Version,
    agreed,
    chosen_position,
)
from gipfel.games.core.position import Position
from gipfel.notation.errors import OptionError

DEEPEST = 100
INTERPRETED_UP_TO = 50_000
"""If fewer turns are expected, plain Python counts them before compiled kernels would be loaded."""


def perft(
    game: GameName,
    depth: Annotated[
        int,
        typer.Option(
            "--depth", metavar="N", min=1, max=DEEPEST, help="How many complete turns.", show_default=False
        ),
    ],
    version: Version = None,
    position: PositionText = None,
    option: Options = None,
    menu: MenuFile = None,
    seed: Seed = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count the different positions they lead to.")
    ] = False,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Use plain Python, no compiler.")
    ] = False,
    divide: Annotated[
        bool,
        typer.Option("--divide", help="Only depth N, and the count of each first decision, then the sum."),
    ] = False,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="COMMAND",
            help="With --divide: a second column counts with the decisions of this engine.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Count the sequences of complete turns: one line `depth<TAB>count` for each depth up to N.

    Examples:

    - `gipfel perft gipf --version standard --depth 4`

    - `gipfel perft dvonn --version random --seed 1 --depth 2 --divide --engine "./my_engine"`
    """
    from gipfel.kernel.link import can_compile

    version, option = agreed(menu, game, version, option)
    start = chosen_position(game, version, position, option, seed)
    compiled = can_compile() and not interpreted
    if divide and not distinct:
        raise typer.Exit(_divide(start, depth, compiled, engine))
    if divide or engine is not None:
        raise OptionError("--engine needs --divide, and --divide does not go with --distinct")
    _count(start, depth, compiled, distinct)


def _count(start: Position, depth: int, compiled: bool, distinct: bool) -> None:
    """Print the count of each depth."""
    from gipfel.cli.progress import with_progress
    from gipfel.kernel.perft import Perft

    state = start.game.counted(start.state)
    first, expected = 0, 0
    for turns in range(1, depth + 1):
        counting = Perft(start.game.rules, fast=compiled and expected > INTERPRETED_UP_TO)
        count = counting.distinct if distinct else counting.count
        number = with_progress(f"depth {turns}", partial(count, state, turns))
        print(f"{turns}\t{number}", flush=True)
        first = first or number
        expected = number * first


def _divide(start: Position, depth: int, compiled: bool, engine: str | None) -> int:
    """Print the count of each first decision, and that of an engine; 1 if they differ."""
    from gipfel.cli.progress import with_progress
    from gipfel.kernel.perft import Perft

    state = start.game.counted(start.state)
    counting = Perft(start.game.rules, fast=compiled and depth > 2)
    found = with_progress(f"depth {depth}", partial(counting.divided, state, depth))
    counts = {start.game.write_decision(state, code): number for code, number in found.items()}
    if engine is None:
        _print_counts({text: (number,) for text, number in counts.items()})
        return 0
    theirs = _counts_of_engine(engine, start, depth)
    columns = {
        text: (counts.get(text, 0), theirs.get(text, 0)) for text in (*counts, *(theirs.keys() - counts))
    }
    _print_counts(columns)
    wrong = sum(ours != other for ours, other in columns.values()) + len(counts.keys() ^ theirs.keys())
    print(
        "The engine counts the same." if not wrong else "The engine counts something else.", file=sys.stderr
    )
    return int(wrong > 0)


def _print_counts(columns: Mapping[str, tuple[int, ...]]) -> None:
    """A line for each decision, and one for the sums; lines in which the columns differ end with `!`."""
    sums = tuple(map(sum, zip(*columns.values(), strict=True))) or (0,)
    for text, numbers in [*columns.items(), ("sum", sums)]:
        mark = "\t!" if len({*numbers}) > 1 else ""
        print("\t".join([text, *map(str, numbers)]) + mark)


def _counts_of_engine(command: str, start: Position, depth: int) -> dict[str, int]:
    from gipfel.cli.progress import with_progress
    from gipfel.engine.protocol.engine_perft import EnginePerft

    counting = EnginePerft(command, start)
    try:
        return with_progress("the engine", partial(counting.divided, depth))
    finally:
        counting.close()

"""Counting sequences of turns: `perft`."""

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

DEEPEST = 100
AT_ONCE = 2
"""Up to this depth counting in plain Python is done before a compiler could start."""


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
) -> None:
    """Count the sequences of complete turns: one line `depth<TAB>count` for each depth up to N."""
    from gipfel.cli.watch import watched
    from gipfel.kernel.link import can_compile
    from gipfel.kernel.perft import Perft

    version, option = agreed(menu, game, version, option)
    start = chosen_position(game, version, position, option, seed)
    compiled = can_compile() and not interpreted
    for turns in range(1, depth + 1):
        counting = Perft(start.game.rules, fast=compiled and turns > AT_ONCE)
        count = counting.distinct if distinct else counting.count
        number = watched(f"depth {turns}", partial(count, start.state, turns))
        print(f"{turns}\t{number}", flush=True)

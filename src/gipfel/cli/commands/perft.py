"""The command `perft`: counts sequences of turns."""

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
) -> None:
    """Count the sequences of complete turns: one line `depth<TAB>count` for each depth up to N."""
    from gipfel.cli.progress import with_progress
    from gipfel.kernel.link import can_compile
    from gipfel.kernel.perft import Perft

    version, option = agreed(menu, game, version, option)
    start = chosen_position(game, version, position, option, seed)
    compiled = can_compile() and not interpreted
    state = start.game.counted(start.state)
    first, expected = 0, 0
    for turns in range(1, depth + 1):
        counting = Perft(start.game.rules, fast=compiled and expected > INTERPRETED_UP_TO)
        count = counting.distinct if distinct else counting.count
        number = with_progress(f"depth {turns}", partial(count, state, turns))
        print(f"{turns}\t{number}", flush=True)
        first = first or number
        expected = number * first

"""The command `selfplay`: the engine plays against itself, to learn from."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gipfel.cli.arguments import GameName, MenuFile, Options, Version, agreed, chosen_game
from gipfel.cli.commands.arena import AtATime, Cluster, MatchSeed
from gipfel.games.core.about import DEEP
from gipfel.notation.errors import OptionError

MOST_POSITIONS = 10_000_000_000

Positions = Annotated[
    int,
    typer.Option(
        "--positions", metavar="N", min=1, max=MOST_POSITIONS, help="Positions with a score to collect."
    ),
]
Out = Annotated[
    Path,
    typer.Option("--out", metavar="FILE", help="Where the games are stored; if it has some, more are added."),
]
Nodes = Annotated[
    int, typer.Option("--nodes", metavar="N", min=1, help="Positions to look at for each decision.")
]
Opening = Annotated[
    int | None,
    typer.Option(
        "--opening",
        metavar="N",
        min=0,
        max=1000,
        help="Random decisions each game begins with; some games have up to seven more.",
        show_default="as many as in a match",
    ),
]
Weights = Annotated[
    str,
    typer.Option(
        "--weights", metavar="FILE", help="Weights of the evaluation; by default those of the game."
    ),
]

Encoded = Annotated[
    Path | None,
    typer.Option(
        "--encoded",
        metavar="FILE.npz",
        help="Write all games of --out as arrays, too: observations, actions, results.",
    ),
]


def selfplay(
    game: GameName,
    positions: Positions,
    out: Out,
    version: Version = None,
    option: Options = None,
    menu: MenuFile = None,
    nodes: Nodes = 600,
    opening: Opening = None,
    seed: MatchSeed = 1,
    weights: Weights = "",
    games_at_a_time: AtATime = None,
    cluster: Cluster = None,
    encoded: Encoded = None,
) -> None:
    """Let the engine play against itself, and store the games with the score of each decision.

    Each game begins with random decisions. Ctrl-C interrupts it; the same command continues it. The same
    command gives the same games on every machine. Contests are decided by lot. To learn from
    the file: https://github.com/gipfel/gipfel/blob/main/docs/engine.md

    Examples:

    - `gipfel selfplay gipf --version standard --positions 2000000 --out gipf.games`

    - `gipfel selfplay yinsh --positions 500000 --nodes 2000 --seed 2 --out yinsh.games -n 1`

    - `gipfel selfplay dvonn --positions 20000 --out dvonn.games --encoded dvonn.npz`
    """
    from gipfel.arena.executors import make_executor
    from gipfel.arena.openings import usual_turns
    from gipfel.arena.selfplay.data_file import DataFile
    from gipfel.arena.selfplay.encoded import write_encoded
    from gipfel.arena.selfplay.runner import SelfPlay, play_until
    from gipfel.cli.progress import count_progress
    from gipfel.engine.players.levels import search_of
    from gipfel.kernel.link import can_compile

    chosen = chosen_game(game, *agreed(menu, game, version, option))
    if search_of(chosen) != DEEP or chosen.clockwork:
        raise OptionError(
            f"{game} {chosen.version} cannot be played so: only games without time, with alpha-beta search"
        )
    if encoded is not None:
        _ = chosen.encoding  # raises an error if the game has none
    if not can_compile():
        raise OptionError("the engine plays against itself only where Numba is installed")
    plan = SelfPlay(chosen, nodes, seed, usual_turns(chosen) if opening is None else opening, weights)
    with DataFile(out, plan.terms) as file:
        executor = make_executor(cluster, games_at_a_time)
        at_once = True
        try:
            with count_progress("Playing") as report:
                play_until(positions, plan, file, executor, report)
            at_once = False
        except KeyboardInterrupt:
            print(f"gipfel: interrupted; {out} is continued by the same command", file=sys.stderr)
            raise
        finally:
            executor.stop(at_once)
        print(f"{out}: {file.positions} positions of {file.games} games")
    if encoded is not None:
        with count_progress("Encoding") as report:
            number = write_encoded(out, encoded, report)
        print(f"{encoded}: {number} positions of finished games")

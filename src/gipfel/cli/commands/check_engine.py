"""The command `check-engine`: tests whether a program speaks the engine protocol and knows the rules."""

from typing import Annotated

import typer

MOST_GAMES = 100_000
LONGEST = 86_400.0

Command = Annotated[
    str,
    typer.Argument(
        metavar="COMMAND",
        help="How the engine is started, with its options: `my_engine,option.Hash=64`.",
        show_default=False,
    ),
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
Number = Annotated[
    int,
    typer.Option(
        "--games", metavar="N", min=1, max=MOST_GAMES, help="Whole random games to play in each version."
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds", metavar="S", min=0.1, max=LONGEST, help="The most time for them, in each version."
    ),
]


def check_engine(command: Command, game: Games = None, games: Number = 200, seconds: Seconds = 60.0) -> None:
    """Check that a program speaks the engine protocol and knows the rules.

    Prints one line for each check; the exit code is 1 if one fails. In every version whole random games are
    played through `play`, `decisions` and `undo` and compared with our rules.

    Examples:

    - `gipfel check-engine "python my_engine.py" --game zertz`

    - `gipfel check-engine "./my_engine --fast,option.Hash=64" --game dvonn --games 1000`
    """
    from gipfel.cli.progress import count_progress
    from gipfel.engine.protocol.checker import check
    from gipfel.games.core.registry import known_name

    passed = True
    names = game and [known_name(name) for name in game]
    with count_progress("whole random games") as report:
        for result in check(command, names, games, seconds, lambda what, done, of: report(done, of)):
            print(result, flush=True)
            passed = passed and result.passed
    raise typer.Exit(0 if passed else 1)

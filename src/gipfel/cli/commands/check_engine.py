"""The command `check-engine`: tests whether a program speaks the engine protocol."""

from typing import Annotated

import typer

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


def check_engine(command: Command, game: Games = None) -> None:
    """Check that a program speaks the engine protocol; one line a check, exit code 1 if one fails."""
    from gipfel.engine.protocol.checker import check

    passed = True
    for result in check(command, game):
        print(result, flush=True)
        passed = passed and result.passed
    raise typer.Exit(0 if passed else 1)

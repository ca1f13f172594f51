"""The command `replay`: checks a record."""

from pathlib import Path
from typing import Annotated

import typer

from gipfel.cli.arguments import Picture


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.", show_default=False)],
    svg: Picture = None,
    story: Annotated[
        bool, typer.Option("--story", help="Tell its contests, too: what they were for, who won.")
    ] = False,
) -> None:
    """Check a record turn by turn; show where it ends, the position text and the result."""
    from gipfel.cli.files import load_game, write_picture
    from gipfel.cli.play.screen import picture
    from gipfel.cli.play.story import told

    record, played = load_game(file)
    if svg is not None:
        write_picture(svg, played.position.svg())
    print(picture(played.position))
    print(played.position)
    if story:
        print(*told(played), sep="\n")
    print(f"result: {record.result} {record.reason}".rstrip())
    if unproven := played.start.game.unproven(played.decisions):
        print(f"not proven by secrets: {unproven} of the results of dice, coins, cards and lots")
    if svg is not None:
        print(f"The picture is in {svg}.")

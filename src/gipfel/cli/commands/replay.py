"""Checking a record: `replay`."""

from pathlib import Path
from typing import Annotated

import typer

from gipfel.cli.arguments import Picture
from gipfel.games.core.playthrough import Playthrough
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import Record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.", show_default=False)],
    svg: Picture = None,
) -> None:
    """Check a record turn by turn; show where it ends, the position text and the result."""
    from gipfel.cli.files import write_picture
    from gipfel.cli.play.screen import picture

    record, played = load_game(file)
    if svg is not None:
        write_picture(svg, played.position.svg())
    print(picture(played.position))
    print(played.position)
    print(f"result: {record.result} {record.reason}".rstrip())
    if unproven := played.start.game.unproven(played.decisions):
        print(f"not proven by secrets: {unproven} of the results of dice, coins, cards and lots")
    if svg is not None:
        print(f"The picture is in {svg}.")


def load_game(file: Path) -> tuple[Record, Playthrough]:
    """A record file, played through. Raises FileProblem."""
    from gipfel.cli.files import FileProblem, load_record
    from gipfel.games.core.replay import replay as play_through

    record = load_record(file)
    try:
        return record, play_through(record)
    except GipfelError as error:
        raise FileProblem(f"{file}: {error}") from error

"""The command `show`: shows a position."""

from typing import Annotated

import typer

from gipfel.cli.arguments import (
    GameName,
    Json,
    MenuFile,
    Options,
    Picture,
    PositionText,
    Seed,
    Version,
    agreed,
    chosen_position,
)
from gipfel.draw.theme import BoardTheme, Theme


def show(
    game: GameName,
    version: Version = None,
    position: PositionText = None,
    option: Options = None,
    menu: MenuFile = None,
    seed: Seed = None,
    svg: Picture = None,
    dark: Annotated[bool, typer.Option("--dark", help="Dark colours in the SVG file.")] = False,
    board: Annotated[
        BoardTheme, typer.Option("--board", help="What the board in the SVG file is made of.")
    ] = BoardTheme.PLAIN,
    letters: Annotated[
        bool, typer.Option("--letters", help="Letters on pieces of the SVG file that differ only in colour.")
    ] = False,
    json: Json = False,
) -> None:
    """Show a position as a picture in text and as its position text; optionally write an SVG file."""
    from gipfel.cli.files import write_picture
    from gipfel.cli.play.screen import picture

    version, option = agreed(menu, game, version, option)
    shown = chosen_position(game, version, position, option, seed)
    if svg is not None:
        theme = Theme.DARK if dark else Theme.LIGHT
        write_picture(svg, shown.svg(theme=theme, board=board, letters=letters))
    if json:
        from gipfel.cli.json_output import position_data, print_json

        print_json(position_data(shown))
        return
    print(picture(shown))
    print(shown)
    if svg is not None:
        print(f"The picture is in {svg}.")

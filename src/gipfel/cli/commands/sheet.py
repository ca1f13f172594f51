"""The command `sheet`: draws a whole game on a page."""

from pathlib import Path
from typing import Annotated

import typer

from gipfel.cli.one_game import MOST_GAMES, chosen_game
from gipfel.draw.theme import BoardTheme, Theme

ENDINGS = (".svg", ".png")


def sheet(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file with games in any format; - is the input.", show_default=False
        ),
    ],
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The picture to write, .svg or .png.", show_default=False),
    ],
    game: Annotated[
        int, typer.Option("--game", metavar="N", min=1, max=MOST_GAMES, help="Which game of the file.")
    ] = 1,
    every: Annotated[
        int | None,
        typer.Option(
            "--every",
            metavar="N",
            min=1,
            max=10_000,
            help="A board after every N turns; 1 shows all of them, on several pages if there are many.",
            show_default="as many as fit on one page",
        ),
    ] = None,
    columns: Annotated[
        int | None,
        typer.Option(
            "--columns", metavar="N", min=1, max=12, help="Boards side by side.", show_default="2 to 5"
        ),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Dark colours.")] = False,
    board: Annotated[
        BoardTheme, typer.Option("--board", help="What the boards are made of.")
    ] = BoardTheme.PLAIN,
    letters: Annotated[
        bool, typer.Option("--letters", help="Letters on pieces that differ only in colour.")
    ] = False,
    names: Annotated[
        bool, typer.Option("--names", help="Show the names of players that are in files of other programs.")
    ] = False,
) -> None:
    """Draw a whole game on a page: the board after every turn, or every n-th, with what the turn changed.

    The file may be a record, a collection, or what other programs write, as for `gipfel convert`. If there
    are several pages, their numbers are added to the name: game-1.svg, game-2.svg.

    Examples:

    - `gipfel sheet evening.txt evening.svg`

    - `gipfel sheet games.sgf.gz game.png --game 17 --every 1`
    """
    from gipfel.draw.png import check_png
    from gipfel.draw.sheet import Style
    from gipfel.games.core.replay import replay
    from gipfel.games.core.sheets import sheet_pages

    _check_ending(out)
    if out.suffix.lower() == ".png":
        check_png()
    record = chosen_game(file, game, names)
    style = Style(Theme.DARK if dark else Theme.LIGHT, board, letters=letters, columns=columns or 0)
    pages = sheet_pages(replay(record), record, every, style)
    written = [_write(_page_path(out, number, len(pages)), page) for number, page in enumerate(pages, 1)]
    where = str(written[0]) if len(written) == 1 else f"{written[0]} to {written[-1].name}"
    print(f"The picture is in {where}.")


def _check_ending(out: Path) -> None:
    from gipfel.cli.files import FileProblem

    if out.suffix.lower() not in ENDINGS:
        raise FileProblem(f"{out}: a picture is an .svg or a .png file")


def _page_path(out: Path, number: int, of: int) -> Path:
    return out if of == 1 else out.with_name(f"{out.stem}-{number}{out.suffix}")


def _write(path: Path, svg: str) -> Path:
    from gipfel.cli.files import write_bytes, write_picture
    from gipfel.draw.png import png

    if path.suffix.lower() == ".svg":
        write_picture(path, svg)
    else:
        write_bytes(path, png(svg, zoom=1))
    return path

"""The command `animate`: a game, or some turns of it, as an animated picture."""

from pathlib import Path
from typing import Annotated

import typer

from gipfel.cli.one_game import MOST_GAMES, chosen_game
from gipfel.draw.theme import BoardTheme, Theme

ENDINGS = {".gif": "gif", ".png": "png", ".apng": "png"}


def animate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file with games in any format; - is the input.", show_default=False
        ),
    ],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The picture to write: .gif, or .png for an animated PNG.", show_default=False
        ),
    ],
    game: Annotated[
        int, typer.Option("--game", metavar="N", min=1, max=MOST_GAMES, help="Which game of the file.")
    ] = 1,
    turns: Annotated[
        str,
        typer.Option(
            "--turns", metavar="A-B", help="Only these turns: 5-12, 5- or 12.", show_default="all of them"
        ),
    ] = "",
    width: Annotated[
        int, typer.Option("--width", metavar="N", min=120, max=1600, help="Width in pixels.")
    ] = 640,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="N", min=0.1, max=20, help="How long each turn is shown."),
    ] = 1.0,
    dark: Annotated[bool, typer.Option("--dark", help="Dark colours.")] = False,
    board: Annotated[
        BoardTheme, typer.Option("--board", help="What the board is made of.")
    ] = BoardTheme.PLAIN,
    letters: Annotated[
        bool, typer.Option("--letters", help="Letters on pieces that differ only in colour.")
    ] = False,
    names: Annotated[
        bool, typer.Option("--names", help="Show the names of players that are in files of other programs.")
    ] = False,
) -> None:
    """Make an animated picture of a game or of some of its turns.

    It shows the position before the first of the turns and after each of them, and begins again at its end.

    Examples:

    - `gipfel animate evening.txt evening.gif`

    - `gipfel animate games.sgf.gz combination.png --game 17 --turns 5-12 --seconds 1.5`
    """
    from gipfel.cli.files import write_bytes
    from gipfel.cli.progress import count_progress
    from gipfel.draw.animation import Film, animated, check_animation
    from gipfel.games.core.animations import animation_pictures
    from gipfel.games.core.replay import replay

    kind = _kind(out)
    first, last = _range(turns)
    check_animation()
    played = replay(chosen_game(file, game, names))
    theme = Theme.DARK if dark else Theme.LIGHT
    pictures = animation_pictures(played, first, last, theme=theme, board=board, letters=letters)
    film = Film(kind, width, seconds, theme.tokens.page)
    with count_progress("Drawing") as report:
        drawn = animated(pictures, film, report)
    write_bytes(out, drawn)
    print(f"The picture is in {out}.")


def _kind(out: Path) -> str:
    from gipfel.cli.files import FileProblem

    kind = ENDINGS.get(out.suffix.lower())
    if kind is None:
        raise FileProblem(f"{out}: an animated picture is a .gif or a .png file")
    return kind


def _range(text: str) -> tuple[int, int | None]:
    """The first and the last turn; None for the end of the game. Raises BadParameter."""
    if not text:
        return 1, None
    begin, dash, end = text.replace("–", "-").partition("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in (begin, end or begin)):
        raise typer.BadParameter(f"{text[:40]!r} are no turns; write 5-12, 5- or 12", param_hint="--turns")
    if not dash:
        return int(begin), int(begin)
    return int(begin), int(end) if end else None

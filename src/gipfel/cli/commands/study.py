"""The command `study`: checks a study, makes one of games, and writes it as a page for readers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gipfel.studies import Study


def study(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A study, or a file with games in any format: each becomes a chapter.",
            show_default=False,
        ),
    ],
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT",
            help="Write a page that needs no server and no network.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="OUT", help="Write the study as a file.", show_default=False),
    ] = None,
    title: Annotated[
        str,
        typer.Option(
            "--title", help="Another title.", show_default="that of the study, or the name of the file"
        ),
    ] = "",
    language: Annotated[
        str,
        typer.Option(
            "--language",
            metavar="CODE",
            help="Another language: en, de, fa, …",
            show_default="that of the study",
        ),
    ] = "",
) -> None:
    """Check a study, make one of games, or write it as a page with boards to step through.

    A study is a text file with chapters, text and games with variations.

    Examples:

    - `gipfel study analysed.txt --title 'My openings' --out openings.txt`

    - `gipfel study openings.txt --html openings.html`
    """
    from dataclasses import replace

    from gipfel.cli.files import write_text
    from gipfel.cli.text import plural
    from gipfel.studies import write_study
    from gipfel.studies.page import study_page

    found = _read(file)
    found = replace(found, title=title or found.title, language=language or found.language)
    page = study_page(found)  # checks all turns
    chapters, boards = plural(len(found.chapters), "chapter"), plural(len(found.boards), "board")
    print(f"{found.title}: {chapters}, {boards}.")
    if out is not None:
        write_text(out, write_study(found))
        print(f"The study is in {out}.")
    if html is not None:
        write_text(html, page)
        print(f"The page is in {html}.")


def _read(path: Path) -> "Study":
    """The study in a file, or one of the games in it. Raises FileProblem."""
    from gipfel.cli.files import FileProblem, read_text
    from gipfel.notation.errors import GipfelError
    from gipfel.studies.study import is_study, read_study

    try:
        with open(path, "rb") as opened:
            head = opened.read(100).decode(errors="replace")
        return read_study(read_text(path)) if is_study(head) else _of_games(path)
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except FileProblem:
        raise
    except GipfelError as error:
        raise FileProblem(f"{path}: {error}") from error


def _of_games(path: Path) -> "Study":
    from itertools import islice

    from gipfel.notation.collection import GameProblem, games_in
    from gipfel.studies.study import LONGEST_TITLE, MOST_CHAPTERS, StudyError, study_of

    records = []
    for place, game in islice(games_in(str(path)), MOST_CHAPTERS + 1):
        if isinstance(game, GameProblem):
            raise StudyError(f"{place}: {game.reason}")
        records.append(game)
    return study_of(path.name.partition(".")[0][:LONGEST_TITLE].strip() or "Study", records)

"""The command `convert`: writes collections of games in another format."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.game_files import (
    INCOMPLETE,
    MOST_REPORTED,
    STREAM,
    Files,
    GameFiles,
    MostReported,
    Names,
    Report,
)

if TYPE_CHECKING:
    from gipfel.notation.record import Record

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")]


def convert(
    files: Files,
    out: Annotated[
        str,
        typer.Argument(
            metavar="OUT",
            help="The file to write. Its ending decides the format: .gipfel or .txt (records), .jsonl, "
            ".json, .sgf, .parquet, .arrow; .gz behind a text compresses it. - writes records to the "
            "standard output.",
            show_default=False,
        ),
    ],
    check: Annotated[bool, typer.Option("--check", help="Leave out games that break the rules.")] = False,
    overwrite: Overwrite = False,
    problems: MostReported = MOST_REPORTED,
    names: Names = False,
    report: Report = None,
) -> None:
    """Convert collections of games into another format; several files become one.

    Games that cannot be read are named and left out; the exit code is then 1.

    Examples:

    - `gipfel convert match.txt match.parquet`

    - `gipfel convert games/*.txt all.gipfel.gz --check`

    - `gipfel convert old-games.zip old.gipfel.gz --names --report problems.txt`
    """
    from gipfel.cli.text import plural

    with GameFiles(files, "converting", names=names, reported=problems, report_file=report) as games:
        number = write_games(_checked(games) if check else _plain(games), out, files, overwrite)
        if out != STREAM:
            left_out = f", {games.broken} left out" if games.broken else ""
            remarks = f", {games.remarked} with remarks" if games.remarked else ""
            print(f"{plural(number, 'game')} in {out}{remarks}{left_out}.")
    if games.broken:
        raise typer.Exit(INCOMPLETE)


def write_games(records: "Iterator[Record]", out: str, files: list[str], overwrite: bool) -> int:
    """Write records to a file, or to the standard output; how many they were. Raises GipfelError."""
    import sys

    from gipfel.cli.files import FileProblem
    from gipfel.notation.collection_writer import write_collection, writer_for
    from gipfel.notation.record import write_record

    if out == STREAM:
        number = 0
        for number, record in enumerate(records, 1):
            sys.stdout.write(f"\n{write_record(record)}" if number > 1 else write_record(record))
        return number
    writer_for(out)
    if out in files or (Path(out).exists() and not overwrite):
        raise FileProblem(f"{out} exists already; choose another name, or replace it with --overwrite")
    return write_collection(out, records)


def _plain(games: GameFiles) -> "Iterator[Record]":
    return (record for _, record in games.records())


def _checked(games: GameFiles) -> "Iterator[Record]":
    from gipfel.games.core.checking import Checker
    from gipfel.notation.collection import GameProblem
    from gipfel.notation.errors import GipfelError

    checker = Checker()
    for place, record in games.records():
        try:
            checker.check(record)
        except GipfelError as error:
            games.report(GameProblem(place, str(error)))
        else:
            yield record

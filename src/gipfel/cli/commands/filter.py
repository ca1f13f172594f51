"""The command `filter`: chooses games of collections."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.commands.convert import Overwrite, write_games
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
    from gipfel.games.core.record_filter import Chooser
    from gipfel.notation.record import Record

MOST_TURNS = 1_000_000


def _text(name: str, metavar: str, help: str) -> typer.models.OptionInfo:  # noqa: A002
    option: typer.models.OptionInfo = typer.Option(name, metavar=metavar, help=help, show_default=False)
    return option


def _number(name: str, help: str) -> typer.models.OptionInfo:  # noqa: A002
    option: typer.models.OptionInfo = typer.Option(
        name, metavar="N", min=0, max=MOST_TURNS, help=help, show_default=False
    )
    return option


def filter(  # noqa: A001
    files: Files,
    game: Annotated[str | None, _text("--game", "GAME", "Only this game.")] = None,
    version: Annotated[str | None, _text("--version", "VERSION", "Only this version of it.")] = None,
    player: Annotated[
        str | None, _text("--player", "NAME", "Played by this person; * is any letters.")
    ] = None,
    white: Annotated[str | None, _text("--white", "NAME", "This person plays White.")] = None,
    black: Annotated[str | None, _text("--black", "NAME", "This person plays Black.")] = None,
    winner: Annotated[str | None, _text("--winner", "NAME", "Won by this person.")] = None,
    result: Annotated[
        str | None, _text("--result", "RESULT", "1-0, 0-1, 1/2-1/2, * (unfinished), or `decided`.")
    ] = None,
    since: Annotated[
        str | None, _text("--since", "DATE", "Played then or later: 2026, 2026-11, 2026-11-18.")
    ] = None,
    until: Annotated[str | None, _text("--until", "DATE", "Played then or earlier.")] = None,
    opening: Annotated[
        str | None, _text("--opening", "TURNS", "Begins with these turns, such as `e1-e3 / a1-c3`.")
    ] = None,
    position: Annotated[
        str | None, _text("--position", "TEXT", "This position occurs after some turn, or is the start.")
    ] = None,
    min_turns: Annotated[int | None, _number("--min-turns", "At least this number of turns.")] = None,
    max_turns: Annotated[int | None, _number("--max-turns", "At most this number of turns.")] = None,
    limit: Annotated[int | None, _number("--limit", "Stop after this number of games.")] = None,
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Where to write the games; the ending decides the format, as for `gipfel convert`.",
            show_default="records to the standard output",
        ),
    ] = STREAM,
    overwrite: Overwrite = False,
    problems: MostReported = MOST_REPORTED,
    names: Names = False,
    report: Report = None,
) -> None:
    """Choose games of collections: all that fit everything that is asked for.

    Games that cannot be read are named and left out; the exit code is then 1.

    Examples:

    - `gipfel filter match.txt --player level:5 --result decided -o wins.gipfel.gz`

    - `gipfel filter all.parquet --game gipf --opening "e1-e3 / a1-c3" | gipfel stats -`

    - `gipfel filter all.gipfel --since 2026-01 --until 2026-06 --min-turns 20 -o spring.jsonl`
    """
    from itertools import islice

    from gipfel.cli.text import plural
    from gipfel.games.core.record_filter import RecordFilter
    from gipfel.games.core.registry import check_name, known_name

    if game is not None:
        game = known_name(game)
        check_name(game)
    chooses = RecordFilter(
        game,
        version,
        player,
        white,
        black,
        winner,
        result,
        since,
        until,
        min_turns,
        max_turns,
        opening,
        position,
    ).chooser()
    with GameFiles(files, "filtering", names=names, reported=problems, report_file=report) as games:
        number = write_games(islice(_chosen(games, chooses), limit), out, files, overwrite)
        if out != STREAM:
            print(f"{plural(number, 'game')} of {games.games} in {out}.")
    if games.broken:
        raise typer.Exit(INCOMPLETE)


def _chosen(games: GameFiles, chooses: "Chooser") -> "Iterator[Record]":
    for _, record in games.records():
        if chooses(record):
            yield record
    chooses.check_position()
    chooses.check_opening()

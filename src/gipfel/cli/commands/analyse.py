"""The command `analyse`: annotates whole games."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from gipfel.cli.game_files import INCOMPLETE, STREAM, Names, standard_input
from gipfel.cli.text import plural, printable_line

if TYPE_CHECKING:
    from gipfel.engine.game_analysis import JudgedTurn
    from gipfel.notation.collection import Game
    from gipfel.notation.record import Record

    Judge = Callable[[Record, str], tuple[list[JudgedTurn], bool]]

LONGEST = 3600.0
USUAL_SECONDS = 0.5
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells expect it."""

MOST_GAMES = 10**9
GameFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A record, or a file with many games in any format; - is the standard input.",
        show_default=False,
    ),
]
Out = Annotated[
    str,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="Write the annotated games to this file, which may be the same one; the ending decides the "
        "format, as for `gipfel convert`.",
        show_default="records to the standard output",
    ),
]
GameNumber = Annotated[
    int | None,
    typer.Option(
        "--game",
        metavar="N",
        min=1,
        max=MOST_GAMES,
        help="Only this game of the file, counted from 1.",
        show_default="all",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        min=0.001,
        max=LONGEST,
        help="Time for each position.",
        show_default=f"{USUAL_SECONDS:g}, unless there is another limit",
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes", metavar="N", min=1, help="Positions to look at for each one.", show_default=False
    ),
]
Level = Annotated[
    int | None,
    typer.Option(
        "--level", metavar="N", min=1, max=10, help="The level that judges.", show_default="full strength"
    ),
]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", min=1, max=64, help="How many cores it may use.")
]
KeepMarks = Annotated[
    bool, typer.Option("--keep-marks", help="Keep the marks (! ? ...) that the record has already.")
]


def analyse(
    file: GameFile,
    out: Out = STREAM,
    game: GameNumber = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    level: Level = None,
    threads: Threads = 1,
    keep_marks: KeepMarks = False,
    names: Names = False,
) -> None:
    """Let the engine annotate games: chances after every turn, marks, better lines, and a summary.

    A turn is marked by the points of the winning chance that it gave up: more than 5 are dubious (`?!`), more
    than 13 a mistake (`?`), more than 25 a blunder (`??`). Below such a turn stands what the engine would
    have played. Ctrl-C ends the analysis and writes what there is. Of many games, those that cannot be
    played are named and left out; the exit code is then 1.

    Examples:

    - `gipfel analyse evening.txt`

    - `gipfel analyse evening.txt --out analysed.txt --seconds 2 --threads 2`

    - `gipfel analyse games.sgf.gz --game 17`
    """
    from functools import partial

    from gipfel.cli.commands.convert import write_games
    from gipfel.games.core.level_settings import HIGHEST
    from gipfel.notation.collection_writer import writer_for

    if seconds is None and nodes is None and level is None:
        seconds = USUAL_SECONDS
    if out != STREAM:
        writer_for(out)
    judge = partial(
        _judged, seconds=seconds, nodes=nodes, level=HIGHEST if level is None else level, threads=threads
    )
    work = _Work(judge, keep_marks, sys.stderr if out == STREAM else sys.stdout)
    number = write_games(work.annotated_games(_chosen(file, game, names)), out, [], overwrite=True)
    if out != STREAM:
        what = "record is" if number == 1 else f"{number} games are"
        print(f"The annotated {what} in {out}.")
    if work.interrupted:
        print(f"gipfel: interrupted {work.interrupted}; the others stay as they were", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    if work.broken:
        raise typer.Exit(INCOMPLETE)


def _chosen(file: str, number: int | None, names: bool) -> "Iterator[Game]":
    """The games to annotate. Raises GipfelError if there is none."""
    from gipfel.cli.files import FileProblem
    from gipfel.notation.collection import games_in

    found = 0
    for found, game in enumerate(games_in(standard_input() if file == STREAM else file, names=names), 1):
        if number is None or found == number:
            yield game
        if found == number:
            return
    if number is not None:
        raise FileProblem(f"{file} has {plural(found, 'game')}; there is no game {number}")
    if not found:
        raise FileProblem(f"there are no games in {file}")


class _Work:
    """Annotates one game after the other, and says how it goes."""

    def __init__(self, judge: "Judge", keep_marks: bool, summaries: TextIO) -> None:
        self.judge = judge
        self.keep_marks = keep_marks
        self.summaries = summaries
        self.broken = 0
        self.interrupted = ""
        """After what the user pressed Ctrl-C; empty if not."""

    def annotated_games(self, games: "Iterator[Game]") -> "Iterator[Record]":
        """The games with what the engine says. Raises GipfelError if the only one is broken."""
        from itertools import chain, islice

        from gipfel.cli.files import FileProblem
        from gipfel.notation.collection import GameProblem
        from gipfel.notation.errors import GipfelError

        first = [*islice(games, 2)]
        for number, (place, game) in enumerate(chain(first, games), 1):
            try:
                if isinstance(game, GameProblem):
                    raise FileProblem(game.reason)
                yield game if self.interrupted else self._annotated(game, number if len(first) > 1 else 0)
            except GipfelError as error:
                if len(first) == 1:
                    raise FileProblem(f"{place}: {error}") from error
                self.broken += 1
                print(f"gipfel: {printable_line(f'{place}: {error}')}", file=sys.stderr)

    def _annotated(self, game: "Record", number: int) -> "Record":
        """A game with what the engine says; it has a number if it is one of many."""
        from gipfel.engine.game_analysis import annotated, summary_lines

        title = f"game {number}" if number else ""
        judged, finished = self.judge(game, f"analysing {title}".rstrip())
        if not finished:
            turns = f"after {len(judged)} of {plural(len(game.turns), 'turn')}"
            self.interrupted = f"in {title} {turns}" if title else turns
        if judged:
            start = f"{title}, " if title else ""
            print(*(start + line for line in summary_lines(judged)), sep="\n", file=self.summaries)
        return annotated(game, judged, self.keep_marks)


def _judged(
    game: "Record", title: str, *, seconds: float | None, nodes: int | None, level: int, threads: int
) -> "tuple[list[JudgedTurn], bool]":
    """The turns that were judged, and whether that is all of them."""
    from concurrent.futures import wait
    from threading import Event

    from gipfel.cli.progress import POLL, count_progress, in_background
    from gipfel.engine.game_analysis import analyse

    judged: list[JudgedTurn] = []
    stop = Event()
    turns = analyse(game, seconds, nodes=nodes, level=level, threads=threads, stop=stop)
    # In a thread: Ctrl-C in the middle of compiling would leave half a module.
    done = in_background(lambda: judged.extend(turns))
    try:
        with count_progress(title) as progress:
            while not done.done():
                progress(len(judged), len(game.turns))
                wait([done], POLL)
    except KeyboardInterrupt:
        stop.set()
        return [*judged], False
    done.result()
    return judged, True

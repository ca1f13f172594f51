"""The command `analyse`: annotates a whole game."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.text import plural

if TYPE_CHECKING:
    from gipfel.engine.game_analysis import JudgedTurn
    from gipfel.notation.record import Record

LONGEST = 3600.0
USUAL_SECONDS = 0.5
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells expect it."""

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game.", show_default=False)]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="Write the annotated record to this file; it may be the same one.",
        show_default="standard output",
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
    record: RecordFile,
    out: Out = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    level: Level = None,
    threads: Threads = 1,
    keep_marks: KeepMarks = False,
) -> None:
    """Let the engine annotate a game: chances after every turn, marks, better lines, and a summary.

    A turn is marked by the points of the winning chance that it gave up: more than 5 are dubious (`?!`), more
    than 13 a mistake (`?`), more than 25 a blunder (`??`). Below such a turn stands what the engine would
    have played. Ctrl-C ends the analysis and writes what there is.

    Examples:

    - `gipfel analyse evening.txt`

    - `gipfel analyse evening.txt --out analysed.txt --seconds 2 --threads 2`
    """
    from gipfel.cli.files import load_game, write_text
    from gipfel.engine.game_analysis import annotated, summary_lines
    from gipfel.games.core.level_settings import HIGHEST
    from gipfel.notation.record import write_record

    game, _ = load_game(record)
    if seconds is None and nodes is None and level is None:
        seconds = USUAL_SECONDS
    judged, finished = _judged(game, seconds, nodes, HIGHEST if level is None else level, threads)
    text = write_record(annotated(game, judged, keep_marks))
    lines = summary_lines(judged) if judged else []
    if out is None:
        print(text, end="")
        print(*lines, sep="\n", end="\n" if lines else "", file=sys.stderr)
    else:
        write_text(out, text)
        print(*lines, f"The annotated record is in {out}.", sep="\n")
    if not finished:
        done, of = len(judged), plural(len(game.turns), "turn")
        print(f"gipfel: interrupted after {done} of {of}; the others stay as they were", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _judged(
    game: "Record", seconds: float | None, nodes: int | None, level: int, threads: int
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
        with count_progress("analysing") as progress:
            while not done.done():
                progress(len(judged), len(game.turns))
                wait([done], POLL)
    except KeyboardInterrupt:
        stop.set()
        return [*judged], False
    done.result()
    return judged, True

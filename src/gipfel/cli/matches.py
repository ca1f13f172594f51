"""Plays a match for a command: reads and writes its files, and shows its progress."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from gipfel.arena.executors import make_executor
from gipfel.arena.games import GameResult
from gipfel.arena.results_file import ResultsFile, default_path, delete_results
from gipfel.arena.runner import MatchRunner
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.standings import Standings, compute_standings, summary
from gipfel.arena.statistics import elo_text
from gipfel.cli.files import FileProblem, write_picture, write_text
from gipfel.cli.streams import is_terminal
from gipfel.cli.text import plural
from gipfel.notation.collection_writer import COMPRESSED, write_collection, writer_for, writers
from gipfel.notation.errors import OptionError
from gipfel.notation.record import read_record

if TYPE_CHECKING:
    from gipfel.arena.ratings_file import KeptRating

PROGRESS_LINES = 10
"""How many lines of progress are written during a match if stderr is no terminal."""


@dataclass(frozen=True)
class RunOptions:
    """Where games are played, how many at a time, and for how long."""

    cluster: str | None = None
    at_a_time: int | None = None
    until: float = inf
    """No games are started after this time of the monotonic clock."""


@dataclass(frozen=True)
class Files:
    """The files that are read and written."""

    results: Path | None = None
    restart: bool = False
    json: Path | None = None
    records: Path | None = None
    picture: Path | None = None
    ratings: Path | None = None
    """The ratings over several matches."""


@dataclass(frozen=True)
class Played:
    """A match that was played, or stopped."""

    match: Match
    standings: Standings
    reason: str
    sprt: Sprt | None
    path: Path
    """The file with its games."""
    ratings: "list[KeptRating]" = field(default_factory=list)
    """The ratings over several matches, if they are kept."""
    ratings_path: Path | None = None


def read_sprt(text: str | None, alpha: float, beta: float, players: int) -> Sprt | None:
    """The test that an option such as `0,30` asks for. Raises OptionError."""
    if text is None:
        return None
    if players != 2:
        raise OptionError(f"--sprt compares two players; there are {players}")
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError as error:
        raise OptionError(f"--sprt {text} must be two numbers such as 0,30") from error
    return Sprt(elo0, elo1, alpha, beta)


def say_repeated(openings: int, pairs: int) -> None:
    """Say that openings are used several times, which makes games less different."""
    if openings < pairs:
        _say(f"{plural(openings, 'opening')} for {pairs} pairs: openings are used again and again")


def deadline(minutes: float | None) -> float:
    """The end of a number of minutes from now, by the monotonic clock."""
    return inf if minutes is None else monotonic() + 60 * minutes


def play(match: Match, sprt: Sprt | None, options: RunOptions, files: Files) -> Played:
    """Play a match, or the rest of it, and write the files."""
    path = files.results or default_path(match)
    if files.restart:
        delete_results(path)
    with ResultsFile(path, match) as results_file:
        if results_file.other_code and results_file.results:
            _say(f"{path}: begun with another version of the code; --restart starts the match again")
        run = MatchRunner(match, results_file, sprt, until=options.until, warn=_say)
        reason = _play_missing(run, options)
        match, results = run.match, [*results_file.results.values()]
    standings = compute_standings(match, results)
    kept: list[KeptRating] = []
    if files.ratings is not None:
        from gipfel.arena.ratings_file import update_ratings

        kept = update_ratings(files.ratings, match, standings, {result.key: result for result in results})
    played = Played(match, standings, reason, sprt, path, kept, files.ratings)
    _write(played, results, files)
    return played


def _play_missing(run: MatchRunner, options: RunOptions) -> str:
    if (reason := run.stop_reason) is not None:
        return reason
    executor = make_executor(options.cluster, options.at_a_time)
    try:
        with _progress(run) as run.report:
            reason = run.play(executor)
    except BaseException as error:
        executor.stop(at_once=True)
        if isinstance(error, KeyboardInterrupt):
            _say(f"interrupted after {len(run.results_file.results)} games; the same command continues it")
        raise
    executor.stop(at_once=False)
    return reason


def _write(played: Played, results: list[GameResult], files: Files) -> None:
    if files.json is not None:
        data = summary(played.match, played.standings, played.reason, played.sprt)
        write_text(files.json, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    if files.records is not None:
        _write_records(files.records, results)
    if files.picture is not None:
        from gipfel.arena.picture import drawn, png

        svg = drawn(played.match.game, played.standings)
        if files.picture.suffix == ".png":
            files.picture.write_bytes(png(svg))
        else:
            write_picture(files.picture, svg)


def _write_records(path: Path, results: list[GameResult]) -> None:
    """Write the games as a collection; a name with an unknown ending gets records."""
    if _has_known_ending(path):
        write_collection(path, (read_record(result.record) for result in results))
    else:
        write_text(path, "\n".join(result.record for result in results))


def _has_known_ending(path: Path) -> bool:
    return (
        any(path.name.lower().endswith(writer.endings) for writer in writers()) or path.suffix == COMPRESSED
    )


def check_records(path: Path | None) -> None:
    """Check, before a match is played, that its records can be written in this format. Raises GipfelError."""
    if path is not None and _has_known_ending(path):
        writer_for(path.name)


def check_picture(path: Path | None) -> None:
    """Check, before the match is played, that its picture can be drawn. Raises FileProblem, NoPng."""
    if path is None or path.suffix == ".svg":
        return
    if path.suffix != ".png":
        raise FileProblem(f"cannot draw {path}: a picture ends in .svg or .png")
    from gipfel.arena.picture import check_png

    check_png()


@contextmanager
def _progress(run: MatchRunner) -> Iterator[Callable[[], None]]:
    """Shows the progress of a match: a bar on a terminal, otherwise a few lines."""
    if not is_terminal(sys.stderr):
        yield _Lines(run)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(
            "making the players ready",
            total=run.match.games(run.results_file.results),
            completed=len(run.results_file.results),
        )
        yield lambda: bar.update(
            task,
            description=so_far(run),
            total=run.match.games(run.results_file.results),
            completed=len(run.results_file.results),
        )


class _Lines:
    """Writes a line now and then."""

    def __init__(self, run: MatchRunner) -> None:
        self.run = run
        self._written = self._part

    @property
    def _part(self) -> int:
        results = self.run.results_file.results
        return len(results) * PROGRESS_LINES // self.run.match.games(results)

    def __call__(self) -> None:
        if self._part > self._written:
            self._written = self._part
            results = self.run.results_file.results
            _say(f"{len(results)} of {self.run.match.games(results)} games: {so_far(self.run)}")


def so_far(run: MatchRunner) -> str:
    """The standings of a match in half a line."""
    standings = compute_standings(run.match, run.results_file.results.values())
    if len(standings.names) > 2:
        best = standings.ranking[0]
        rating = standings.ratings[best]
        return f"{standings.names[best]} leads with {rating.elo:+z.0f} ± {rating.error:.0f}"
    meeting = standings.meetings[0]
    points = f"{meeting.points:g} - {meeting.games - meeting.points:g}"
    test = f", LLR {run.sprt.llr(meeting.pairs):.2f}" if run.sprt is not None else ""
    return f"{meeting.first} {points} {meeting.second}, Elo {elo_text(meeting.pairs)}{test}"


def _say(line: str) -> None:
    print(f"gipfel: {line}", file=sys.stderr, flush=True)

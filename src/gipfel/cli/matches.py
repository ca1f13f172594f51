"""Playing a match from a command: its file, its progress, and what is written when it is over."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic

from gipfel.arena.arena import Run
from gipfel.arena.journal import Journal, forget, usual_path
from gipfel.arena.match import Result
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.standing import Standing, standing, summary
from gipfel.arena.statistics import elo_text
from gipfel.arena.workers import workers
from gipfel.cli.files import FileProblem, write_picture, write_text
from gipfel.cli.play.screen import is_terminal
from gipfel.notation.errors import OptionError

LINES = 10
"""So often a match says how it stands where no person watches."""


@dataclass(frozen=True)
class Place:
    """Where games are played, and how many at a time."""

    cluster: str | None = None
    at_a_time: int | None = None
    until: float = inf
    """When no more games are begun, by the monotonic clock."""


@dataclass(frozen=True)
class Files:
    """What is read and written."""

    results: Path | None = None
    afresh: bool = False
    json: Path | None = None
    records: Path | None = None
    picture: Path | None = None


@dataclass(frozen=True)
class Played:
    """A match that has come to its end."""

    match: Match
    standing: Standing
    reason: str
    sprt: Sprt | None
    path: Path
    """Where its games are."""


def read_sprt(text: str | None, alpha: float, beta: float, players: int) -> Sprt | None:
    """The test a command line asks for, such as `0,30`. Raises OptionError."""
    if text is None:
        return None
    if players != 2:
        raise OptionError(f"--sprt compares two players; there are {players}")
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError as error:
        raise OptionError(f"--sprt {text} must be two numbers such as 0,30") from error
    return Sprt(elo0, elo1, alpha, beta)


def deadline(minutes: float | None) -> float:
    """When so many minutes are over, by the monotonic clock."""
    return inf if minutes is None else monotonic() + 60 * minutes


def play(match: Match, sprt: Sprt | None, place: Place, files: Files) -> Played:
    """Play a match, or the rest of it, and write what is asked for."""
    path = files.results or usual_path(match)
    if files.afresh:
        forget(path)
    with Journal(path, match) as journal:
        if journal.other_code and journal.results:
            _say(f"{path}: begun with another state of the program; --afresh begins anew")
        reason = _play_missing(Run(match, journal, sprt, until=place.until), place)
        results = [*journal.results.values()]
    played = Played(match, standing(match, results), reason, sprt, path)
    _write(played, results, files)
    return played


def _play_missing(run: Run, place: Place) -> str:
    if (reason := run.stop_reason) is not None:
        return reason
    crew = workers(place.cluster, place.at_a_time)
    try:
        with _progress(run) as run.report:
            reason = run.play(crew)
    except BaseException as error:
        crew.stop(at_once=True)
        if isinstance(error, KeyboardInterrupt):
            _say(f"interrupted after {len(run.journal.results)} games; the same command goes on")
        raise
    crew.stop(at_once=False)
    return reason


def _write(played: Played, results: list[Result], files: Files) -> None:
    if files.json is not None:
        plain = summary(played.match, played.standing, played.reason, played.sprt)
        write_text(files.json, json.dumps(plain, indent=2, ensure_ascii=False) + "\n")
    if files.records is not None:
        write_text(files.records, "\n".join(result.record for result in results))
    if files.picture is not None:
        from gipfel.arena.picture import drawn, png

        svg = drawn(played.match.game, played.standing)
        if files.picture.suffix == ".png":
            files.picture.write_bytes(png(svg))
        else:
            write_picture(files.picture, svg)


def check_picture(path: Path | None) -> None:
    """Is it a kind of picture we can draw? Asked before the match, not after it."""
    if path is None or path.suffix == ".svg":
        return
    if path.suffix != ".png":
        raise FileProblem(f"cannot draw {path}: a picture ends in .svg or .png")
    from gipfel.arena.picture import check_png

    check_png()


@contextmanager
def _progress(run: Run) -> Iterator[Callable[[], None]]:
    """How far the match is: a bar for a person, a few lines for a log."""
    if not is_terminal(sys.stderr):
        yield _Lines(run)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(
            "making the players ready", total=run.match.games, completed=len(run.journal.results)
        )
        yield lambda: bar.update(task, description=so_far(run), completed=len(run.journal.results))


class _Lines:
    """Says now and then how the match stands."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.said = self._part

    @property
    def _part(self) -> int:
        return len(self.run.journal.results) * LINES // self.run.match.games

    def __call__(self) -> None:
        if self._part > self.said:
            self.said = self._part
            _say(f"{len(self.run.journal.results)} of {self.run.match.games} games: {so_far(self.run)}")


def so_far(run: Run) -> str:
    """How a match stands, in half a line."""
    stand = standing(run.match, run.journal.results.values())
    if len(stand.names) > 2:
        best = stand.ranking[0]
        return (
            f"{stand.names[best]} leads with {stand.ratings[best].elo:+.0f} ± {stand.ratings[best].error:.0f}"
        )
    meeting = stand.meetings[0]
    points = f"{meeting.points:g} - {meeting.games - meeting.points:g}"
    test = f", LLR {run.sprt.llr(meeting.pairs):.2f}" if run.sprt is not None else ""
    return f"{meeting.first} {points} {meeting.second}, Elo {elo_text(meeting.pairs)}{test}"


def _say(line: str) -> None:
    print(f"gipfel: {line}", file=sys.stderr, flush=True)

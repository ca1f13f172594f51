"""Reads the games of files that a command names, with a progress bar, and reports those that are broken."""

import sys
from collections import Counter
from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from gipfel.cli.problem_kinds import kind_of, most_common
from gipfel.cli.streams import is_terminal
from gipfel.cli.text import plural, printable_line
from gipfel.notation.collection import (
    REMARK,
    Game,
    GameProblem,
    Place,
    Source,
    games_in,
    open_source,
    read_games,
)
from gipfel.notation.errors import RecordError
from gipfel.notation.record import Record

if TYPE_CHECKING:
    from rich.progress import Progress

STREAM = "-"
"""Stands for the standard input or output."""
UPDATE = 0.1
"""Seconds between two updates of the progress bar."""
BAR_AFTER = 0.5
"""Seconds after which the bar appears."""
MOST_REPORTED = 20
INCOMPLETE = 1
"""The exit code if some games are broken."""

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Files or folders with games: records, JSON, Parquet, Arrow, SGF and texts of other programs, "
        "also packed with gzip or zip; - is the standard input.",
        show_default=False,
    ),
]
Names = Annotated[
    bool, typer.Option("--names", help="Keep the names of players when other formats are read.")
]
MostReported = Annotated[
    int,
    typer.Option("--problems", metavar="N", min=0, help="How many broken games are named; all are counted."),
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE", help="Write all broken games with their lines and reasons into a file."
    ),
]
REPORTED, REPORT_END = b" read, ", 100_000
"""What the summary of a report has, and how many bytes at its end are looked at."""
KINDS = 8
"""How many kinds of reasons are listed at the end."""


class GameFiles:
    """The games of several files, one after the other; a context manager that shows progress."""

    def __init__(
        self,
        files: list[str],
        title: str,
        *,
        names: bool = False,
        reported: int = MOST_REPORTED,
        report_file: Path | None = None,
    ) -> None:
        self.files = files
        self.title = title
        self.names = names
        self.reported = reported
        self.games = 0
        """How many games were found so far, broken ones included."""
        self.broken = 0
        self.remarked = 0
        """How many games of other programs have a comment on something odd."""
        self._report_file = report_file
        self._report_stream: IO[str] | None = None
        self._kinds: Counter[str] = Counter()
        self._sizes = [_size(file) for file in files]
        self._bar: Progress | None = None
        self._task: Any = None
        self._next_update = monotonic() + BAR_AFTER

    def __enter__(self) -> "GameFiles":
        if self._report_file is not None:
            self._report_stream = _opened_report(self._report_file)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        self._say_what_was_not_named()
        self._close_report()
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self.say(f"interrupted after {plural(self.games, 'game')}")

    def __iter__(self) -> Iterator[Game]:
        """All games, broken ones included; if one of several files cannot be read, it is a broken game."""
        for number, file in enumerate(self.files):
            source = None
            try:
                if Path(file).is_dir():
                    games = games_in(file, names=self.names)
                else:
                    source = open_source(standard_input() if file == STREAM else file, names=self.names)
                    games = read_games(source)
            except RecordError as error:
                if len(self.files) == 1:
                    raise
                self.games += 1
                place = Place(file, 0)
                yield place, GameProblem(place, str(error))
                continue
            for place, game in games:
                self.games += 1
                yield place, game
                if monotonic() >= self._next_update:
                    self._update(number, source)
        if not self.games:
            raise RecordError(f"there are no games in {', '.join(self.files)}")

    def records(self) -> Iterator[tuple[Place, Record]]:
        """All games that can be read; the others are reported."""
        for place, game in self:
            if isinstance(game, GameProblem):
                self.report(game)
            else:
                self._note_remarks(place, game)
                yield place, game

    def _note_remarks(self, place: Place, record: Record) -> None:
        """Write what was odd about a game of another program into the report."""
        remarks = [comment for comment in record.comments if comment.startswith(REMARK)]
        self.remarked += bool(remarks)
        if self._report_stream is not None:
            for remark in remarks:
                self._kinds[kind_of(remark)] += 1
                self._report_stream.write(f"{printable_line(f'{place}: {remark}')}\n")

    def report(self, problem: GameProblem) -> None:
        """Name a broken game, unless many have been named."""
        self.broken += 1
        self._kinds[kind_of(problem.reason)] += 1
        text = problem.reason if problem.place.number == 0 else str(problem)
        if self._report_stream is not None:
            self._report_stream.write(f"{printable_line(text)}\n")
        if self.broken <= self.reported:
            self.say(text)

    def say(self, line: str) -> None:
        """Print a line on stderr, above the progress bar."""
        text = f"gipfel: {printable_line(line)}"
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def _say_what_was_not_named(self) -> None:
        more = self.broken - self.reported
        if more > 0 and self.reported:
            self.say(f"{plural(more, 'more broken game')}; --problems {self.broken} names all")
            reasons = "; ".join(most_common(self._kinds, KINDS))
            self.say(f"reasons: {reasons}")

    def _close_report(self) -> None:
        """Write the summary below the broken games."""
        if self._report_stream is None:
            return
        lines = [f"# {plural(self.games, 'game')} read, {self.broken} broken, {self.remarked} with remarks"]
        lines += [f"# {line}" for line in most_common(self._kinds, len(self._kinds))]
        with self._report_stream as stream:
            stream.write("\n".join(lines) + "\n")

    def _update(self, number: int, source: Source | None) -> None:
        self._next_update = monotonic() + UPDATE
        if not is_terminal(sys.stderr):
            return
        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
            total = None if None in self._sizes else sum(size or 0 for size in self._sizes)
            self._task = self._bar.add_task(self.title, total=total, games="")
        done = sum(size or 0 for size in self._sizes[:number]) + _position(source)
        broken = f", {self.broken} broken" if self.broken else ""
        self._bar.update(self._task, completed=done, games=f"{plural(self.games, 'game')}{broken}")


def _opened_report(path: Path) -> IO[str]:
    """The file of a report; it may replace another report, but no other file. Raises RecordError."""
    try:
        if path.is_file() and path.stat().st_size and not _is_report(path):
            raise RecordError(f"{path} exists and is not a report; choose another name")
        return open(path, "w", encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror or error}") from error


def _is_report(path: Path) -> bool:
    with open(path, "rb") as file:
        end = file.seek(0, SEEK_END)
        file.seek(max(0, end - REPORT_END))
        return REPORTED in file.read()


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[games]}"))
    return Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)


def _size(file: str) -> int | None:
    """The bytes of a file; None if they are not known."""
    try:
        path = Path(file)
        return path.stat().st_size if file != STREAM and path.is_file() else None
    except (OSError, ValueError):
        return None


def _position(source: Source | None) -> int:
    """How many bytes of the file were read."""
    try:
        return 0 if source is None else source.file.tell()
    except (OSError, ValueError):
        return 0


def standard_input() -> Any:
    """The stream that `-` stands for. Raises RecordError if the process has none."""
    if sys.stdin is None:
        raise RecordError("there is no standard input to read")
    return sys.stdin

"""Runs long work in a thread, and shows progress bars on a terminal."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from gipfel.cli.streams import is_terminal
from gipfel.locale import in_this_language

if TYPE_CHECKING:
    from gipfel.kernel.perft import Progress

T = TypeVar("T")

BAR_AFTER = 1.0
"""Seconds; work that takes longer gets a progress bar."""
POLL = 0.1
"""Seconds between two looks at the work."""


def with_progress(title: str, work: "Callable[[Progress], T]") -> T:
    """Do the work and show its progress. Ctrl-C works at once, even while compiled code runs."""
    so_far = [0, 0]

    def report(number: int, of: int) -> None:
        so_far[:] = number, of

    done = in_background(lambda: work(report))
    wait([done], BAR_AFTER)
    if not done.done() and is_terminal(sys.stderr):
        _show(title, done, so_far)
    while not done.done():
        wait([done], POLL)
    return done.result()


def in_background(work: Callable[[], T]) -> "Future[T]":
    """Do the work in a daemon thread, in this language; the program does not wait for it when it ends."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=in_this_language(run), daemon=True).start()
    return done


def _show(title: str, done: "Future[T]", so_far: list[int]) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        while not done.done():
            wait([done], POLL)
            bar.update(task, completed=so_far[0], total=so_far[1] or None)


@contextmanager
def count_progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A function that shows, on a terminal, how many items are done; the bar appears with its first call."""
    if not is_terminal(sys.stderr):
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=None)

    def report(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)
        if done == total:
            bar.stop()

    try:
        yield report
    finally:
        with suppress(IndexError):  # Ctrl-C while the bar was being started
            bar.stop()


@contextmanager
def running_count(title: str, unit: str) -> Iterator[Callable[[int], None]]:
    """A function that shows, on a terminal, how many items are done, if nobody knows how many there are."""
    if not is_terminal(sys.stderr):
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done: bar.update(task, description=f"{title}: {done:,} {unit}")

"""Long work in the background; with a progress bar on a terminal, if it takes more than a second."""

import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

from gipfel.cli.play.screen import is_terminal
from gipfel.kernel.perft import Progress

T = TypeVar("T")

PATIENCE = 1.0
GLANCE = 0.1
"""Seconds: without a bar, and between two looks at the work."""


def watched(title: str, work: Callable[[Progress], T]) -> T:
    """Do the work, show how far it is. Ctrl-C is heard at once even if compiled code is running."""
    so_far = [0, 0]

    def report(number: int, of: int) -> None:
        so_far[:] = number, of

    done = in_background(lambda: work(report))
    wait([done], PATIENCE)
    if not done.done() and is_terminal(sys.stderr):
        _show(title, done, so_far)
    while not done.done():
        wait([done], GLANCE)
    return done.result()


def in_background(work: Callable[[], T]) -> "Future[T]":
    """Do the work in a thread that nobody waits for when the program ends."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done


def _show(title: str, done: "Future[T]", so_far: list[int]) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        while not done.done():
            wait([done], GLANCE)
            bar.update(task, completed=so_far[0], total=so_far[1] or None)

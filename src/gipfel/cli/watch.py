"""Long work with a progress bar: on a terminal, and only if it takes more than a second."""

import sys
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from gipfel.cli.screen import is_terminal
from gipfel.kernel.perft import Progress

T = TypeVar("T")

PATIENCE = 1.0
GLANCE = 0.1
"""Seconds: without a bar, and between two looks at the work."""


def watched(title: str, work: Callable[[Progress], T]) -> T:
    """Do the work, show how far it is. Ctrl-C is heard at once even if compiled code is running."""
    so_far = [0, 0]
    done: Future[T] = Future()

    def report(number: int, of: int) -> None:
        so_far[:] = number, of

    def run() -> None:
        try:
            done.set_result(work(report))
        except BaseException as error:
            done.set_exception(error)

    worker = Thread(target=run, daemon=True)
    worker.start()
    worker.join(PATIENCE)
    if worker.is_alive() and is_terminal(sys.stderr):
        _show(title, worker, so_far)
    while worker.is_alive():
        worker.join(GLANCE)
    return done.result()


def _show(title: str, worker: Thread, so_far: list[int]) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        while worker.is_alive():
            worker.join(GLANCE)
            bar.update(task, completed=so_far[0], total=so_far[1] or None)

"""Lets a worker process end together with the process that started it."""

import os
from collections.abc import Callable
from multiprocessing import parent_process
from threading import Thread


def _exit_at_once() -> None:
    os._exit(1)


def end_with_parent(end: Callable[[], None] = _exit_at_once) -> None:
    """Call `end`, in a thread of its own, as soon as the parent process has ended."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, daemon=True).start()

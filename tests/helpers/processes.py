"""Questions about processes that tests have started."""

import os
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

INTERVAL = 0.01
"""Seconds between two looks at the processes."""


def exists(pid: int) -> bool:
    """Is there a process with this number? A zombie counts, too."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def has_ended(pid: int) -> bool:
    """Has a process ended? Orphans may stay zombies until their new parent reads their exit code."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return not exists(pid)
    return status.rsplit(")", 1)[1].split()[0] == "Z"


def workers_of(pid: int) -> set[int]:
    """The worker processes that a server, or a Dask worker, has started."""
    found = set()
    for children in Path(f"/proc/{pid}/task").glob("*/children"):  # of each thread
        with suppress(FileNotFoundError, ProcessLookupError):
            found |= {int(text) for text in children.read_text().split() if _is_worker(text)}
    return found


def _is_worker(pid: str) -> bool:
    command = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"spawn_main" in command or b"cluster_process" in command


@contextmanager
def killed_workers(pid: int, spared: Collection[int] = ()) -> Iterator[None]:
    """Kill every worker process of a server as soon as it is there, except those that are spared."""
    enough = Event()

    def kill() -> None:
        while not enough.wait(INTERVAL):
            for worker in workers_of(pid).difference(spared):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)

    thread = Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()

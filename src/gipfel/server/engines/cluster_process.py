"""A worker process on a machine of a cluster: reads calls from standard input, and writes their answers.

`cluster_host` starts it. It ends as soon as its standard input is closed, even in the middle of a call.
"""

import os
import pickle
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from gipfel.server.engines import worker
from gipfel.server.engines.cluster_host import LENGTH_BYTES

Answer = tuple[bool, object]
"""Whether a call was successful, and its result or exception."""


def main() -> None:
    """Do calls until the input ends."""
    worker.initialise_worker()
    calls: SimpleQueue[bytes] = SimpleQueue()
    with os.fdopen(os.dup(0), "rb") as requests, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # what is printed must not get between the answers
        Thread(target=_read_calls, args=(requests, calls), daemon=True).start()
        while True:
            answer = _pickled(_do(calls.get()))
            answers.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
            answers.flush()


def _read_calls(requests: BinaryIO, calls: "SimpleQueue[bytes]") -> None:
    while length := requests.read(LENGTH_BYTES):
        calls.put(requests.read(int.from_bytes(length)))
    os._exit(0)


def _do(request: bytes) -> Answer:
    try:
        function: Callable[..., object]
        function, arguments = pickle.loads(request)
        return True, function(*arguments)
    except Exception as error:
        return False, error


def _pickled(answer: Answer) -> bytes:
    try:
        return pickle.dumps(answer)
    except Exception:
        return pickle.dumps((False, RuntimeError(repr(answer[1]))))


if __name__ == "__main__":
    main()

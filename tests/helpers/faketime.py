"""Another wall clock for a process, by libfaketime; the monotonic clock stays as it is."""

from pathlib import Path

from tests.helpers.host_programs import required

LIBRARY = "*/faketime/libfaketimeMT.so.1"


class WallClock:
    """A wall clock that is wrong by some seconds, for processes that are started with its `environment`."""

    def __init__(self, file: Path, seconds: int = 0) -> None:
        """`file` is where the processes read how wrong it is. Without faketime the test is skipped."""
        required("faketime")
        self._file = file
        self.set(seconds)
        self.environment = {
            "LD_PRELOAD": str(next(Path("/usr/lib").glob(LIBRARY))),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # else waiting threads wake up seconds too late
        }

    def set(self, seconds: int) -> None:
        """Set it, while processes run."""
        self._file.write_text(f"{seconds:+d}s\n")

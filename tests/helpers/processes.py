"""Questions about processes that tests have started."""

import os
from pathlib import Path


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

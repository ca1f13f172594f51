"""Installing packages for tests, where that is possible without a password."""

import os
import shutil
import subprocess
from collections.abc import Sequence

LOCK = "DPkg::Lock::Timeout=60"
"""Another installation may be running."""
QUIETLY = ("env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1", "apt-get", "-qq", "-o", LOCK)
"""No questions, and no service is started."""
PATIENCE = 600
"""Seconds an installation may take."""


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install(what: str, packages: Sequence[str]) -> None:
    """Install packages of Debian or Ubuntu; if that cannot be done, the reason is printed."""
    rights = _rights()
    if rights is None or shutil.which("apt-get") is None:
        return
    print(f"Installing {what} for the tests (once) ...", flush=True)
    try:
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            subprocess.run([*rights, *QUIETLY, *command], capture_output=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as problem:
        print(_reason(what, problem))


def _rights() -> list[str] | None:
    """How to run a command as root; None if that needs a password."""
    if is_root():
        return []
    if shutil.which("sudo") is None:
        return None
    allowed = subprocess.run(["sudo", "--non-interactive", "true"], capture_output=True).returncode == 0
    return ["sudo", "--non-interactive"] if allowed else None


def _reason(what: str, problem: Exception) -> str:
    """The last line of what the installer said, or what else went wrong."""
    said = getattr(problem, "stderr", None) or b""
    lines = said.decode(errors="replace").strip().splitlines()
    return f"{what} could not be installed: {lines[-1] if lines else problem}"

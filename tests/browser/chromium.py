"""The browser of the tests: which one it is, and where it comes from.

python -m tests.browser.chromium     installs the distribution's if there is none and that is possible
"""

import os
import shutil
import subprocess
import sys

VARIABLE = "GIPFEL_CHROMIUM"
"""An environment variable that names another browser."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-dejavu-core")
"""For Debian and Ubuntu; without the font a bare machine could not show Persian."""
LOCK = "DPkg::Lock::Timeout=60"
"""Somebody else may be installing something."""
PATIENCE = 600
"""Seconds an installation may take."""
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
)
MISSING = (
    "The browser tests are skipped: no Chromium was found here. "
    f"Install one (Debian: apt-get install chromium), or name one with {VARIABLE}=/path/to/chromium."
)


def find() -> str | None:
    """The program to start; None if there is none that runs."""
    named = os.environ.get(VARIABLE)
    candidates = [named] if named else [shutil.which(name) for name in NAMES]
    return next((program for program in candidates if program and _runs(program)), None)


def _runs(program: str) -> bool:
    """Does it start? Some distributions have a placeholder of that name that only says where to get it."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def arguments() -> list[str]:
    """What the browser is started with; root has no sandbox."""
    return [*ARGUMENTS, "--no-sandbox"] if _is_root() else [*ARGUMENTS]


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def missing() -> str:
    """Why there are no browser tests, and what to do."""
    named = os.environ.get(VARIABLE)
    if named:
        return f"The browser tests are skipped: {VARIABLE} names {named}, which is no browser that starts."
    return MISSING


def install() -> None:
    """Install the distribution's Chromium, as far as that is possible without asking anybody."""
    rights = _rights()
    if rights is None or shutil.which("apt-get") is None:
        return
    print("Installing Chromium for the browser tests (once) ...", flush=True)
    quiet = [
        *rights,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-qq",
        "-o",
        "DPkg::Lock::Timeout=60",
    ]
    try:
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
            subprocess.run([*quiet, *command], capture_output=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as problem:
        print(_reason(problem))


def _rights() -> list[str] | None:
    """How to run a command as root; None if that needs a password."""
    if _is_root():
        return []
    if shutil.which("sudo") is None:
        return None
    allowed = subprocess.run(["sudo", "--non-interactive", "true"], capture_output=True).returncode == 0
    return ["sudo", "--non-interactive"] if allowed else None


def _reason(problem: Exception) -> str:
    """The last line of what the installer said, or what else went wrong."""
    said = getattr(problem, "stderr", None) or b""
    lines = said.decode(errors="replace").strip().splitlines()
    return f"Chromium could not be installed: {lines[-1] if lines else problem}"


def main() -> int:
    """Find or install; the tests are skipped without a browser, so this never fails."""
    if find() is None and not os.environ.get(VARIABLE):
        install()
    if find() is None:
        print(missing())
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Finds the browser of the tests, or installs it.

python -m tests.helpers.browser.chromium     installs the distribution's if there is none and that is possible
"""

import os
import shutil
import subprocess
import sys

from tests.helpers.debian import install, is_root

VARIABLE = "GIPFEL_CHROMIUM"
"""The environment variable for another browser."""
NAMES = (
    "chromium-headless-shell",  # without windows: a page takes a third of the processor time to open
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PACKAGES = (("chromium-headless-shell", "fonts-dejavu-core"), ("chromium", "fonts-dejavu-core"))
"""For Debian, and for what lacks the first; without the font a bare machine could not show Persian."""
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--disable-features=PreloadTopChromeWebUI",  # a process for each window that nobody sees
    "--no-first-run",
)
MISSING = (
    "The browser tests are skipped: no Chromium was found here. "
    f"Install one (Debian: apt-get install chromium), or name one with {VARIABLE}=/path/to/chromium."
)


def find() -> str | None:
    """The path of the browser; None if none starts."""
    named = os.environ.get(VARIABLE)
    candidates = [named] if named else [shutil.which(name) for name in NAMES]
    return next((program for program in candidates if program and _runs(program)), None)


def _runs(program: str) -> bool:
    """Does it start? Some distributions have a placeholder that only says how to install it."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def arguments() -> list[str]:
    """The arguments of the browser; there is no sandbox for root."""
    return [*ARGUMENTS, "--no-sandbox"] if is_root() else [*ARGUMENTS]


def missing() -> str:
    """Why the browser tests are skipped, and what to do."""
    named = os.environ.get(VARIABLE)
    if named:
        return f"The browser tests are skipped: {VARIABLE} names {named}, which is no browser that starts."
    return MISSING


def main() -> int:
    """Find or install a browser; without one the tests are skipped, so this never fails."""
    for packages in PACKAGES:
        if find() is None and not os.environ.get(VARIABLE):
            install("Chromium", packages)
    if find() is None:
        print(missing())
    return 0


if __name__ == "__main__":
    sys.exit(main())

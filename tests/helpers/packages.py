"""Installing small packages for tests, away from the environment that runs them."""

import os
import subprocess
import sys
from pathlib import Path

from tests.helpers.paths import ROOT

HEX = ROOT / "examples" / "hex"
"""A package with a game of its own."""


def install(package: Path, site: Path) -> dict[str, str]:
    """Install a package into a folder; the environment in which programs find it there."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--target", str(site), str(package)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def run(environment: dict[str, str], *arguments: str | Path, folder: Path = ROOT) -> str:
    """What a Python program prints; it has to succeed."""
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout

"""Runs the engine as it was in an earlier commit, so that a match shows what has been gained since.

    gipfel arena dvonn -p level:10 -p "engine:.venv/bin/python -m scripts.former_engine" --seconds 0.2

With `--commit HEAD~20` it is the engine of that commit.
Its limits are in CPU time, like those of the other players of the arena, so a busy machine is fair to both.
As an answer then takes longer, such a machine also needs GIPFEL_GRACE=60 in the environment of the arena.
The sources of that commit are unpacked into a folder of the environment; the packages they need are those of
today. Everything after the commit goes to `gipfel engine`.
"""

import argparse
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

BEFORE_NETWORKS = "750ecd9"
"""The last engine whose evaluations were weighted features, with the search of that time."""
ROOT = Path(__file__).parents[1]
RUN = "from gipfel.cli import main; main()"


def unpacked(commit: str) -> Path:
    """The folder with the sources of a commit."""
    known = git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    folder = Path(sys.prefix) / "former" / known
    if not folder.exists():
        partial = folder.with_name(f"{known}.{os.getpid()}")
        with tarfile.open(fileobj=BytesIO(git("archive", known, "src"))) as sources:
            sources.extractall(partial, filter="data")
        try:
            partial.rename(folder)
        except OSError:  # Another game of the same match was faster.
            assert folder.exists()
    return folder / "src"


def git(*arguments: str) -> bytes:
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"git {' '.join(arguments)} failed: {getattr(error, 'stderr', b'').decode() or error}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--commit", default=BEFORE_NETWORKS, help="default: %(default)s")
    arguments, rest = parser.parse_known_args()
    environment = {**os.environ, "PYTHONPATH": str(unpacked(arguments.commit)), "GIPFEL_CLOCK": "cpu"}
    os.execve(sys.executable, [sys.executable, "-P", "-c", RUN, "engine", *rest], environment)


if __name__ == "__main__":
    main()

"""Running `gipfel` in tests, and reading what it has written."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gipfel

RECORD = """\
Gipfel record 2
game: gipf
version: standard

1. e1-e3
2. d8-f7
result: *
"""
CROSSING = "bwbb/2bb1/6/3b2w/2b3/5/w3 b 12/8 0/0 B s"
"""Black's a2-d5 makes two rows that cross (docs/rules/gipf.md, example 13)."""
HUMANS = ("--white", "human", "--black", "human")
RANDOMS = ("--white", "random", "--black", "random")


@dataclass(frozen=True)
class CommandResult:
    """The exit code of a command and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def shell(*argv: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "gipfel", *argv],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **more,
    )


def read_record(name: str) -> gipfel.Record:
    """The record in a file."""
    return gipfel.read_record(Path(name).read_text(encoding="utf-8"))


def turns(name: str) -> list[str]:
    """The turns of the record in a file."""
    return [turn.text for turn in read_record(name).turns]

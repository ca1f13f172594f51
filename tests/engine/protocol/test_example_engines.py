"""The example engines in other languages: each is built where its tool is there, and knows the rules."""

import shutil
import subprocess
from pathlib import Path
from shlex import quote

import pytest

from gipfel.engine.protocol.checker import check
from tests.helpers.check import CHECK
from tests.helpers.paths import ROOT

ENGINES = ROOT / "examples" / "engines"
GAMES = 200 if CHECK else 4


def tool(name: str, package: str) -> str:
    """The path of a tool; the test is skipped if there is none that runs.

    Without its home folder Rustup finds no compiler, though its command is there.
    """
    found = shutil.which(name)
    if found is None or subprocess.run([found, "--version"], capture_output=True).returncode != 0:
        pytest.skip(f"The example in {package} is not tested: {name} does not run here. Install {package}.")
    return found


def built(folder: Path, *command: str) -> str:
    """Build an engine; the command that starts it."""
    subprocess.run([*command, "-o", str(folder / "engine")], check=True, cwd=folder)
    return quote(str(folder / "engine"))


def in_c(folder: Path) -> str:
    compiler = tool("cc", "a C compiler")
    return built(folder, compiler, "-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", str(ENGINES / "dvonn.c"))


def in_rust(folder: Path) -> str:
    compiler = tool("rustc", "Rust")
    return built(folder, compiler, "--edition", "2021", "-O", "-D", "warnings", str(ENGINES / "gipf.rs"))


def in_javascript(folder: Path) -> str:
    return f"{quote(tool('node', 'Node.js'))} {quote(str(ENGINES / 'tzaar.mjs'))}"


@pytest.mark.parametrize("make", [in_c, in_rust, in_javascript])
def test_an_example_passes_all_checks(tmp_path: Path, make) -> None:
    results = [*check(make(tmp_path), games=GAMES, seconds=600)]
    assert [str(result) for result in results if not result.passed] == []
    played = [result.remark for result in results if "whole random games" in result.what]
    assert played
    for remark in played:
        assert f"{GAMES} games, {GAMES} to their end" in remark
        assert "not checked" not in remark


@pytest.mark.parametrize(
    ("make", "game", "only"),
    [
        (in_c, "dvonn standard", "f3 a1"),
        (in_rust, "gipf basic", "b3 e1-e3"),
        (in_javascript, "tzaar fixed", "a5xa4"),
    ],
)
def test_an_example_chooses_among_named_decisions(tmp_path: Path, make, game: str, only: str) -> None:
    lines = ["hello 1", f"new {game}", *[f"go ms 5 searchmoves {only}"] * 5, "go by black ms 5", "quit"]
    done = subprocess.run(
        make(tmp_path), shell=True, input="\n".join(lines), capture_output=True, text=True, check=True
    )
    answers = [line.removeprefix("best ") for line in done.stdout.splitlines() if line.startswith("best")]
    assert {*answers[:5]} <= {*only.split()}
    assert answers[5] == "-"

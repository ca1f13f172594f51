"""The command `analyse`."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import gipfel
from tests.helpers.command_line import RECORD

QUICK = ("--nodes", "50", "--level", "3")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return path


def test_the_annotated_record_goes_to_standard_output(run, file: Path) -> None:
    done = run("analyse", file, *QUICK)
    assert done.code == 0
    record = gipfel.read_record(done.out)
    assert [turn.text for turn in record.turns] == ["e1-e3", "d8-f7"]
    assert all(turn.evaluation is not None for turn in record.turns)
    white, black = done.err.splitlines()
    assert white.startswith("White: 1 turns, ")
    assert black.startswith("Black: 1 turns, ")
    assert record.comments == (f"analysis: {white}", f"analysis: {black}")
    assert file.read_text() == RECORD


def test_the_record_itself_can_be_annotated(run, file: Path) -> None:
    done = run("analyse", file, "--out", file, *QUICK)
    assert done.code == 0
    assert done.lines[-1] == f"The annotated record is in {file}."
    assert gipfel.read_record(file.read_text()).turns[0].evaluation is not None
    assert run("analyse", file, "--out", file, *QUICK).code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nodes", "0"], "invalid value for '--nodes'"),
        (["--seconds", "0"], "invalid value for '--seconds'"),
        (["--level", "77"], "invalid value for '--level'"),
        (["--threads", "0"], "invalid value for '--threads'"),
    ],
)
def test_wrong_limits(run, file: Path, arguments: list[str], message: str) -> None:
    done = run("analyse", file, *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_what_is_no_record(run, file: Path) -> None:
    file.write_text(RECORD.replace("d8-f7", "z9"))
    done = run("analyse", file)
    assert done.code == 2
    assert "turn 2" in done.err
    assert run("analyse", file.with_name("missing.txt")).code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_writes_what_there_is(file: Path) -> None:
    """Each position would take for ever."""
    out = file.with_name("out.txt")
    limits = ["--nodes", "1000000000000", "--level", "10"]
    command = [sys.executable, "-m", "gipfel", "analyse", str(file), "--out", str(out), *limits]
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    terminal, theirs = os.openpty()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, text=True, preexec_fn=heeding
    ) as process:
        os.close(theirs)
        os.read(terminal, 1000)  # the progress bar is there
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == 130
    assert f"The annotated record is in {out}." in said
    assert [turn.text for turn in gipfel.read_record(out.read_text()).turns] == ["e1-e3", "d8-f7"]


def test_many_games_are_annotated_and_broken_ones_are_named(run, file: Path) -> None:
    broken = RECORD.replace("d8-f7", "z9")
    file.write_text(f"{RECORD}\n{broken}\n{RECORD}")
    out = file.with_name("out.jsonl")
    done = run("analyse", file, "--out", out, *QUICK)
    assert done.code == 1
    assert "game 2" in done.err
    assert "turn 2" in done.err
    assert [line.split(", ")[0] for line in done.lines[:4]] == ["game 1", "game 1", "game 3", "game 3"]
    assert done.lines[-1] == f"The annotated 2 games are in {out}."
    games = [*gipfel.read_collection(out)]
    assert all(turn.evaluation is not None for game in games for turn in game.turns)


def test_one_of_many_games_can_be_chosen_also_from_the_standard_input(run, file: Path) -> None:
    other = RECORD.replace("e1-e3", "a1-c3")
    done = run("analyse", "-", "--game", "2", *QUICK, typed=[RECORD, other])
    assert done.code == 0
    assert gipfel.read_record(done.out).turns[0].text == "a1-c3"
    file.write_text(RECORD)
    done = run("analyse", file, "--game", "3")
    assert done.code == 2
    assert done.err == f"gipfel: {file} has 1 game; there is no game 3\n"


@pytest.mark.parametrize("name", ["game.xyz", "game"])
def test_an_unknown_format_is_refused_before_anything_is_analysed(run, file: Path, name: str) -> None:
    done = run("analyse", file, "--out", file.with_name(name), "--nodes", "1000000000000")
    assert done.code == 2
    assert "the ending of the name decides the format" in done.err

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

"""The command line as a whole: help, pipes, interrupts, internal errors."""

import os
import subprocess
import sys

import pytest

import gipfel
from gipfel.games.core import registry
from tests.helpers.command_line import shell

COMMANDS = (
    *("games", "show", "moves", "terminal", "replay", "perft", "solve", "bench", "warm"),
    *("engine", "check-engine", "check-course", "arena", "strength"),
    *("convert", "filter", "stats"),
)


def test_help():
    done = shell("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)
    assert "--install-completion" in done.stdout
    assert done.stderr == ""


def test_version(run):
    done = run("--version")
    assert (done.code, done.out) == (0, f"gipfel {gipfel.__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run, command):
    done = run(command, "--help")
    assert done.code == 0
    assert f"Example: gipfel {command}" in done.out


def test_starting_is_light():
    """Looking at a game needs neither numpy nor numba nor rich."""
    code = (
        "import sys; from gipfel.cli import main; main(['moves', 'gipf']); main(['games']); "
        "sys.exit(','.join({'numpy', 'numba', 'rich'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with pipes")
def test_a_closed_pipe_is_silent():
    command = f"{sys.executable} -m gipfel moves gipf | true; {sys.executable} -m gipfel --help | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gipfel", "moves", "gipf"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("gipfel: ")
    assert done.stderr.count("\n") == 1


def test_an_interrupt_is_130(run, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(registry, "found_names", interrupted)
    done = run("games")
    assert (done.code, done.err) == (130, "")


def test_a_mistake_of_the_program_is_one_line_too(run, monkeypatch):
    monkeypatch.setattr(registry, "found_names", lambda: 1 / 0)
    done = run("games")
    assert done.code == 1
    assert done.err.startswith("gipfel: internal error")
    assert done.err.count("\n") == 1


def test_a_misspelt_command_gets_a_suggestion(run):
    assert "perft" in run("perf", "gipf").err


def test_odd_bytes_do_no_harm():
    done = shell("show", os.fsdecode(b"\xff"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)

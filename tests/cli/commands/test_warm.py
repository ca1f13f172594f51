"""The command `warm`."""

import os
import re
from pathlib import Path

import pytest

from gipfel.engine import warming
from gipfel.games.core.registry import game_type
from gipfel.kernel.link import can_compile
from tests.helpers.check import only_in_check
from tests.helpers.command_line import shell

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not here")


@only_in_check
@needs_numba
def test_a_game_is_compiled_once(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = shell("warm", "dvonn", "--processes", "1", env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"dvonn: compiled in [0-9.]+ s of CPU time\n", done.stdout)
    kernels = set((tmp_path / "gipfel" / "kernels").iterdir())
    assert len(kernels) > len(game_type("dvonn").versions)
    assert shell("warm", "dvonn", env=environment).stdout == "dvonn: ready before\n"
    assert set((tmp_path / "gipfel" / "kernels").iterdir()) == kernels


@needs_numba
def test_what_cannot_be_stored_is_said(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipfel.cli.commands.warm._in_processes", lambda names, _: map(not_stored, names))
    done = run("warm", "gipf", "yinsh")
    assert done.code != 0
    assert done.out == "gipf: compiled in 5.0 s of CPU time\nyinsh: compiled in 5.0 s of CPU time\n"
    assert "cannot be stored in" in done.err
    assert len(done.err.splitlines()) == 1


def not_stored(name: str) -> warming.Warmed:
    return warming.Warmed(name, was_ready=False, stored=False, seconds=5.0)


def test_an_unknown_game_is_refused_before_anything_is_compiled(run) -> None:
    done = run("warm", "gipf", "chess")
    assert (done.code != 0, done.out) == (True, "")
    assert "chess" in done.err
    assert len(done.err.splitlines()) == 1


def test_without_a_compiler(run, interpreted: None) -> None:
    done = run("warm")
    assert (done.code, done.err) == (0, "")
    assert "nothing to compile" in done.out

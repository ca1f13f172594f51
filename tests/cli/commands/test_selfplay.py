"""The command `selfplay`."""

from pathlib import Path

import numpy as np
import pytest

from gipfel.kernel.link import can_compile
from tests.helpers.command_line import shell

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def test_the_command_goes_on_where_it_was(tmp_path: Path) -> None:
    path, other = tmp_path / "a.games", tmp_path / "b.games"
    command = ("selfplay", "gipf", "--nodes", "4", "-n", "1")
    done = shell(*command, "--positions", "8000", "--out", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path}: ")
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    assert shell(*command, "--positions", "8000", "--out", str(path)).returncode == 0
    assert path.read_bytes() == whole
    assert shell(*command, "--positions", "10", "--out", str(other), "-n", "2").returncode == 0
    assert whole.startswith(other.read_bytes())


def test_games_are_written_as_arrays(tmp_path: Path) -> None:
    games, encoded = tmp_path / "a.games", tmp_path / "a.npz"
    command = ("selfplay", "gipf", "--nodes", "4", "-n", "1", "--positions", "10", "--out", str(games))
    done = shell(*command, "--encoded", str(encoded))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith(f"{encoded}: ")
    with np.load(encoded) as archive:
        assert len(archive["observations"]) == len(archive["actions"]) > 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("punct",), "punct basic cannot be played so"),
        (("tamsk", "--version", "level2"), "tamsk level2 cannot be played so"),
        (("gipf", "--weights", "nothing"), "no weights can be read from nothing"),
    ],
)
def test_what_cannot_be_played_is_said(run, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run("selfplay", *arguments, "--positions", "10", "--out", str(tmp_path / "games"))
    assert done.code != 0
    assert message in done.err
    assert len(done.err.splitlines()) == 1

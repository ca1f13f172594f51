"""Playing at the terminal."""

from collections.abc import Callable

import pytest

from tests.helpers.command_line import CommandResult


@pytest.fixture
def play(run, monkeypatch, tmp_path) -> Callable[..., CommandResult]:
    """Play with lines typed on the keyboard, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def play(*argv, typed=(), game="gipf"):
        seed = () if "--seed" in argv else ("--seed", "1")
        return run("terminal", game, *argv, *seed, typed=typed)

    return play

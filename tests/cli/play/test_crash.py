"""A terminal game that is killed loses nothing: its file can always be resumed."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel.games.core.pointing import warning_of
from tests.helpers.check import some_of


def type_and_kill(path: Path, version: str, lines: list[str], wait_for: int) -> None:
    """Play by typing, wait until some prompts were printed, and kill the process at once."""
    command = [sys.executable, "-m", "gipfel", "terminal", "project", "--version", version]
    command += ["--white", "human", "--black", "human", "--seed", "1", "--save", str(path)]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()
    seen = ""
    while seen.count("> ") < wait_for and (character := process.stdout.read(1)):
        seen += character
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()


def scripted_game(version: str, seed: int) -> gipfel.Playthrough:
    """What two people might type: a random game without chance, and without questions."""
    chance = Random(seed)
    game = gipfel.Playthrough(gipfel.game("project", version).start())
    for _ in range(12):
        if game.position.by_chance:
            break
        game.play(chance.choice([made for made in game.position.decisions() if not warning_of(made)]))
    return game


@pytest.mark.parametrize("seed", some_of(range(4), 2))
def test_a_killed_game_can_be_resumed(tmp_path: Path, seed: int) -> None:
    game = scripted_game("ultimate", seed)
    lines = [decision.text for decision in game.decisions]
    path = tmp_path / "evening.txt"
    wait_for = 4 + 3 * seed
    type_and_kill(path, "ultimate", lines, wait_for)
    again = gipfel.replay(gipfel.read_record(path.read_text(encoding="utf-8")))
    played = [decision.text for decision in again.decisions]
    assert played == lines[: len(played)]
    assert played
    assert not [left for left in tmp_path.iterdir() if left != path and left.stat().st_size > 10**6]

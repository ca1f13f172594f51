"""Names that engines announce are used everywhere, and equal ones are told apart."""

from pathlib import Path

import pytest

from gipfel.arena.games import play_game
from gipfel.arena.match import play_match
from gipfel.arena.names import announced_name, lasting_names, told_apart
from gipfel.arena.schedule import Match
from gipfel.cli import main
from gipfel.engine.players.specs import PlayerSpec
from tests.helpers.external_engines import TINY
from tests.helpers.matches import GIPF, QUICK, RANDOM

ENGINES = [PlayerSpec.read(f"engine:{text}") for text in ("a,option.Hash=1", "a,option.Hash=2", "b", "b")]


def test_equal_names_are_told_apart() -> None:
    assert told_apart(["X", "Y", "Z", "random"], [*ENGINES[:3], RANDOM]) == ["X", "Y", "Z", "random"]
    assert told_apart(["X", "X", "X", "X"], ENGINES) == ["X (Hash=1)", "X (Hash=2)", "X (1)", "X (2)"]
    assert told_apart(["random", "random"], [RANDOM, RANDOM]) == ["random (1)", "random (2)"]
    assert lasting_names(["X", "Y", "X"], ENGINES[:3]) == ["X (Hash=1)", "Y (Hash=2)", "X"]
    assert lasting_names(["X", "X"], ENGINES[2:]) == ["X (b)", "X (b)"], "the same command, the same player"


def test_names_are_safe_to_show() -> None:
    assert announced_name(ENGINES[0], "Fast\x1b[31m  engine\u202e") == "Fast [31m engine"
    assert announced_name(ENGINES[2], "\x00") == "engine:b"
    assert announced_name(RANDOM, "something") == "random"


def test_records_have_the_announced_names() -> None:
    match = Match(GIPF, (PlayerSpec.read(f"engine:{TINY}"), RANDOM), QUICK, 1).with_names(("Tiny", "random"))
    record = play_game(next(match.jobs())).record
    assert "white: Tiny\nblack: random\n" in record
    assert "round: 1\n" in record


def test_the_name_is_known_when_the_match_is_shown_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["arena", "gipf", "-p", f"engine:{TINY}", "-p", "random", "--pairs", "1", "-n", "1"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "Tiny" in first
    assert main(command) == 0
    assert capsys.readouterr().out == first, "nothing is started for that"


def test_a_match_in_python_uses_the_name() -> None:
    found = play_match("gipf", f"engine:{TINY}", "random", 1, seconds=0.1)
    assert found.meeting.first == "Tiny"
    assert "white: Tiny" in found.games[0].record

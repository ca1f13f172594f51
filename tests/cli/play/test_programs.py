"""Programs as opponents at the terminal, and analyses."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote

import pytest

import gipfel
from gipfel.cli.play.analysis import seconds_asked
from gipfel.engine.players.specs import PlayerSpec
from tests.helpers.external_engines import TINY
from tests.helpers.paths import EXAMPLES


@pytest.fixture
def shown(play) -> Callable[..., list[str]]:
    """Play a game that ends without an error; the lines that were shown."""

    def shown(*argv, **more):
        done = play(*argv, **more)
        assert done.code == 0
        return done.lines

    return shown


@pytest.mark.parametrize(
    "opponent", ["greedy", "level:1", f"engine:{TINY}", f"python:{EXAMPLES / 'python_bot.py'}:CountingBot"]
)
def test_anybody_can_sit_at_the_terminal(shown, opponent: str) -> None:
    lines = shown("--black", opponent, "--save", "game.txt", typed=["b3", "quit"])
    assert any(line.startswith("2. Black: ") for line in lines)
    record = gipfel.read_record(Path("game.txt").read_text(encoding="utf-8"))
    own = "Tiny" if opponent.startswith("engine:") else PlayerSpec.read(opponent).name
    assert record.headers["black"] == own
    assert len(record.turns) >= 2


def test_a_whole_game_of_programs(shown) -> None:
    lines = shown("--white", "greedy", "--black", "level:1")
    assert lines[-1].startswith("result: ")


@pytest.mark.parametrize("program", ["/no/such/engine-x", f"{quote(sys.executable)} -c 'print(1)'"])
def test_an_engine_that_fails_loses(shown, program: str) -> None:
    lines = shown("--black", f"engine:{program}", typed=["b3"])
    assert any(line.startswith("the engine ") for line in lines)
    assert lines[-1] == "result: 1-0 engine failure"


def test_a_bot_that_fails_loses(shown, tmp_path: Path) -> None:
    file = tmp_path / "bad_bot.py"
    file.write_text("def nothing(position):\n    pass\n")
    lines = shown("--black", f"python:{file}:nothing", typed=["b3"])
    assert "nothing returned None; choose returns a Decision of the position, its text or its code" in lines
    assert lines[-1] == "result: 1-0 engine failure"


@pytest.mark.usefixtures("interpreted")
def test_the_engine_plays_by_the_clock(shown) -> None:
    lines = shown(
        "--version", "level2", "--black", "level:1", game="tamsk", typed=["0 r a1-a2+", "9000 r d7-d6+"]
    )
    assert any(re.match(r"[0-9]+ Black: \S", line) for line in lines)


def test_an_analysis_shows_the_best_lines(shown) -> None:
    lines = shown("--black", "human", typed=["analyse 0.2", "analyse soon", "quit"])
    assert any(re.fullmatch(r"depth [0-9]+, [0-9]+ nodes, [0-9.]+ s", line) for line in lines)
    for number in (1, 2, 3):
        assert any(re.match(rf"  {number}\. \S.*, [0-9]+ % for (White|Black)$", line) for line in lines)
    assert "'soon' is no time to think; write analyse 20 for twenty seconds" in lines


def test_an_analysis_has_its_time() -> None:
    assert seconds_asked("2.5") == 2.5
    assert seconds_asked("") == 10

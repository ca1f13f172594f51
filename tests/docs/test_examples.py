"""The examples for authors run."""

import runpy

import pytest

import gipfel
from tests.helpers.paths import EXAMPLES


def output_of(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What an example prints when it is started."""
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def test_the_greedy_bot_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    record = gipfel.read_record(output_of("greedy_bot.py", capsys))
    assert gipfel.replay(record).position.outcome is not None


def test_the_python_bot_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    first, statistics = output_of("python_bot.py", capsys).splitlines()
    assert first.startswith("counting bot ")
    assert "95 %" in statistics


def test_a_function_of_the_example_plays() -> None:
    bots = runpy.run_path(str(EXAMPLES / "python_bot.py"))
    result = gipfel.play_match("tzaar", bots["first_decision"], bots["CountingBot"](), pairs=1)
    assert len(result.games) == 2
    assert result.failures == ((), ())

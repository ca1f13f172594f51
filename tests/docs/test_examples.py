"""The examples for authors run."""

import json
import re
import runpy
import sys
from importlib import import_module
from types import ModuleType

import pytest

import gipfel
from tests.helpers.paths import EXAMPLES, ROOT, TESTS


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


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example that trains a network, imported as a module: so it is compiled once."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return import_module("train_gipf")


def test_the_network_learns(
    training: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_gipf.py", "--decisions", "40000", "--games", "8"])
    training.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[9].startswith("100 %")
    won = re.fullmatch(r"network ([\d.]+) - ([\d.]+) random .*", lines[10])
    assert won is not None
    assert float(won[1]) > 5
    assert "greedy" in lines[12]


def test_the_same_seed_gives_the_same_network(training: ModuleType) -> None:
    first, second, other = (training.train(8_000, seed, games=64).weights for seed in (3, 3, 4))
    assert (first == second).all()
    assert (first != other).any()
    assert first.any()


def test_the_notebook_runs(
    training: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cells work as they are, with less to learn from; the documentation runs it in full."""
    notebook = json.loads((ROOT / "docs" / "train-gipf.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not [cell for cell in cells if cell["outputs"]]
    code = ["".join(cell["source"]) for cell in cells]
    assert "160_000" in "".join(code)
    monkeypatch.chdir(ROOT / "docs")
    monkeypatch.setattr(sys, "path", [*sys.path])
    names: dict[str, object] = {}
    for cell in code:
        exec(compile(cell.replace("160_000", "40_000"), "train-gipf.ipynb", "exec"), names)
    assert "score" in capsys.readouterr().out


def test_every_example_has_a_test() -> None:
    """Each file or folder of examples is named in some test."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py"))
    names = {path.name for path in EXAMPLES.iterdir()} - {"__pycache__"}
    assert {name for name in names if f'"{name}"' not in tests and f"/{name}" not in tests} == set()

"""`gipfel new-game`: the skeleton passes everything at once, and bad names are refused."""

from pathlib import Path

import pytest

from gipfel.cli import main
from tests.helpers.check import only_in_check
from tests.helpers.packages import install, run
from tests.helpers.paths import ROOT

RUFF = ("--config", ROOT / "pyproject.toml", "--no-cache")


@only_in_check
def test_a_new_package_passes_its_tests_and_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", "trio", "--title", "Trio", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "trio"
    assert f"pip install --editable '{folder}[dev]'" in capsys.readouterr().out
    environment = install(folder, tmp_path / "site")
    run(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder, folder=folder)
    assert "wins" in run(
        environment, "-m", "gipfel", "terminal", "trio", "--white", "random", "--black", "random"
    )
    run(environment, "-m", "gipfel", "bench", "trio", "--seconds", "0.05")


def test_the_skeleton_is_tidy(tmp_path: Path) -> None:
    for where in ("package", "checkout"):
        (tmp_path / where / "src" / "gipfel" / "games").mkdir(parents=True)
    assert main(["new-game", "trio", "--into", str(tmp_path / "package")]) == 0
    assert main(["new-game", "trio", "--into", str(tmp_path / "checkout"), "--in-tree"]) == 0
    assert (tmp_path / "checkout" / "src" / "gipfel" / "games" / "trio" / "rules.py").exists()
    assert (tmp_path / "checkout" / "tests" / "games" / "trio" / "test_rules.py").exists()
    assert (tmp_path / "package" / "trio" / "tests" / "test_conformance.py").exists()
    run({}, "-m", "ruff", "check", *RUFF, "--ignore", "I001", tmp_path)
    run({}, "-m", "ruff", "format", "--check", *RUFF, tmp_path)
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*.py")]
    assert not [text for text in texts if "TODO" in text or "$" in text]
    for text in texts:
        imports = [line for line in text.splitlines() if line.startswith("from gipfel")]
        assert imports == sorted(imports)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Trio"], "'Trio' cannot be the name of a game; write 1 to 30 small letters"),
        (["class"], "'class' cannot be the name of a game: it is a keyword of Python"),
        (["none"], "'none' cannot be the name of a game: its class would be None, a keyword of Python"),
        (["true"], "its class would be True, a keyword of Python; choose another name"),
        (["false"], "its class would be False, a keyword of Python; choose another name"),
        (["conformance"], "test_conformance.py is a test file of every new game; choose another name"),
        (["../x"], "'../x' cannot be the name of a game"),
        (["gipf"], "there is a game 'gipf' already"),
        (["trio", "--title", 'a"b'], "cannot be a title"),
        (["trio", "--title", ""], "a title cannot be empty; write up to 60 letters, or leave --title out"),
        (["trio", "--title", " "], "a title cannot be empty"),
        (["trio", "--in-tree"], "is not a checkout of Gipfel"),
    ],
)
def test_bad_names(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", *arguments, "--into", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_name_may_have_one_letter(tmp_path: Path) -> None:
    assert main(["new-game", "y", "--into", str(tmp_path)]) == 0
    assert (tmp_path / "y" / "src" / "gipfel_y" / "game.py").exists()


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "trio").mkdir()
    assert main(["new-game", "trio", "--into", str(tmp_path)]) == 2
    assert "exists already; nothing was written" in capsys.readouterr().err

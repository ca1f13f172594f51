"""Games of other packages: the example is played like any other game; a broken one harms nobody."""

import sys
from pathlib import Path

import pytest

from tests.helpers.packages import HEX, install, run

Environment = dict[str, str]

CONTEST = """
import gipfel
from random import Random

game = gipfel.game("project", "one-kind", **{"link.Z": "hex", "link.mode": "must-win"})
playthrough, random, played = gipfel.Playthrough(game.start()), Random(3), 0
while playthrough.position.outcome is None and len(playthrough.decisions) < 3000 and played < 40:
    position = playthrough.position
    uses = [d for d in position.decisions() if d.text.startswith("Z") or "announce" in d.text]
    playthrough.play(random.choice(uses or position.decisions()))
    inside = playthrough.position.played
    played += inside is not None and inside.game.name == "hex"
again = gipfel.replay(gipfel.read_record(gipfel.write_record(playthrough.record())))
assert again.position == playthrough.position
print(played)
"""


@pytest.fixture(scope="module")
def with_hex(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which the example package is installed."""
    return install(HEX, tmp_path_factory.mktemp("site"))


def test_it_is_found(with_hex: Environment) -> None:
    names = run(with_hex, "-c", "import gipfel; print(*gipfel.game_names())").split()
    assert names.index("gipf") < names.index("project") < names.index("hex")


def test_its_own_tests_pass(with_hex: Environment) -> None:
    run(with_hex, "-m", "pytest", "-q", "-p", "no:cacheprovider", HEX / "tests", folder=HEX)


def test_it_is_small() -> None:
    lines = [line for path in (HEX / "src").rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert len(lines) < 300


def test_it_is_played_at_the_terminal(with_hex: Environment) -> None:
    shown = run(with_hex, "-m", "gipfel", "terminal", "hex", "--white", "random", "--black", "level:1")
    assert "wins" in shown


def test_it_is_played_in_the_arena(with_hex: Environment, tmp_path: Path) -> None:
    players = ("--player", "random", "--player", "greedy", "--pairs", "2")
    shown = run(with_hex, "-m", "gipfel", "arena", "hex", *players, folder=tmp_path)
    assert "greedy" in shown


def test_it_is_played_inside_a_contest(with_hex: Environment) -> None:
    assert int(run(with_hex, "-c", CONTEST)) > 0


def test_a_broken_package_is_left_out_and_named(with_hex: Environment, tmp_path: Path) -> None:
    package = tmp_path / "gipfel_broken"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text("GAME = nothing\n")
    metadata = tmp_path / "gipfel_broken-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: gipfel-broken\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[gipfel.games]\nbroken = gipfel_broken\n")
    environment = {**with_hex, "PYTHONPATH": f"{tmp_path}:{with_hex['PYTHONPATH']}"}
    names = run(environment, "-c", "import gipfel; print(*gipfel.game_names())").split()
    assert "broken" not in names
    assert "hex" in names
    shown = run(environment, "-m", "gipfel", "games")
    assert "broken cannot be loaded: NameError: name 'nothing' is not defined" in shown
    assert sys.executable not in shown

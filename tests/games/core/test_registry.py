"""Games of other packages: found, played with as little as possible, and harmless if they are broken."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import gipfel
from gipfel.arena.openings import opening, usual_turns
from gipfel.cli.play.analysis import judged
from gipfel.draw.target import Target
from gipfel.engine.bench import search_rates
from gipfel.engine.players.factory import make_player
from gipfel.engine.players.levels import levels_of, limits_of, make_searcher
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import Line, SearchLimits
from gipfel.engine.verdicts import verdict
from gipfel.games.core import registry
from gipfel.games.core.level_settings import HIGHEST, LOWEST, PLAYOUT_LEVELS
from gipfel.games.core.missing import missing_parts
from gipfel.games.core.pointing import point
from gipfel.games.core.registry import about, found_names, part_of, problem_of
from gipfel.games.core.rulebook import rulebook
from gipfel.notation.errors import BrokenGame, MenuError
from gipfel.project.menu.menu import menu_of
from gipfel.server.app import create_app
from gipfel.server.settings import Settings
from tests.helpers.check import only_in_check
from tests.helpers.declared_games import GAMES, distribution, installed, python_path
from tests.helpers.paths import TESTS

SHIPPED = ("gipf", "tzaar", "zertz", "dvonn", "punct", "yinsh", "tamsk", "project")
"""Games that have every part; more may be here, as folders or installed, with the necessary parts only."""
KNOWN = (*SHIPPED, *GAMES)


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("packages")
    with installed(folder, GAMES):
        yield folder


def noughts() -> gipfel.Game:
    return gipfel.game("noughts")


def known(names: Iterable[str]) -> list[str]:
    """Of these names, in their order, those of games that are surely here."""
    return [name for name in names if name in KNOWN]


def run(packages: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": python_path(packages)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


# --- Found ----------------------------------------------------------------------------------------


def test_games_are_listed_in_their_order_and_those_of_other_packages_behind() -> None:
    assert known(gipfel.game_names()) == [*SHIPPED, "noughts"]
    assert known(found_names()) == [*SHIPPED, "broken", "noughts"]


def test_a_name_belongs_to_one_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with installed(tmp_path / "packages", {"gipf": GAMES["noughts"]}):
        assert known(gipfel.game_names()) == [*SHIPPED, "noughts"]
        assert gipfel.game("gipf").title == "GIPF"
    assert "the game gipf is left out" in caplog.text


def test_importing_gipfel_loads_no_game_and_asks_no_other_package() -> None:
    code = (
        "import sys, gipfel; gipfel.game('dvonn');"
        "print([m for m in sys.modules if m in ('importlib.metadata', 'gipfel.games.gipf.rules')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- Broken ---------------------------------------------------------------------------------------


def test_a_broken_game_is_left_out_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    registry.forget_games()
    with caplog.at_level(logging.WARNING, "gipfel.games"):
        assert "broken" not in gipfel.game_names()
        assert "broken" not in gipfel.game_names()
    message = "broken cannot be loaded: RuntimeError: the rules are not written yet"
    assert [record.getMessage() for record in caplog.records] == [message]
    assert str(problem_of("broken")) == message
    with pytest.raises(BrokenGame, match="not written yet"):
        gipfel.game("broken")


def test_a_folder_without_the_parts_a_game_needs_is_broken(tmp_path: Path) -> None:
    folder = tmp_path / "packages"
    (folder / "half").mkdir(parents=True)
    (folder / "half" / "__init__.py").touch()
    with installed(folder, {"half": "half", "nowhere": "there_is_no_such_package"}):
        assert known(gipfel.game_names()) == [*SHIPPED, "noughts"]
        assert {"half", "nowhere"}.isdisjoint(gipfel.game_names())
        assert "half.game" in str(problem_of("half"))
        assert "there_is_no_such_package" in str(problem_of("nowhere"))
        assert about("half").order == about("nowhere").order


def test_the_command_line_says_once_why_a_game_cannot_be_played(packages: Path) -> None:
    done = run(packages, "-m", "gipfel", "show", "broken")
    assert done.returncode != 0
    assert done.stderr == "gipfel: broken cannot be loaded: RuntimeError: the rules are not written yet\n"


def test_a_game_that_ends_the_program_is_broken(tmp_path: Path) -> None:
    packages = distribution(tmp_path, {"leaver": "leaver"})
    (packages / "leaver").mkdir()
    for module in ("__init__", "game", "about"):
        (packages / "leaver" / f"{module}.py").write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    done = run(packages, "-m", "gipfel", "games")
    assert done.returncode == 0
    assert "leaver cannot be loaded: SystemExit: 3" in done.stdout
    assert "gipf  GIPF" in done.stdout


def test_a_class_has_the_name_its_game_is_found_under(tmp_path: Path) -> None:
    with installed(tmp_path, {"crosses": GAMES["noughts"]}):
        assert "crosses" not in gipfel.game_names()
        assert str(problem_of("crosses")) == (
            "crosses cannot be loaded: its class in tests.helpers.games.noughts.game has the name "
            "'noughts' instead of 'crosses'"
        )


def test_a_broken_rulebook_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "scribble").mkdir()
    (tmp_path / "scribble" / "__init__.py").touch()
    (tmp_path / "scribble" / "rulebook.py").write_text("RULEBOOK = (\n", encoding="utf-8")
    with installed(tmp_path, {"scribble": "scribble"}), caplog.at_level(logging.WARNING, "gipfel.games"):
        assert [part_of("scribble", "rulebook") for _ in range(3)] == [None] * 3
    assert caplog.text.count("scribble.rulebook cannot be loaded: SyntaxError") == 1


def test_a_menu_says_why_a_game_it_names_cannot_be_played() -> None:
    with pytest.raises(
        MenuError, match=r"links\.zertz: broken cannot be loaded: RuntimeError: the rules are"
    ):
        menu_of({"links": {"zertz": "broken"}})


def test_the_command_line_names_the_game_whose_picture_fails(tmp_path: Path) -> None:
    packages = distribution(tmp_path, {"fragile": "tests.helpers.games.fragile"})
    done = run(packages, "-m", "gipfel", "show", "fragile", "--position", "wb......./w")
    assert done.returncode != 0
    assert done.stderr == "gipfel: fragile: its picture cannot be drawn: ValueError: boom\n"


@only_in_check
@pytest.mark.parametrize(
    "arguments",
    [("terminal", "uncompiled", "--white", "level:4"), ("bench", "uncompiled", "--seconds", "0.1")],
)
def test_a_kernel_that_cannot_be_compiled_is_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    packages = distribution(tmp_path, {"uncompiled": "tests.helpers.games.uncompiled"})
    done = run(packages, "-m", "gipfel", *arguments)
    said = [line for line in (done.stdout + done.stderr).splitlines() if "denominator" in line]
    assert len(said) == 1, done.stderr
    assert "uncompiled: play cannot be compiled: Unknown attribute 'denominator'" in said[0]
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr


# --- As little as possible ------------------------------------------------------------------------


def test_it_passes_conformance_which_lists_what_is_missing(packages: Path, tmp_path: Path) -> None:
    test = tmp_path / "test_noughts.py"
    test.write_text(
        "from gipfel.testing import Conformance\n\n\n"
        "class TestNoughts(Conformance):\n    games = ('noughts',)\n",
        encoding="utf-8",
    )
    done = run(packages, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test))
    assert done.returncode == 0, done.stdout
    for part in ("rulebook", "evaluation", "pointing", "changes", "words", "about", "translations"):
        assert f"noughts has no {part}:" in done.stdout
    assert "passed" in done.stdout


def test_games_of_gipfel_have_all_parts() -> None:
    assert [sentence for name in SHIPPED for sentence in missing_parts(name)] == []
    assert {*SHIPPED} <= {path.stem for path in (TESTS / "engine" / "search" / "tactics").glob("*.txt")}


def test_it_can_be_pointed_at_by_the_places_in_the_notation() -> None:
    position = noughts().start().play("b2")
    assert [decision.path for decision in position.decisions()][:2] == [
        (Target("spot", "a1"),),
        (Target("spot", "b1"),),
    ]
    assert point(position, (Target("spot", "c3"),)).complete == position.decision("c3")
    (change,) = position.decision("c3").changes
    assert (change.kind, change.goal) == ("enter", Target("spot", "c3"))


def test_it_speaks_in_sentences_that_fit_any_game() -> None:
    position = noughts().start()
    assert position.task == "White: choose a move."
    for text in ("a1", "a2", "b1", "b2", "c1"):
        position = position.play(text)
    assert position.task == "White wins."
    full = noughts().position("wwbbbwwbw/b")
    assert full.task == "The game is a draw."


def test_its_levels_play_by_random_games() -> None:
    game = noughts()
    assert levels_of(game) == PLAYOUT_LEVELS
    winning = game.position("ww.bb..../w")
    for level in (LOWEST + 4, HIGHEST - 1):
        found = make_searcher(game, level, seed=1).think(winning, limits_of(game, level))
        assert found.decision.text == "c1"


@pytest.mark.parametrize("spec", ["level:1", "level:9", "uct,nodes=50", "greedy", "random"])
def test_every_kind_of_player_plays_it(spec: str) -> None:
    player, position = make_player(PlayerSpec.read(spec), 1), noughts().start()
    player.begin(position.game)
    while position.outcome is None:
        position = position.play(player.choose(position, SearchLimits()))


def test_its_speed_can_be_measured() -> None:
    assert min(figure.mean for figure in search_rates(noughts(), 0.1)) > 0


def test_a_lead_is_told_in_per_cent() -> None:
    start = noughts().start()
    line = Line(1000, start.decisions()[:1])
    assert verdict(start, line) == "73 % for White"
    assert judged(start, line) == "73 % for White"


def test_openings_are_of_two_turns() -> None:
    game = noughts()
    assert usual_turns(game) == 2
    assert opening(game, 2, 1, 1).position.turn == 2


def test_its_rulebook_is_what_is_known() -> None:
    book = rulebook("noughts")
    assert (book.summary, book.sections) == ("", ())


# --- On the page ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("server") / "tables.db"
    app = create_app(Settings(database_url=f"sqlite:///{path}"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def test_the_start_page_has_it_and_all_others(server: TestClient) -> None:
    shown: dict[str, Any] = server.get("/api/home").json()
    games = {game["name"]: game for game in shown["games"]}
    assert known(games) == [*SHIPPED, "noughts"]
    version = {"name": "standard", "title": "standard", "summary": "", "time": ""}
    assert games["noughts"]["versions"] == [version]
    assert games["noughts"]["picture"].startswith("<svg")


def test_its_rules_can_be_opened(server: TestClient) -> None:
    answer = server.get("/api/rules/noughts/standard")
    assert answer.status_code == 200
    assert answer.json()["title"] == "NOUGHTS"


def test_its_positions_are_edited_as_text(server: TestClient) -> None:
    asked = {"game": "noughts", "version": "standard", "position": "w......../b"}
    shown = server.post("/api/positions", json=asked).json()
    assert (shown["position"], shown["palette"]) == ("w......../b", [])
    refused = server.post("/api/positions/edit", json={**asked, "at": "a1", "piece": "b"})
    assert refused.status_code == 422

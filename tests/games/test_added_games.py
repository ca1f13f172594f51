"""A game with the necessary parts only leaves the test suite green, as a folder or as a package.

Only `make check` tries this; smaller: tests/games/core/test_registry.py, tests/games/test_other_packages.py.
"""

import os
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

from gipfel.cli import main
from tests.helpers.check import only_in_check
from tests.helpers.packages import install, run
from tests.helpers.paths import ROOT

AFFECTED = (
    "tests/docs/test_docs.py::test_examples_of_a_page_work[docs/api/games.md]",
    "tests/docs/test_docs.py::test_examples_of_a_page_work[docs/api/index.md]",
    "tests/docs/test_rules.py::test_every_game_with_a_rulebook_has_a_page",
    "tests/engine/players/test_levels.py::test_levels_see_further_and_clearer",
    "tests/games/core/test_registry.py::test_games_are_listed_in_their_order_and_those_of_other_packages_behind",
    "tests/games/core/test_registry.py::test_the_start_page_has_it_and_all_others",
    "tests/games/test_conformance.py::test_every_version_of_a_game_with_a_rulebook_has_a_golden_playthrough",
    "tests/games/test_rulebooks.py::test_all_texts_are_marked_for_translation",
    "tests/games/test_rulebooks.py::test_every_version_is_told_from_the_aim_to_pointing_in_order",
    "tests/locale/test_locale.py::test_a_complete_language_stays_complete",
    "tests/locale/test_locale.py::test_catalogues_know_no_other_texts",
    "tests/locale/test_locale.py::test_no_text_is_translated_twice",
    "tests/locale/test_locale.py::test_the_list_of_texts_is_up_to_date",
    "tests/locale/test_locale.py::test_versions_titles_units_and_reasons_are_in_the_list",
    "tests/server/http/test_catalogue.py::test_every_game_and_version_is_listed",
    "tests/server/http/test_catalogue.py::test_every_option_of_a_game_is_offered_in_words",
    "tests/server/http/test_catalogue.py::test_every_version_says_how_it_differs",
    "tests/table/test_offers.py::test_a_draw_is_offered_only_where_there_are_draws",
)
"""Tests that look at all games, and ask some of them for optional parts."""
TEXTS = '\n\nfrom gipfel.locale import note\n\nSAID = note("A sentence of the added game."), note("White")\n'
"""Texts of a game without translations: one of its own, and one that is translated elsewhere."""


def check(environment: dict[str, str], folder: Path) -> None:
    """The added game is there, and the tests pass."""
    names = run(environment, "-c", "import gipfel; print(*gipfel.game_names())", folder=folder)
    assert "added" in names.split()
    run(environment, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *AFFECTED, folder=folder)


@only_in_check
def test_a_folder(tmp_path: Path) -> None:
    for part in ("src", "tests", "docs", "scripts"):
        copytree(ROOT / part, tmp_path / part, ignore=ignore_patterns("__pycache__"))
    for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml"):
        copy(path, tmp_path)
    assert main(["new-game", "added", "--into", str(tmp_path), "--in-tree"]) == 0
    game = tmp_path / "src" / "gipfel" / "games" / "added"
    (game / "about.py").unlink()
    with (game / "scene.py").open("a", encoding="utf-8") as file:
        file.write(TEXTS)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}"}
    check(environment, tmp_path)


@only_in_check
def test_a_package(tmp_path: Path) -> None:
    assert main(["new-game", "added", "--into", str(tmp_path)]) == 0
    check(install(tmp_path / "added", tmp_path / "site"), ROOT)

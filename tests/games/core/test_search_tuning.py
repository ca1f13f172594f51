"""Tunings of the search: read from changes, written, and chosen for levels."""

from dataclasses import asdict

import pytest

import gipfel
from gipfel.engine.players.levels import tuning_of
from gipfel.games.core.level_settings import HIGHEST, HIGHEST_QUICK, LOWEST
from gipfel.games.core.registry import about
from gipfel.games.core.search_tuning import FORMER, LARGEST_TABLE, SearchTuning, table_size


def test_changes_leave_the_rest_as_it_is() -> None:
    tuning = SearchTuning(futility=100, pruning=8)
    assert tuning.changed("futility:120/pruning:0") == SearchTuning(futility=120, pruning=0)
    assert tuning.changed("former") == FORMER
    assert tuning.changed("former/ internal : 4") == FORMER.changed("internal:4")


def test_a_tuning_is_written_as_changes() -> None:
    tuning = SearchTuning(futility=100, reductions=50, table=128)
    assert FORMER.changed(tuning.text) == tuning


def test_the_former_tuning_uses_no_technique() -> None:
    used = {name for name, value in asdict(FORMER).items() if value}
    best_first = {"looks", "root_looks", "children", "exploration", "temperature"}
    assert used == {"promised", "aspiration", "table"} | best_first


@pytest.mark.parametrize("text", ["", "0", "3", "-4", "1e3", "8192", "²"])
def test_sizes_of_tables_are_powers_of_two(text: str) -> None:
    with pytest.raises(gipfel.OptionError, match="MB is not possible"):
        table_size(text)
    assert table_size(str(LARGEST_TABLE)) == LARGEST_TABLE


@pytest.mark.parametrize("name", gipfel.game_names())
def test_quick_levels_search_as_before_and_low_ones_with_a_small_table(name: str) -> None:
    game = gipfel.game(name)
    for level in range(LOWEST, HIGHEST_QUICK + 1):
        assert tuning_of(game, level) == FORMER or about(name).levels
    assert all(tuning_of(game, level).table <= FORMER.table for level in range(LOWEST, HIGHEST))
    assert tuning_of(game, HIGHEST) == about(name).tuning


@pytest.mark.parametrize("name", gipfel.game_names())
def test_an_engine_needs_less_than_400_megabytes(name: str) -> None:
    assert about(name).tuning.table <= 256


def test_a_player_may_change_tuning_and_table() -> None:
    game = gipfel.game("gipf")
    assert tuning_of(game, HIGHEST, "former/internal:5") == FORMER.changed("internal:5")
    assert tuning_of(game, HIGHEST, "former", 128) == FORMER.changed("table:128")
    assert tuning_of(game, LOWEST, "former/futility:9") == FORMER.changed("futility:9")

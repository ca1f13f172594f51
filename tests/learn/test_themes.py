"""Themes of lines: what happens in them, in words."""

import pytest

import gipfel
from gipfel.games.core.position import Decision
from gipfel.games.core.registry import part_of
from gipfel.learn.puzzles import puzzles_of
from gipfel.learn.themes import THEMES, themes_of


def line(name: str, version: str, position: str, *texts: str) -> list[Decision]:
    here, decisions = gipfel.game(name, version).position(position), list[Decision]()
    for text in texts:
        decisions.append(here.decision(text))
        here = here.play(decisions[-1])
    return decisions


def test_a_row_and_a_capture() -> None:
    position = "3w/3w1/3b2/bbb1w1b/6/5/4 b 12/10 0/0 B s"
    found = themes_of(line("gipf", "basic", position, "a5-e5", "xe2,e3,e4,e5,e6*"))
    assert "row" in found
    assert "quiet move" not in found


def test_a_quiet_move() -> None:
    assert themes_of(line("gipf", "basic", "4/5/6/7/6/5/4 w 15/15 0/0 B s", "e2")) == ("quiet move",)


@pytest.mark.parametrize("name", ["zertz", "dvonn", "punct"])
def test_a_game_may_have_themes_of_its_own(name: str) -> None:
    module = part_of(name, "themes")
    assert module is not None
    start = gipfel.game(name).start(seed=1)
    assert {*module.themes(start.state, start.codes[0])} <= {*THEMES}


def test_own_themes_of_dvonn_are_found() -> None:
    found = {theme for puzzle in puzzles_of("dvonn") for theme in puzzle.themes}
    assert {"capture", "cut-off"} <= found

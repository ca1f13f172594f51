"""Analyses in notebooks."""

import pytest

import gipfel
from gipfel.draw.scene import Mark
from gipfel.engine import Analysis, Line, think
from gipfel.games.core.notebook import decision_marks
from gipfel.testing.random_games import played_at_random
from tests.helpers.markup import closed_html, notebook_html


@pytest.mark.parametrize("name", gipfel.game_names())
def test_the_best_lines_beside_the_board(name: str) -> None:
    position = played_at_random(gipfel.game(name), 1, 12).position
    analysis = think(position, nodes=50, lines=2, level=3)
    html = notebook_html(analysis)
    text = closed_html(html)
    for line in analysis.lines:
        assert f"{line.per_cent:.1f}" in text
        assert line.decisions[0].text in text
    assert f"depth {analysis.depth}" in text
    assert "<svg " in html


def test_what_moves_is_marked_and_what_is_placed_is_pointed_at() -> None:
    start = gipfel.game("gipf").start()
    (move, *_) = decision_marks(start.decision("e1-e3"))
    assert move.kind == "last"
    assert len(move.at) == 2
    placed = decision_marks(gipfel.game("yinsh").start().decisions()[0])
    assert all(isinstance(mark, Mark) and mark.at for mark in placed)
    assert placed


def test_a_long_line_is_cut() -> None:
    game = played_at_random(gipfel.game("gipf"), 1, 30)
    analysis = Analysis(game.start, (Line(0, tuple(game.decisions)),), 30, 1000, 0.5)
    text = closed_html(notebook_html(analysis))
    assert " …" in text
    assert "depth 30, 1,000 nodes, 0.50 s" in text

"""The puzzles of all games: enough of them, all different, each with one solution."""

import pytest

import gipfel
from gipfel.games.core.game import Game
from gipfel.games.core.images import SharedText
from gipfel.learn.puzzle_check import PuzzleChecker, form_problems
from gipfel.learn.puzzles import WIN, Puzzle, puzzles_of
from gipfel.learn.themes import themes_of
from tests.helpers.check import some_of
from tests.helpers.own_games import OWN
from tests.helpers.soak import SIZE

ENOUGH = 60
WITH_PUZZLES = [name for name in OWN if puzzles_of(name)]


@pytest.mark.parametrize("name", OWN)
def test_every_game_has_enough_puzzles(name: str) -> None:
    assert len(puzzles_of(name)) >= ENOUGH


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_lines_are_legal_and_end_with_a_choice(name: str) -> None:
    for puzzle in puzzles_of(name):
        line = puzzle.decisions()
        assert not form_problems(puzzle, line), puzzle.id
        assert puzzle.themes == themes_of(line), puzzle.id
        assert (puzzle.proof.proven > 0) == (puzzle.kind == WIN), puzzle.id


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_puzzles_come_from_different_games_and_are_no_images_of_each_other(name: str) -> None:
    puzzles = puzzles_of(name)
    sources = {(puzzle.source, puzzle.version) for puzzle in puzzles}
    shared = {(puzzle.version, SharedText(puzzle.start()).text) for puzzle in puzzles}
    assert len(sources) == len(shared) == len(puzzles)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_level_1_does_not_always_find_a_puzzle(name: str) -> None:
    assert all(puzzle.level > 1 for puzzle in puzzles_of(name))


def searched_again(name: str) -> tuple[Puzzle, ...]:
    """The puzzle of middle difficulty; all of a game, or a part of them, in `make soak`."""
    puzzles = puzzles_of(name)
    step = max(1, round(1 / SIZE)) if SIZE else len(puzzles)
    return puzzles[min(step, len(puzzles)) // 2 :: step]


@pytest.mark.parametrize("name", some_of(WITH_PUZZLES, 3))
def test_no_puzzle_has_a_second_solution(name: str) -> None:
    checkers: dict[Game, PuzzleChecker] = {}
    found = {}
    for puzzle in searched_again(name):
        game = gipfel.game(name, puzzle.version, **puzzle.options)
        if game not in checkers:
            checkers[game] = PuzzleChecker(game)
        found[puzzle.id] = checkers[game].problems(puzzle)
    assert not {id_: problems for id_, problems in found.items() if problems}

"""Ratings of puzzles and of people who solve them."""

from dataclasses import replace
from random import Random

import pytest

from gipfel.learn.puzzle_rating import LEVELS, SEEDS, chance, changed_rating, level_of, rating_of
from gipfel.learn.puzzles import Proof, Puzzle, Source
from gipfel.learn.solver import BadProgress, GameProgress, Progress, middle_rating, next_puzzle, read_progress

SCALE = {level: 100.0 * (level - 1) for level in range(1, 11)}
ALL, NONE = SEEDS, 0


def hits(first: int) -> tuple[int, ...]:
    """A puzzle that every level from `first` on finds."""
    return tuple(ALL if level >= first else NONE for level in LEVELS)


EXAMPLE = Puzzle(
    *("gipf", "a", "basic", {}, "", (), "win", 2),
    level=3,
    rating=300,
    themes=(),
    found=hits(3),
    proof=Proof(1, 50, 1),
    source=Source(1, 1),
)
PUZZLES = [replace(EXAMPLE, id=str(rating), rating=rating) for rating in range(0, 1000, 50)]


def test_the_level_is_the_lowest_that_always_finds_a_puzzle() -> None:
    assert level_of(hits(4)) == 4
    assert level_of((*[SEEDS - 1] * 3, *[SEEDS] * 6)) == 4
    assert level_of((NONE,) * len(LEVELS)) == 10


def test_a_puzzle_that_higher_levels_find_has_a_higher_rating() -> None:
    ratings = [rating_of(hits(level), SCALE) for level in range(1, 11)]
    assert ratings == sorted(set(ratings))
    assert SCALE[1] <= ratings[0]
    assert ratings[-1] <= SCALE[10]


def test_a_level_with_the_rating_of_a_puzzle_finds_it_in_one_of_two_tries() -> None:
    assert chance(700, 700) == pytest.approx(0.5)
    assert chance(1100, 700) == pytest.approx(10 / 11)


def test_a_solver_gains_more_from_a_hard_puzzle() -> None:
    easy, hard = (changed_rating(500, puzzle, True, 0) for puzzle in (100, 900))
    assert 500 < easy < hard
    assert changed_rating(500, 900, False, 0) < 500
    assert changed_rating(500, 900, True, 100) < hard


def test_only_the_first_try_changes_the_rating() -> None:
    progress = GameProgress()
    progress.note(PUZZLES[4], False, 400)
    rating = progress.rating
    progress.note(PUZZLES[4], True, 400)
    assert (progress.rating, progress.rated) == (rating, 1)
    assert (progress.solved, progress.missed) == (["200"], [])


def test_progress_is_kept() -> None:
    progress = Progress()
    progress.of("gipf").note(PUZZLES[4], True, 400)
    progress.of("yinsh").note(PUZZLES[5], False, 400)
    assert read_progress(progress.text()) == progress
    with pytest.raises(BadProgress):
        read_progress(progress.text().replace('"rated": 1', '"rated": "one"'))


def test_the_next_puzzle_is_new_and_near_the_rating() -> None:
    progress = GameProgress(rating=500, solved=["500"], missed=["450"])
    chosen = {next_puzzle(PUZZLES, progress, Random(seed)).rating for seed in range(50)}
    assert chosen == {350, 400, 550, 600, 650}


def test_missed_puzzles_are_asked_again_at_the_end() -> None:
    ids = [puzzle.id for puzzle in PUZZLES]
    progress = GameProgress(rating=500, solved=ids[:-1], missed=ids[-1:])
    assert next_puzzle(PUZZLES, progress, Random(1)).id == ids[-1]
    assert next_puzzle(PUZZLES, GameProgress(rating=500, solved=ids), Random(1)) in PUZZLES


def test_a_new_solver_begins_below_the_middle() -> None:
    assert 0 < middle_rating(PUZZLES) < 500

"""Puzzles as closed data, and what is wrong about other decisions."""

from random import Random

import pytest

from gipfel.learn.exercise import NO_EDGE, paths_in, point, shown_line, transfer_size
from gipfel.learn.puzzle_exercise import (
    NotAMistake,
    games_with_puzzles,
    puzzle_exercise,
    question,
    refutation,
    wrong_decision,
)
from gipfel.learn.puzzles import Puzzle, puzzles_of
from gipfel.learn.same_answers import is_same_answer, same_answers
from tests.helpers.check import CHECK

SAMPLE = 1000 if CHECK else 4
"""Puzzles of each game."""


MOST_BYTES = 6_000
MOST_BYTES_OF_MANY = 20_000
"""Of a puzzle with all its wrong answers, when it is sent; PÜNCT has thousands of them in each position."""
MANY = 500


def sample(name: str) -> list[Puzzle]:
    puzzles = puzzles_of(name)
    return Random(1).sample(puzzles, min(SAMPLE, len(puzzles)))


@pytest.mark.parametrize("name", games_with_puzzles())
def test_only_the_line_solves_a_puzzle(name: str) -> None:
    for puzzle in sample(name):
        made, line = puzzle_exercise(puzzle), puzzle.decisions()
        assert len(made["nodes"]) == len(line) + 1
        node = 0
        while True:
            position = line[node].position
            right = point(made, node, line[node].path).complete
            assert right not in (None, NO_EDGE)
            edges = dict(paths_in(made["nodes"][node]))
            forms = same_answers(position, line[node].code)
            for one in position.decisions():
                wanted = right if one.code in forms else NO_EDGE
                assert all(edges[path] == wanted for path in one.paths), one.text
            edge = made["edges"][right or 0]
            assert edge["verdict"] == "right"
            for number, played in enumerate(edge["played"], node):
                assert (played["decision"], played["node"]) == (line[number].text, number + 1)
            node = edge["played"][-1]["node"]
            if edge["done"]:
                break
        assert node == len(line)
        assert question(puzzle)


@pytest.mark.parametrize("name", games_with_puzzles())
def test_a_puzzle_with_all_wrong_answers_is_small(name: str) -> None:
    for puzzle in sample(name):
        is_large = len(puzzle.start().codes) > MANY
        assert transfer_size(puzzle_exercise(puzzle)) < (MOST_BYTES_OF_MANY if is_large else MOST_BYTES)


@pytest.mark.parametrize("name", games_with_puzzles())
def test_a_wrong_decision_is_found_from_what_was_pointed_at(name: str) -> None:
    puzzle = puzzles_of(name)[0]
    line = puzzle.decisions()
    start, right = line[0].position, line[0].code
    for other in [one for one in start.decisions() if not is_same_answer(start, one.code, right)][:20]:
        for path in other.paths:
            assert wrong_decision(puzzle, 0, path).code == other.code
    with pytest.raises(NotAMistake, match="right decision"):
        wrong_decision(puzzle, 0, line[0].path)
    for form in same_answers(start, right):
        with pytest.raises(NotAMistake, match="right decision"):
            wrong_decision(puzzle, 0, start.decision(start.text_of(form)).path)
    with pytest.raises(NotAMistake, match="complete"):
        wrong_decision(puzzle, 0, ())
    with pytest.raises(NotAMistake, match="does not decide"):
        wrong_decision(puzzle, len(line), ())


@pytest.mark.parametrize("name", games_with_puzzles())
def test_a_refutation_has_a_picture_for_each_decision(name: str) -> None:
    line = puzzles_of(name)[0].decisions()
    shown = refutation(line[0], tuple(one.text for one in line[1:]), 2)
    assert [one.code for one in shown] == [one.code for one in line[:3]]
    sent = shown_line(shown)
    pictures = [node["picture"] for node in puzzle_exercise(puzzles_of(name)[0])["nodes"][1:4]]
    assert [one["picture"]["pieces"] for one in sent["played"]] == [one["pieces"] for one in pictures]
    assert all(one["picture"]["board"] < len(sent["boards"]) for one in sent["played"])

"""Exercises: closed data, from which a page can do what a table does."""

from random import Random

import pytest

import gipfel
from gipfel.draw.picture import picture
from gipfel.draw.target import Path
from gipfel.games.core import pointing
from gipfel.learn.answers import Answer, Verdict, answer_tree
from gipfel.learn.exercise import LARGEST, MOST_SHOWN, NO_EDGE, exercise, point, transfer_size
from gipfel.learn.exercise_types import Exercise
from gipfel.learn.lines import Line, playable
from tests.helpers.check import CHECK, some_of
from tests.helpers.random_games import VERSIONS, positions

TURN_BASED = [(name, version) for name, version in VERSIONS if gipfel.game(name, version).clockwork is None]
POSITIONS, WALKS = (6, 12) if CHECK else (2, 6)


def some_positions(name: str, version: str, number: int) -> list[gipfel.Position]:
    """Positions of random games in which a player decides."""
    acting = [
        one
        for one in positions(name, version, 1)
        if one.outcome is None and not one.by_chance and not one.timed
    ]
    return Random(number).sample(acting, min(number, len(acting)))


def exercise_of(position: gipfel.Position, decisions: list[gipfel.Decision]) -> Exercise:
    """An exercise in which these decisions are right."""
    lines = [Line(decision.text, (decision,), (False,)) for decision in decisions]
    return exercise(answer_tree(position, [Answer(line, Verdict.RIGHT, "Well done.") for line in lines]))


@pytest.mark.parametrize(("name", "version"), some_of(TURN_BASED, 5))
def test_pointing_is_the_same_as_at_a_table(name: str, version: str) -> None:
    """The same targets and the same decisions, whatever has been pointed at, toggles in any order."""
    chance = Random(7)
    for position in some_positions(name, version, POSITIONS):
        legal = [*position.decisions()]
        right = chance.sample(legal, min(len(legal), MOST_SHOWN))
        made = exercise_of(position, right)
        edges = {made["edges"][i]["played"][0]["decision"]: i for i in range(len(right))}
        for _ in range(WALKS):
            prefix: Path = ()
            for _ in range(8):
                here, there = point(made, 0, prefix), pointing.point(position, prefix)
                assert {*here.targets} == {*there.targets}
                assert here.edges == {edges.get(decision.text, NO_EDGE) for decision in there.decisions}
                complete = there.complete
                assert here.complete == (None if complete is None else edges.get(complete.text, NO_EDGE))
                toggles = [target for target in prefix if target.toggle]
                following = [*there.targets, *toggles]
                if not following:
                    break
                prefix = (*prefix, chance.choice(following))


@pytest.mark.parametrize(("name", "version"), some_of(TURN_BASED, 5))
def test_an_exercise_is_small(name: str, version: str) -> None:
    """Also if every decision is right."""
    for position in [gipfel.game(name, version).start(seed=1), *some_positions(name, version, POSITIONS)]:
        made = exercise_of(position, [*position.decisions()])
        assert transfer_size(made) < LARGEST


@pytest.mark.parametrize(("name", "version"), TURN_BASED)
def test_pictures_are_those_of_a_table(name: str, version: str) -> None:
    position = gipfel.game(name, version).start(seed=1)
    made = exercise_of(position, [position.decisions()[0]])
    shown, whole = made["nodes"][0]["picture"], picture(position.scene())
    board = made["boards"][shown["board"]]
    assert {**board, **shown, "board": board["board"], "looks": whole["looks"]} == whole
    assert whole["looks"].items() <= made["looks"].items()


def test_replies_and_wrong_answers_are_played() -> None:
    start = gipfel.game("gipf", "basic").position("3w/3w1/3b2/bbb1w1b/6/5/4 b 12/10 0/0 B s")
    made = exercise(
        answer_tree(
            start,
            [
                Answer(playable(start, "a5-e5 xe2,e3,e4,e5,e6*"), Verdict.RIGHT, "Well done."),
                Answer(playable(start, "b2 (b3) b1-b4"), Verdict.WRONG, "Not this."),
            ],
        )
    )
    push, take, other, second = made["edges"]
    assert [edge["verdict"] for edge in made["edges"]] == ["right", "right", "wrong", "wrong"]
    assert [edge["done"] for edge in made["edges"]] == [False, True, False, True]
    assert [edge["answer"] for edge in made["edges"]] == ["", "Well done.", "", "Not this."]
    assert [one["decision"] for one in other["played"]] == ["b2", "b3"]
    assert push["played"][0]["changes"][-1] == {"kind": "enter", "from": ["dot", "a5"], "to": ["spot", "b5"]}
    after_push = push["played"][-1]["node"]
    assert point(made, after_push).complete is None
    (row,) = point(made, after_push).targets
    assert made["edges"][point(made, after_push, (row,)).complete or 0] == take
    assert not made["nodes"][second["played"][-1]["node"]]["paths"]
    assert made["learner"] == "black"


def test_toggles_and_buttons() -> None:
    start = gipfel.game("gipf", "standard").position("3b/3b1/3w2/BbW1wwW/6/5/B3 w 11/11 0/0 S s")
    after = start.play("a5-e5")
    made = exercise_of(after, [after.decision("xGe2*,e3*,e5,e6,e7")])
    (row,) = point(made, 0).targets
    keeps = [target for target in point(made, 0, (row,)).targets if target.toggle]
    (take,) = [target for target in point(made, 0, (row,)).targets if not target.toggle]
    kept = [target for target in keeps if target.name in {"e4", "e8"}]
    assert point(made, 0, (row, *kept, take)).complete == 0
    assert point(made, 0, (row, *reversed(kept), take)).complete == 0
    assert point(made, 0, (row, *keeps, *(one for one in keeps if one not in kept), take)).complete == 0
    assert point(made, 0, (row, take)).complete == NO_EDGE
    assert next(one["text"] for one in made["nodes"][0]["targets"] if one["target"][0] == "button") == "Take"

"""All courses there are: sound files, right and wrong answers, and steps that an engine solves.

A course is tested here by being there.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipfel.cli import main
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.registry import game_type
from gipfel.learn.answers import Edge, Node, Verdict
from gipfel.learn.course import ANY, Course, Step, UnknownCourse
from gipfel.learn.courses import all_courses, check_course, course, course_files, courses_of
from gipfel.learn.exercise import LARGEST, NO_EDGE, exercise, paths_in, transfer_size
from gipfel.learn.exercise_types import Exercise
from gipfel.notation.errors import UnknownGame
from tests.helpers.check import CHECK, only_in_check
from tests.helpers.own_games import OWN

COURSES = [one for one in all_courses() if one.game.name in OWN]
STEPS = [(one, step) for one in COURSES for step in one.steps]
TO_SOLVE = [(one, step) for one, step in STEPS if not step.free]
SAMPLE = TO_SOLVE if CHECK else TO_SOLVE[::3]
FEWEST_STEPS, MOST_STEPS = 6, 20
LONGEST_TEXT, LONGEST_TASK = 420, 200
SOLVER = "level:8,nodes=20000,book=0"
SCORE, PAIRS = 0.6, 50
"""What the taught player has to score against the lowest level, in this number of pairs of games."""


def name_of(value: object) -> str:
    return value.game.name + "-" + value.name if isinstance(value, Course) else value.name  # type: ignore[attr-defined]


of_courses = pytest.mark.parametrize("taught", COURSES, ids=name_of)
of_steps = pytest.mark.parametrize(("taught", "step"), STEPS, ids=name_of)


# --- Files ----------------------------------------------------------------------------------------


def test_no_course_is_left_out() -> None:
    assert len(COURSES) == sum(len(course_files(name)) for name in OWN)


@of_courses
def test_a_course_has_no_mistakes(taught: Course) -> None:
    _, mistakes = check_course(taught.path, taught.game.name)
    assert not mistakes
    assert FEWEST_STEPS <= len(taught.steps) <= MOST_STEPS


@of_courses
def test_courses_differ_in_order_and_title(taught: Course) -> None:
    others = [one for one in courses_of(taught.game.name) if one is not taught]
    assert all(one.order != taught.order and one.title != taught.title for one in others)


@of_steps
def test_texts_are_short(taught: Course, step: Step) -> None:
    assert len(step.task) <= LONGEST_TASK
    for text in (step.text, step.answer, step.hint, step.again, *(wrong.answer for wrong in step.wrong)):
        assert len(text) <= LONGEST_TEXT


def test_unknown_courses_and_steps_are_named() -> None:
    known = COURSES[0]
    with pytest.raises(UnknownCourse, match=f"{known.game.name} has no course 'x'; it has {known.name}"):
        course(known.game.name, "x")
    with pytest.raises(UnknownCourse, match=f"has no step 'x'; it has {known.steps[0].name}"):
        known.step("x")
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        courses_of("chess")


# --- Answers --------------------------------------------------------------------------------------


def learner_nodes(tree: Node, made: Exercise) -> Iterator[tuple[Node, int]]:
    """The nodes of a tree in which the learner acts, with their numbers in the exercise."""
    waiting = [(tree, 0)]
    while waiting:
        node, number = waiting.pop()
        if not node.edges:
            continue
        yield node, number
        leaves = dict(paths_in(made["nodes"][number]))
        for edge in node.edges.values():
            if edge.to.edges:
                waiting.append((edge.to, made["edges"][leaves[edge.decision.path]]["played"][-1]["node"]))


@of_steps
def test_every_decision_is_answered(taught: Course, step: Step) -> None:
    """Right ones as right, wrong ones that the author knows with their text, and all others as wrong."""
    made = exercise(step.tree, step.decisions)
    for node, number in learner_nodes(step.tree, made):
        leaves = dict(paths_in(made["nodes"][number]))
        assert len(leaves) == sum(len(decision.paths) for decision in node.position.decisions())
        for decision in node.position.decisions():
            for path in decision.paths:
                check_answer(made, leaves[path], node.edges.get(decision.code))


def check_answer(made: Exercise, leaf: int, edge: Edge | None) -> None:
    if edge is None:
        assert leaf == NO_EDGE
        return
    shown = made["edges"][leaf]
    assert (shown["verdict"], shown["done"], shown["answer"]) == (edge.verdict, edge.done, edge.answer)
    if shown["played"]:
        texts = [decision.text for decision in (edge.decision, *edge.replies)]
        assert [played["decision"] for played in shown["played"]] == texts
    else:
        assert edge.verdict == Verdict.RIGHT  # a wrong answer is shown on the board


@of_steps
def test_something_is_right_and_something_else_is_not(taught: Course, step: Step) -> None:
    """Unless anything may be done, or a rule is shown that leaves no choice."""
    right = [edge for edge in step.tree.edges.values() if edge.verdict == Verdict.RIGHT]
    legal = len(step.position.codes)
    assert right
    if step.right != ANY and not (step.free and legal == 1):
        assert len(right) < legal


@of_steps
def test_the_learner_can_point_at_the_right_answer(taught: Course, step: Step) -> None:
    """From the first position to the end of a right line, with nothing but the data."""
    made, number, verdicts = exercise(step.tree, step.decisions), 0, []
    while True:
        leaves = [leaf for _, leaf in paths_in(made["nodes"][number])]
        right = next(leaf for leaf in leaves if leaf >= 0 and made["edges"][leaf]["verdict"] == "right")
        edge = made["edges"][right]
        verdicts.append(edge["verdict"])
        if edge["done"]:
            break
        number = edge["played"][-1]["node"]
    assert {*verdicts} == {"right"}
    assert edge["answer"] == step.answer


@of_steps
def test_a_step_is_small(taught: Course, step: Step) -> None:
    assert transfer_size(exercise(step.tree, step.decisions)) < LARGEST


# --- Engines --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("taught", "step"), SAMPLE, ids=name_of)
def test_an_engine_solves_a_step(taught: Course, step: Step) -> None:
    """Steps that do not show a rule have an answer that is right because it is good."""
    player = PlayerSpec.read(SOLVER).make_player(seed=1)
    player.begin(step.game)
    node = step.tree
    while node.edges:
        decision = player.choose(node.position, SearchLimits())
        edge = node.edges.get(decision.code)
        assert edge is not None, f"the engine plays {decision.text}"
        assert edge.verdict == Verdict.RIGHT, f"the engine plays {decision.text}"
        node = edge.to
    player.close()


@of_courses
def test_goals_are_features(taught: Course) -> None:
    assert {*taught.goals} <= {*game_type(taught.game.name).evaluation.features}


@only_in_check
@of_courses
def test_who_was_taught_beats_the_lowest_level(taught: Course, tmp_path: Path) -> None:
    results = tmp_path / "match.jsonl"
    game, version = taught.game.name, taught.game.version
    options = [f"--option={name}={value}" for name, value in taught.options.items()]
    players = ["-p", f"taught:{taught.name}", "-p", "level:1"]
    command = ["arena", game, "--version", version, *options, *players, "--pairs", str(PAIRS)]
    assert main([*command, "--results", str(results)]) == 0
    games = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(games) == 2 * PAIRS
    assert sum(map(points_of_first, games)) >= SCORE * len(games)


def points_of_first(game: dict[str, object]) -> float:
    """The points of the first player, which is White unless the colours are swapped."""
    white = {"1-0": 1.0, "0-1": 0.0}.get(str(game["score"]), 0.5)
    return 1 - white if game["key"]["swapped"] else white  # type: ignore[index]

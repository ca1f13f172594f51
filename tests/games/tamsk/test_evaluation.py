"""What the evaluations of TAMSK see in positions: rings, room, glasses that can move, sand."""

import pytest

import gipfel
from gipfel.games.tamsk import timed_evaluation
from gipfel.games.tamsk.events import CANCEL, GRAB, PLACE, WITH_RING
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.state import State
from tests.helpers.evaluations import ongoing_states, score_of, values_of

LEVELS = ("level1", "level2", "level3")

START = "T1 0r000b/00000/000000/0b000000r/000000/00000/0r000b 32.32 0.0 r - 0"
CORNERED = "T1 0r100b/12000/000000/0b000000r/000000/00000/0r000b 29.31 0.0 r - 0"
ALONE = "T1 1r011b/12221/123321/1b234321r/123321/12221/1r111b 1.0 0.0 b - 0"
AT_EDGE = "T1 000b0/000r00/000000/0b000000r/000r000/00000/000b0 8.8 0.0 r - 0"
TO_STEAL = "T1 00r00b/00000/000000/0b000000r/000000/00000/0r000b 32.32 0.0 b a2 0"
SAND = (
    "T2 0r{4000}000b{i}/00000/000000/0b{90000}000000r{20000}/000000/00000/0r{x1000}000b{i}"
    " 32.32 0.0 r - 0 @5000 - -"
)


def evaluation_of(level: str) -> Evaluation:
    return gipfel.game("tamsk", level).evaluation


def values(state: State, level: str = "level1") -> dict[str, int]:
    return values_of(evaluation_of(level), state)


def score(state: State, level: str = "level1") -> int:
    return score_of(evaluation_of(level), state)


def random_states(level: str) -> list[State]:
    return ongoing_states("tamsk", [level], (5, 6), 30)


SEEN = {
    "the start": (START, {"rings dropped": 0, "glasses that can move": 0, "to move": 1, "rings to steal": 0}),
    "a glass in a full corner": (CORNERED, {"rings dropped": 2, "glasses that can move": -1}),
    "a ring to steal": (TO_STEAL, {"rings to steal": -1, "to move": -1}),
    "a glass among full spaces": (
        CORNERED,
        {"glasses among full spaces": 1, "glasses that can move, later on": 0},
    ),
    "glasses at the edge, late": (
        AT_EDGE,
        {"glasses at the edge, later on": -2 * 6, "glasses that can move, later on": 0},
    ),
    "room that only one can reach": (ALONE, {"rings dropped": -1, "rings only one can reach, later on": 7}),
}


@pytest.mark.parametrize(("text", "seen"), SEEN.values(), ids=SEEN)
def test_features(text: str, seen: dict[str, int]) -> None:
    found = values(gipfel.game("tamsk", "level1").position(text).state)
    assert {name: found[name] for name in seen} == seen


def test_sand() -> None:
    found = values(gipfel.game("tamsk", "level2").position(SAND).state, "level2")
    assert found["living glasses"] == 2 - 3
    assert found["glasses with little sand"] == 1
    assert found["glasses with some sand"] == 2


def test_a_lost_glass_is_only_an_obstacle() -> None:
    game = gipfel.game("tamsk", "level2")
    living, lost = (game.position(text).state for text in (SAND.replace("{x1000}", "{90000}"), SAND))
    assert score(living, "level2") > score(lost, "level2")
    assert values(living, "level2")["glasses that can move"] == 0
    assert values(lost, "level2")["glasses that can move"] == -1


@pytest.mark.parametrize("level", LEVELS)
def test_dropped_rings_are_good(level: str) -> None:
    position = gipfel.game("tamsk", level).start()
    assert score(position.play("a1-a2+").state, level) > score(position.play("a1-a2").state, level)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_glass_in_hand_is_bad(level: str) -> None:
    position = gipfel.game("tamsk", level).start()
    held = position.play("a1~")
    assert score(held.state, level) < min(score(p.state, level) for p in (position, position.play("a1-a2")))


def test_turns_with_rings_promise_more() -> None:
    position = gipfel.game("tamsk", "level1").position(TO_STEAL)
    promise = {d.text: evaluation_of("level1").promise(position.state, d.code) for d in position.decisions()}
    assert promise["^a4-b5+"] > promise["^a4-b5"] == promise["a4-b5+"] > promise["a4-b5"] == 0


def test_passing_is_a_follow_up() -> None:
    for state in random_states("level1"):
        passing = "pass" in gipfel.game("tamsk", "level1").position_of(state).decisions()[0].text
        assert evaluation_of("level1").follow_up(state) == passing


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_search_does_not_dawdle(level: str) -> None:
    """It looks at moves with a ring, never at glasses to be taken or put back; and always at something."""
    out = [0] * gipfel.game("tamsk", level).rules.most
    for state in random_states(level):
        legal = gipfel.game("tamsk", level).rules.codes(state)
        considered = out[: timed_evaluation.considered(state, out)]
        assert considered
        assert set(considered) <= set(legal)
        if any(WITH_RING <= code < GRAB for code in legal):
            assert not any(code < WITH_RING or GRAB <= code < PLACE or code == CANCEL for code in considered)


@pytest.mark.parametrize("level", LEVELS)
def test_directions_do_not_matter(level: str) -> None:
    game = gipfel.game("tamsk", level)
    for state in random_states(level)[::6]:
        for symmetry in game.symmetries:
            assert values(game.transformed(state, symmetry), level) == values(state, level)

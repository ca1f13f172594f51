"""Encodings: what positions and games offer to learning programs. Conformance tests what each game has."""

import numpy
import pytest

import gipfel
from gipfel.games.core.encoding import ActionGroup, IllegalAction, NoEncoding, moved
from gipfel.games.core.folder import FolderGame
from gipfel.games.dvonn import notation, rules, scene
from gipfel.testing import random_game


@pytest.fixture
def start() -> gipfel.Position:
    return gipfel.game("gipf", "standard").start()


def test_observations_have_planes_and_scalars(start: gipfel.Position) -> None:
    encoding = start.game.encoding
    observation = start.observation()
    assert observation.dtype == numpy.int8
    assert encoding.planes_of(observation).shape == (len(encoding.planes), len(encoding.points))
    assert encoding.planes_of(observation)[2, encoding.points.index("b5")] == 1
    many = numpy.stack([observation] * 3)
    assert encoding.scalars_of(many).shape == (3, len(encoding.scalars))
    assert encoding.scalars_of(many)[2].tolist()[:4] == [12, 12, 0, 0]


def test_compiled_positions_have_the_same_observation(start: gipfel.Position) -> None:
    game = gipfel.game("gipf", "standard")
    game.compile()
    assert (game.start().observation() == start.observation()).all()


def test_actions_are_decisions(start: gipfel.Position) -> None:
    action = start.action("e1-e3")
    assert action == start.action(start.decision("e1-e3")) == start.action(start.decision("e1-e3").code)
    assert start.legal_mask()[action] == 1
    assert start.decision_of_action(action).text == "e1-e3"
    assert start.decision_of_action(numpy.int32(action)).text == "e1-e3"  # type: ignore[arg-type]
    assert action in start.game.action_space


@pytest.mark.parametrize("action", [-1, 10**6, True, "e1-e3", 1.5, None])
def test_what_is_no_action_is_refused(start: gipfel.Position, action: int) -> None:
    with pytest.raises(IllegalAction, match="is no action: actions are whole numbers from 0 to 1213"):
        start.decision_of_action(action)


def test_actions_and_decisions_that_are_not_legal_are_refused(start: gipfel.Position) -> None:
    with pytest.raises(IllegalAction, match="action 0 is not legal here: 30 actions are legal"):
        start.decision_of_action(0)
    with pytest.raises(gipfel.IllegalDecision):
        start.action(1000)
    with pytest.raises(gipfel.IllegalDecision):
        start.action(True)


def test_a_finished_game_has_no_legal_action() -> None:
    over = random_game("gipf", "basic", 1).position
    assert over.outcome is not None
    assert over.legal_mask().sum() == 0
    with pytest.raises(IllegalAction, match="the game is over"):
        over.decision_of_action(3)


class WithoutEncoding(FolderGame):
    """A game whose folder has no encoding."""

    name = "bare"
    title = "Bare"
    versions = ("only",)
    rules_module = rules
    notation = notation
    pictures = scene
    pointing = None
    words = None


def test_a_game_without_an_encoding_says_so() -> None:
    with pytest.raises(NoEncoding, match=r"bare only has no encoding; a module encoding\.py"):
        _ = WithoutEncoding().action_space


def test_keys_move_with_the_board() -> None:
    turn = (1, 2, 0)
    assert moved((0, frozenset({1, 2}), "ring"), turn) == (1, frozenset({2, 0}), "ring")
    assert ActionGroup("jump", 2, "from one to another", keys=[(0, 1), (1, 0)]).images((1, 0)) == [1, 0]
    with pytest.raises(ValueError, match="have 1 keys"):
        ActionGroup("jump", 2, "from one to another", keys=[0])
    with pytest.raises(ValueError, match="do not multiply to 5"):
        ActionGroup("jump", 5, "from one to another", factors=(("from", 2), ("to", 2)))

"""Games as games of OpenSpiel: they pass its random simulation, in all versions."""

import pickle

import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation

import gipfel
from gipfel.environments import open_spiel_game
from gipfel.notation.errors import OptionError, UnknownGame
from tests.helpers.check import some_of
from tests.helpers.own_games import OWN, versions_of

QUICK = [both for both in versions_of(OWN) if gipfel.game(*both).encoding.number_of_actions < 10_000]
SLOW = [both for both in versions_of(OWN) if both not in QUICK]
"""OpenSpiel asks for the text of each of thousands of decisions, again and again."""


@pytest.mark.parametrize(("name", "version"), [*QUICK, *some_of(SLOW, 1)])
def test_every_game_passes_the_simulation_of_openspiel(name: str, version: str) -> None:
    most_turns = 600 if (name, version) in QUICK else 6
    game = open_spiel_game(name, version, most_turns=most_turns)
    pyspiel.random_sim_test(game, num_sims=1, serialize=(name, version) in QUICK, verbose=False)


def test_it_is_known_by_name() -> None:
    game = pyspiel.load_game("python_gipfel(game=zertz,version=extended,options=rings:43)")
    assert game.game == gipfel.game("zertz", "extended", rings=43)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(open_spiel_game("zertz", "extended", rings=43).game) == str(game.game)


def test_a_game_is_played_by_actions() -> None:
    game = open_spiel_game("gipf", "standard")
    state = game.new_initial_state()
    assert game.num_distinct_actions() == gipfel.game("gipf", "standard").encoding.number_of_actions
    action = state.position.action("e1-e3")
    assert state.action_to_string(0, action) == "e1-e3"
    observed = make_observation(game)
    before = state.clone()
    state.apply_action(action)
    assert state.current_player() == 1
    assert str(before) == str(gipfel.game("gipf", "standard").start())
    observed.set_from(state, 1)
    assert observed.tensor.tolist() == state.position.observation().tolist()
    assert observed.string_from(state, 1) == str(state)


def test_a_random_set_up_is_a_chance_node() -> None:
    state = open_spiel_game("tzaar", "random").new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 1000
    assert str(state) == "the set-up is open"
    assert state.action_to_string(17) == "set-up 17"
    state.apply_action(17)
    assert state.position == gipfel.game("tzaar", "random").start(seed=17)


def test_the_result_of_a_contest_is_a_chance_node() -> None:
    game = open_spiel_game("project", "dice", **{"link.mode": "must-win"})
    state, rank = game.new_initial_state(), game.game.encoding.ranges["use"]
    while not (state.is_terminal() or state.is_chance_node()):
        actions = state.legal_actions()
        loaded = [a for a in actions if "Z" in state.action_to_string(a)]
        state.apply_action(next((a for a in actions if a in rank), (loaded or actions)[0]))
    assert state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert outcomes[0] == outcomes[1]
    assert sum(outcomes.values()) == pytest.approx(1)
    assert [state.action_to_string(result) for result in outcomes] == ["won", "lost", "tied"]
    state.apply_action(0)
    assert state.position.contest is None


def test_its_environments_for_learning_work() -> None:
    env = rl_environment.Environment(open_spiel_game("dvonn", "standard"))
    step = env.reset()
    while not step.last():
        step = env.step([step.observations["legal_actions"][step.current_player()][0]])
    assert sorted(step.rewards) in ([-1, 1], [0, 0])


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("python_gipfel(game=chess)", UnknownGame, "there is no game 'chess'"),
        ("python_gipfel(options=rings)", OptionError, "'rings' is not an option; write name:value"),
        ("python_gipfel(most_turns=-3)", OptionError, "most_turns is a whole number"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(text: str, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        pyspiel.load_game(text)

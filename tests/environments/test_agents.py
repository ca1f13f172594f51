"""Games as PettingZoo environments: they pass its own tests, in all versions."""

import pickle
import sys
import warnings
from random import Random
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import gipfel
from gipfel.draw.png import NoPng
from gipfel.environments import pettingzoo_env
from gipfel.games.core.encoding import IllegalAction
from gipfel.notation.errors import OptionError, UnknownGame
from tests.helpers.check import CHECK
from tests.helpers.own_games import OWN, versions_of

CYCLES = 100 if CHECK else 20


@pytest.mark.parametrize(("name", "version"), versions_of(OWN))
def test_every_game_passes_the_tests_of_pettingzoo(name: str, version: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # "Observation space ... probably should be ... box"
        api_test(pettingzoo_env(name, version), num_cycles=CYCLES)
    seed_test(lambda: pettingzoo_env(name, version), num_cycles=CYCLES // 2)


@pytest.mark.parametrize(
    ("name", "version"), [("gipf", "standard"), ("project", "dice"), ("tamsk", "level2")]
)
def test_a_random_game_ends_with_a_reward(name: str, version: str) -> None:
    env = pettingzoo_env(name, version)
    env.reset(seed=4)
    chance = Random(4)
    for _ in env.agent_iter():
        observation, _, ended, truncated, _ = env.last()
        if ended or truncated:
            break
        assert env.observation_space(env.agent_selection).contains(observation)
        env.step(chance.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
    outcome = env.unwrapped.position.outcome
    assert outcome is not None
    assert not observation["action_mask"].any()
    rewards = [env.rewards["player_0"], env.rewards["player_1"]]
    winner = None if outcome.winner is None else int(outcome.winner)
    assert rewards == ([0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])
    again = gipfel.replay(gipfel.read_record(gipfel.write_record(env.unwrapped.record)))
    assert again.position == env.unwrapped.position


def test_each_agent_sees_the_board_from_its_own_side() -> None:
    env = pettingzoo_env("dvonn", "random").unwrapped
    env.reset(seed=1)
    encoding = env.game.encoding
    acting, waiting = (encoding.planes_of(env.observe(agent)["observation"]) for agent in env.agents)
    assert acting[:2].tolist() == waiting[1::-1].tolist()
    assert not env.observe("player_1")["action_mask"].any()


def test_random_set_ups_follow_the_seed() -> None:
    env = pettingzoo_env("tzaar", "random").unwrapped
    starts = []
    for seed in (1, None, 1, None, 2):
        env.reset(seed=seed)
        starts.append(str(env.position))
    assert starts[0] == starts[2]
    assert starts[1] == starts[3]
    assert len({*starts}) == 3


def test_contests_are_settled_by_chance() -> None:
    """An environment never waits inside a contest, and both results come up."""
    env = pettingzoo_env("project", "dice", **{"link.mode": "must-win"}).unwrapped
    env.reset(seed=7)
    chance, settled = Random(7), set()
    while not (settled >= {"forfeit:W", "forfeit:B"}):
        if env.episode.is_over:
            env.reset()
        actions = numpy.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
        uses = [action for action in actions if action in env.game.encoding.ranges["use"]]
        env.step(chance.choice(uses or actions))
        assert env.position.contest is None
        settled |= {decision.text for decision in env.episode.playthrough.decisions}


def test_a_long_game_is_truncated() -> None:
    env = pettingzoo_env("gipf", "basic", most_turns=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())


def test_an_illegal_action_loses_or_is_an_error() -> None:
    env = pettingzoo_env("gipf", "standard")
    env.reset()
    env.last()
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1
    env.unwrapped.reset()
    with pytest.raises(IllegalAction, match="action 0 is not legal here"):
        env.unwrapped.step(0)


def is_picture(pixels: Any) -> bool:
    return (pixels.ndim, pixels.shape[2], pixels.dtype) == (3, 3, numpy.uint8)


def test_positions_can_be_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str) -> Any:
        return pettingzoo_env("gipf", "standard", render_mode=render_mode)

    render_test(make, {"svg": lambda picture: picture.startswith("<svg"), "rgb_array": is_picture})
    assert "White" in capsys.readouterr().out
    env = make("ansi")
    env.reset()
    assert "White" in env.render()
    assert not capsys.readouterr().out
    with pytest.raises(OptionError, match="'film'; there are human, ansi, svg and rgb_array"):
        make("film")


def test_an_environment_can_be_pickled() -> None:
    env = pettingzoo_env("zertz", "extended", rings=43)
    copy = pickle.loads(pickle.dumps(env))
    copy.reset(seed=3)
    assert copy.unwrapped.game == gipfel.game("zertz", "extended", rings=43)


def test_nonsense_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        pettingzoo_env("chess")
    with pytest.raises(OptionError, match="None is not a game; write 'gipf'"):
        pettingzoo_env(None)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="a Game has its version"):
        pettingzoo_env(gipfel.game("gipf"), "basic")
    with pytest.raises(OptionError, match="most_turns is a whole number from 1 to 100000, not 0"):
        pettingzoo_env("gipf", most_turns=0)


def test_pixels_for_films() -> None:
    env = pettingzoo_env("gipf", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert is_picture(before)
    env.step(int(env.observe("player_0")["action_mask"].argmax()))
    after = env.render()
    assert after.shape == before.shape
    assert (after != before).any()


def test_pixels_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPng, match=r"^a PNG picture needs the package 'resvg-py'; install it with: pip"):
        pettingzoo_env("gipf", render_mode="rgb_array")

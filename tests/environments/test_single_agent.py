"""Games as Gymnasium environments against an opponent."""

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import gipfel
from gipfel.environments import gymnasium_env
from gipfel.environments.single_agent import ID, SingleAgentEnv
from gipfel.games.core.encoding import IllegalAction
from gipfel.notation.errors import OptionError
from tests.helpers.own_games import OWN, versions_of


@pytest.mark.parametrize(("name", "version"), versions_of(OWN))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_game_passes_the_check_of_gymnasium(name: str, version: str) -> None:
    check_env(gymnasium_env(name, version, side="black"), skip_render_check=True)


def played(env: SingleAgentEnv, seed: int) -> tuple[float, str]:
    """The reward of an episode of random actions, and its record."""
    observation, _ = env.reset(seed=seed)
    chance = numpy.random.default_rng(seed)
    while True:
        assert (env.action_masks() == observation["action_mask"].astype(bool)).all()
        action = chance.choice(numpy.flatnonzero(observation["action_mask"]))
        observation, reward, ended, truncated, info = env.step(action)
        assert "illegal" not in info
        if ended or truncated:
            return reward, gipfel.write_record(env.record)


@pytest.mark.parametrize("opponent", ["random", "greedy", "level:1"])
def test_opponents_play_whole_games_that_follow_the_seed(opponent: str) -> None:
    env = gymnasium_env("gipf", "basic", opponent=opponent)
    first, second, other = (played(env, seed) for seed in (5, 5, 6))
    assert first == second != other
    env.close()


def test_the_reward_is_that_of_the_agent() -> None:
    env = gymnasium_env("dvonn", "random", side="black")
    reward, record = played(env, 2)
    outcome = gipfel.replay(gipfel.read_record(record)).position.outcome
    assert outcome is not None
    assert outcome.winner is not None
    assert reward == (1 if outcome.winner == gipfel.BLACK else -1)


class FirstDecision:
    """A bot that always makes the first decision."""

    def choose(self, position: gipfel.Position) -> gipfel.Decision:
        return position.decisions()[0]


def test_a_bot_can_be_the_opponent() -> None:
    env = gymnasium_env("yinsh", opponent=FirstDecision(), side="black")
    _, info = env.reset(seed=1)
    assert info == {"side": "black", "turn": 1}
    assert str(env.position.decisions()[0]) == "a3"
    env.close()


def test_sides_are_drawn() -> None:
    env = gymnasium_env("gipf")
    assert {env.reset(seed=seed)[1]["side"] for seed in range(8)} == {"white", "black"}


def test_an_illegal_action_loses_or_is_an_error() -> None:
    env = gymnasium_env("gipf", "standard", side="white")
    env.reset(seed=1)
    observation, reward, ended, _, info = env.step(10_000)
    assert (reward, ended) == (-1, True)
    assert info["illegal"] == "10000 is no action: actions are whole numbers from 0 to 1213"
    assert not observation["action_mask"].any()
    with pytest.raises(OptionError, match=r"the episode is over; call reset\(\)"):
        env.step(0)
    strict = gymnasium_env("gipf", "standard", side="white", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(0)


def test_gymnasium_makes_it_by_name() -> None:
    env = gymnasium.make(f"gipfel.environments.single_agent:{ID}", game="zertz", render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (
            {"opponent": "level:10"},
            "level:10 would think for ever; give it a limit, such as level:10,seconds=0.2",
        ),
        ({"opponent": "nobody"}, "there is no player 'nobody'"),
        ({"opponent": 3}, "3 cannot play"),
        ({"side": "red"}, "side is white, black or random, not 'red'"),
        ({"illegal": "ignore"}, "illegal is lose or raise, not 'ignore'"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(options: dict[str, str], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        gymnasium_env("gipf", **options)  # type: ignore[arg-type]

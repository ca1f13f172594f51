"""Games as PettingZoo environments: two agents that act one after the other (AEC)."""

from random import Random
from typing import Any, ClassVar

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gipfel.environments import spaces
from gipfel.environments.episode import Episode, check_most_turns, chosen_game, mask_of, observation_of
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.notation.record import Record

AGENTS = {f"player_{number}": side for number, side in enumerate(Side)}
"""`player_0` is White, `player_1` Black."""
ILLEGAL_REWARD = -1


def wrapped_env(*arguments: Any, **options: Any) -> Any:
    """The environment with PettingZoo's usual checks: illegal actions lose, calls come in their order."""
    env = wrappers.TerminateIllegalWrapper(GameEnv(*arguments, **options), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A game of two agents, `player_0` and `player_1`. Illegal actions raise IllegalAction."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gipfel_v0",
        "render_modes": [*spaces.RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str,
        version: str | None = None,
        *,
        render_mode: str | None = None,
        most_turns: int = MOST_TURNS,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, version, render_mode=render_mode, most_turns=most_turns, **options)
        super().__init__()
        self.game = chosen_game(game, version, options)
        self.render_mode = spaces.check_render_mode(render_mode)
        self.most_turns = check_most_turns(most_turns)
        self.possible_agents = [*AGENTS]
        self.observation_spaces = {agent: spaces.observation_space(self.game) for agent in AGENTS}
        self.action_spaces = {agent: spaces.action_space(self.game) for agent in AGENTS}
        self.chance = Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `seed` decides on random set-ups and on the results of contests."""
        if seed is not None:
            self.chance = Random(int(seed))
        self.episode = Episode(self.game, self.chance, self.most_turns)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._acting
        self._show()

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self.episode.position

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return self.episode.playthrough.record()

    @property
    def _acting(self) -> str:
        return self.possible_agents[self.episode.side]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, always from its own side, and its legal actions."""
        side = AGENTS[agent]
        mask = mask_of(self.position, side)
        if self.episode.is_over:
            mask[:] = 0
        return {"observation": observation_of(self.position, side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is to act; None once it is terminated."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self.episode.decision_of(action)  # type: ignore[arg-type]
        self.episode.play(decision)
        self._cumulative_rewards[agent] = 0.0
        for name, side in AGENTS.items():
            self.rewards[name] = self.episode.reward(side)
            self.terminations[name] = self.episode.outcome is not None
            self.truncations[name] = self.episode.is_truncated
        self._accumulate_rewards()
        self.agent_selection = self._acting
        self._show()

    def _show(self) -> None:
        if self.render_mode == spaces.HUMAN:
            self.render()

    def render(self) -> Any:
        """The position as text (`ansi`), picture (`svg`) or pixels (`rgb_array`); `human` prints it."""
        return spaces.rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

"""Games as Gymnasium environments: one agent plays against an opponent that is part of the environment."""

from random import Random
from typing import Any, ClassVar

import gymnasium

from gipfel.engine.players.player import Player, PlayerSource
from gipfel.engine.players.python_player import BotSpec
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.environments import spaces
from gipfel.environments.episode import Episode, check_most_turns, chosen_game, mask_of, observation_of
from gipfel.games.core.encoding import IllegalAction
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import SIDES, Side
from gipfel.notation.errors import OptionError
from gipfel.notation.record import Record

LOSE, RAISE = "lose", "raise"
ILLEGAL = (LOSE, RAISE)
RANDOM_SIDE = "random"
SIDE_OPTIONS = (*(side.name.lower() for side in Side), RANDOM_SIDE)
SEEDS = 2**31
ID = "gipfel/Game-v0"

Observation = dict[str, Any]


class SingleAgentEnv(gymnasium.Env[Observation, Any]):
    """A game for one agent. The episode ends with 1, -1 or 0; all other rewards are 0."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [*spaces.RENDER_MODES],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str,
        version: str | None = None,
        *,
        opponent: object = "random",
        side: str = RANDOM_SIDE,
        illegal: str = LOSE,
        render_mode: str | None = None,
        most_turns: int = MOST_TURNS,
        **options: Any,
    ) -> None:
        self.game = chosen_game(game, version, options)
        self.opponent = _source(opponent)
        self.side_option = _one_of("side", side, SIDE_OPTIONS)
        self.illegal = _one_of("illegal", illegal, ILLEGAL)
        self.render_mode = spaces.check_render_mode(render_mode)
        self.most_turns = check_most_turns(most_turns)
        self.observation_space = spaces.observation_space(self.game)
        self.action_space = spaces.action_space(self.game)
        self._player: Player | None = None
        self._chance = Random()
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; `seed` decides on set-ups, contests, sides and the opponent's random choices."""
        super().reset(seed=seed)
        if seed is not None or self._player is None:
            self._chance = Random(int(self.np_random.integers(SEEDS)))
            self.close()
            self._player = self.opponent.make_player(self._chance.randrange(SEEDS))
        self._player.begin(self.game)
        self._lost = False
        self.side = self._drawn_side()
        self.episode = Episode(self.game, self._chance, self.most_turns)
        self._let_opponent_act()
        self._show()
        return self._observation(), self._info()

    def _drawn_side(self) -> Side:
        if self.side_option == RANDOM_SIDE:
            return self._chance.choice(SIDES)
        return Side[self.side_option.upper()]

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self.episode.position

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return self.episode.playthrough.record()

    def action_masks(self) -> Any:
        """The legal actions as an array of bool, as programs that mask actions ask for them."""
        return self._observation()["action_mask"].astype(bool)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then the opponent's decisions until the agent is to act again."""
        if self._is_over:
            raise OptionError("the episode is over; call reset() to begin another one")
        try:
            decision = self.episode.decision_of(action)
        except IllegalAction as error:
            if self.illegal == RAISE:
                raise
            self._lost = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._play(decision)
        self._let_opponent_act()
        self._show()
        reward, ended = self.episode.reward(self.side), self.episode.outcome is not None
        return self._observation(), reward, ended, self.episode.is_truncated, self._info()

    def _let_opponent_act(self) -> None:
        assert self._player is not None
        while not self._is_over and self.episode.side != self.side:
            self._play(self._player.choose(self.position, SearchLimits()))

    def _play(self, decision: Decision) -> None:
        assert self._player is not None
        for made in self.episode.play(decision):
            self._player.watch(made)

    @property
    def _is_over(self) -> bool:
        return self._lost or self.episode.is_over

    def _observation(self) -> Observation:
        mask = mask_of(self.position, self.side)
        if self._is_over:
            mask[:] = 0
        return {"observation": observation_of(self.position, self.side), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"side": self.side.name.lower(), "turn": self.position.turn}

    def _show(self) -> None:
        if self.render_mode == spaces.HUMAN:
            self.render()

    def render(self) -> Any:
        """The position as text (`ansi`) or as an SVG picture (`svg`); `human` prints it."""
        return spaces.rendered(self.position, self.render_mode)

    def close(self) -> None:
        """End the opponent, which may be a program of its own."""
        if self._player is not None:
            self._player.close()
            self._player = None


def _source(opponent: object) -> PlayerSource:
    """What makes the opponent. Raises OptionError."""
    if not isinstance(opponent, str):
        return BotSpec(opponent)
    spec = PlayerSpec.read(opponent).with_existing_files()
    if spec.has_no_limits:
        raise OptionError(f"{spec} would think for ever; give it a limit, such as {spec},seconds=0.2")
    return spec


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise OptionError(f"{name} is {', '.join(known[:-1])} or {known[-1]}, not {repr(value)[:40]}")
    return value


gymnasium.register(id=ID, entry_point=f"{__name__}:{SingleAgentEnv.__name__}")

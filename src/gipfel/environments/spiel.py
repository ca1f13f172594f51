"""Games as games of OpenSpiel, in its Python interface.

    pyspiel.load_game("python_gipfel(game=gipf,version=standard)")

`options` are those of the game, as `name:value` with semicolons between them. White is player 0. A random
set-up is one of a thousand, chosen by a chance node at the beginning. Where a contest is played, a chance
node has its result, with the odds that the engine assumes.
"""

from typing import Any

import numpy
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from gipfel.environments.episode import (
    DECISIONS_A_TURN,
    check_most_turns,
    chosen_game,
    contest_odds,
    observation_of,
    settlement,
)
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS, Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_names
from gipfel.games.core.side import Side
from gipfel.notation.errors import OptionError

SHORT_NAME = "python_gipfel"
SET_UPS = 1000
"""How many set-ups there are in games that begin with a random one."""
RESULTS_OF_CONTESTS = 3
PLAYERS = len(Side)
DEFAULTS = {"game": game_names()[0], "version": "", "options": "", "most_turns": MOST_TURNS}


def game_type(chance: bool) -> Any:
    """What OpenSpiel knows of a game before it is loaded."""
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="A game of the GIPF project",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def load(game: Game | str, version: str | None, most_turns: int, options: dict[str, Any]) -> "OpenSpielGame":
    """The game of OpenSpiel for a game."""
    chosen = chosen_game(game, version, options)
    texts = (f"{name}:{value}" for name, value in chosen.changed_options.items())
    return OpenSpielGame(
        {
            "game": chosen.name,
            "version": chosen.version,
            "options": ";".join(texts),
            "most_turns": check_most_turns(most_turns),
        }
    )


def read_options(text: str) -> dict[str, str]:
    """Options as text, e.g. `rings:43;collusion:tie`. Raises OptionError."""
    options = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise OptionError(f"{part[:40]!r} is not an option; write name:value, with ; between several")
        options[name.strip()] = value.strip()
    return options


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its version and options."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.game = chosen_game(given["game"], given["version"] or None, read_options(given["options"]))
        self.most_turns = check_most_turns(given["most_turns"])
        outcomes = SET_UPS if self.game.random_start else RESULTS_OF_CONTESTS if self.game.has_contests else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.encoding.number_of_actions,
            max_chance_outcomes=outcomes,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_turns * DECISIONS_A_TURN,
        )
        super().__init__(game_type(outcomes > 0), info, params or {})

    def new_initial_state(self) -> "OpenSpielState":
        """The start of a game; where the set-up is random, a chance node."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer that writes the observation of the game's encoding."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return EncodingObserver(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class Line:
    """A game with a position and how long it took to get there.

    It is never changed, so a copy of it is the same object: OpenSpiel copies states often.
    """

    __slots__ = ("encoding", "game", "length", "most_turns", "position")

    def __init__(self, game: Game, most_turns: int, position: Position | None, length: int = 0) -> None:
        self.game = game
        self.encoding = game.encoding
        self.most_turns = most_turns
        self.position = position
        self.length = length

    def at(self, position: Position) -> "Line":
        """The line that leads on to a position."""
        return Line(self.game, self.most_turns, position, self.length + 1)

    def __deepcopy__(self, memo: object) -> "Line":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Line, (self.game, self.most_turns, self.position, self.length)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position of the game, or the chance node before it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        start = None if game.game.random_start else game.game.start()
        self.line = Line(game.game, game.most_turns, start)

    @property
    def position(self) -> Position:
        """The position; an example of one as long as the set-up is open."""
        return self.line.position or self.line.game.start(seed=0)

    @property
    def _at_chance_node(self) -> bool:
        return self.line.position is None or (self.position.contest is not None and not self.is_terminal())

    def current_player(self) -> int:
        """Who acts: 0 is White, 1 is Black; or chance, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._at_chance_node else int(self.position.side)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The set-ups, or the results of a contest, with their probabilities."""
        if self.line.position is None:
            return [(number, 1 / SET_UPS) for number in range(SET_UPS)]
        odds = contest_odds(self.position)
        return [(number, likely) for number, (_, likely) in enumerate(odds) if likely]

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        if player != int(position.side) or self._at_chance_node:
            return []
        action_of, state = self.line.encoding.interpreted.action_of, position.state
        return sorted([action_of(state, code) for code in position.codes])

    def _apply_action(self, action: int) -> None:
        if self.line.position is None:
            self.line = self.line.at(self.line.game.start(seed=int(action)))
            return
        play = Playthrough(self.position)
        if self._at_chance_node:
            play.play(settlement(self.position, contest_odds(self.position)[action][0]))
        else:
            play.play(self.position.decision_of_action(action))
        self.line = self.line.at(play.position)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.position.text_of(
                self.line.encoding.interpreted.decision_of(self.position.state, action)
            )
        if self.line.position is None:
            return f"set-up {action}"
        return contest_odds(self.position)[action][0].value

    def is_terminal(self) -> bool:
        """Is the game over, or too long?"""
        line = self.line
        if line.position is None:
            return False
        if line.position.outcome is not None or line.position.turn >= line.most_turns:
            return True
        return line.length >= line.most_turns * DECISIONS_A_TURN

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser; 0 for both otherwise."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if outcome.winner == side else -1.0 for side in Side]

    def __str__(self) -> str:
        return "the set-up is open" if self.line.position is None else str(self.line.position)


class EncodingObserver:
    """Writes observations, always from the side of the given player."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise OptionError(f"the observations have no parameters, but {params!r} was given")
        self.tensor = numpy.zeros(game.encoding.size, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        self.tensor[:] = observation_of(state.position, Side(max(player, 0)))

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The position as text."""
        return str(state)


pyspiel.register_game(game_type(chance=True), OpenSpielGame)

"""Games in the interfaces of learning programs: PettingZoo, Gymnasium and OpenSpiel.

    pettingzoo_env("gipf", "standard")                 two agents, `pip install 'gipfel[pettingzoo]'`
    gymnasium_env("gipf", opponent="level:3")          one agent, `pip install 'gipfel[gymnasium]'`
    open_spiel_game("gipf", "standard")                `pip install 'gipfel[openspiel]'`

All of them have the observations and actions of `Game.encoding`. Every game that has an encoding works, in
every version and with all options.
"""

from typing import TYPE_CHECKING, Any

from gipfel.environments.packages import require
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.notation.errors import MissingPackages

if TYPE_CHECKING:
    from gipfel.environments.single_agent import SingleAgentEnv
    from gipfel.environments.spiel import OpenSpielGame

__all__ = ["MissingPackages", "gymnasium_env", "open_spiel_game", "pettingzoo_env"]


def pettingzoo_env(
    game: Game | str,
    version: str | None = None,
    *,
    render_mode: str | None = None,
    most_turns: int = MOST_TURNS,
    **options: Any,
) -> Any:
    """The game as a PettingZoo environment (AEC) with two agents: `player_0` is White, `player_1` Black.

    `render_mode` is `human` (the board is printed), `ansi`, `svg` or `rgb_array` (needs `gipfel[png]`). A
    game with `most_turns` turns is truncated. Like PettingZoo's own board games it ends with an illegal
    action, and the agent that chose it gets -1; `env.unwrapped` raises IllegalAction instead.
    Raises MissingPackages.
    """
    require("pettingzoo", "a PettingZoo environment", "pettingzoo")
    from gipfel.environments.agents import wrapped_env

    return wrapped_env(game, version, render_mode=render_mode, most_turns=most_turns, **options)


def gymnasium_env(
    game: Game | str,
    version: str | None = None,
    *,
    opponent: object = "random",
    side: str = "random",
    illegal: str = "lose",
    render_mode: str | None = None,
    most_turns: int = MOST_TURNS,
    **options: Any,
) -> "SingleAgentEnv":
    """The game as a Gymnasium environment for one agent; the other side is played by `opponent`.

    `opponent` is a text such as `level:3`, `random` or `greedy`, or an object with a method
    `choose(position)`. `side` is `white`, `black`, or `random` for another one in each episode. `illegal`
    says what becomes of an illegal action: `lose` ends the episode with -1, `raise` raises IllegalAction.
    Raises MissingPackages.
    """
    require("gymnasium", "a Gymnasium environment", "gymnasium")
    from gipfel.environments.single_agent import SingleAgentEnv

    return SingleAgentEnv(
        game,
        version,
        opponent=opponent,
        side=side,
        illegal=illegal,
        render_mode=render_mode,
        most_turns=most_turns,
        **options,
    )


def open_spiel_game(
    game: Game | str, version: str | None = None, *, most_turns: int = MOST_TURNS, **options: Any
) -> "OpenSpielGame":
    """The game as one of OpenSpiel, which also knows it as `python_gipfel(game=gipf,version=standard)`.

    Chance nodes choose a random set-up, and the results of contests. Raises MissingPackages.
    """
    require("pyspiel", "a game of OpenSpiel", "openspiel")
    from gipfel.environments.spiel import load

    return load(game, version, most_turns, options)

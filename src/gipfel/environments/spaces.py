"""The observation and action spaces that PettingZoo and Gymnasium share, and pictures of positions."""

from typing import Any

from gymnasium import spaces

from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.notation.errors import OptionError

HUMAN, ANSI, SVG, RGB_ARRAY = "human", "ansi", "svg", "rgb_array"
RENDER_MODES = (HUMAN, ANSI, SVG, RGB_ARRAY)
"""Print the board after each step; return it as text, as an SVG picture, or as an array of pixels."""


def observation_space(game: Game) -> "spaces.Dict":
    """The observation as one row of int8, and a 1 in `action_mask` for each legal action."""
    import numpy

    lowest, highest = game.encoding.bounds()
    return spaces.Dict(
        {
            "observation": spaces.Box(lowest, highest, dtype=numpy.int8),
            "action_mask": spaces.Box(0, 1, (game.encoding.number_of_actions,), numpy.int8),
        }
    )


def action_space(game: Game) -> "spaces.Discrete[Any]":
    """The actions of the game's encoding."""
    return spaces.Discrete(game.encoding.number_of_actions)


def check_render_mode(render_mode: str | None) -> str | None:
    """Raises OptionError for a mode that does not exist, NoPng if pixels cannot be drawn here."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        known = f"{', '.join(RENDER_MODES[:-1])} and {RENDER_MODES[-1]}"
        raise OptionError(f"there is no render_mode {repr(render_mode)[:40]}; there are {known}")
    if render_mode == RGB_ARRAY:
        from gipfel.draw.png import check_png

        check_png()
    return render_mode


def rendered(position: Position, render_mode: str | None) -> Any:
    """The position as text, as an SVG picture or as pixels; None without a mode, and if it was printed."""
    from gipfel.draw.text import text

    if render_mode is None:
        return None
    if render_mode == SVG:
        return position.svg()
    if render_mode == RGB_ARRAY:
        from gipfel.draw.pixels import pixels

        return pixels(position.svg())
    board = text(position.scene())
    if render_mode == ANSI:
        return board
    print(board)
    return None

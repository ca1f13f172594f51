"""The states in which the games of a batch begin."""

from collections.abc import Sequence

from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.kernel.random_numbers import draw, seeded_generator
from gipfel.kernel.state import State
from gipfel.notation.errors import OptionError

MOST_STARTS = 1 << 20
SEEDS = 1 << 31


def start_states(game: Game, starts: int | Sequence[Position], seed: int) -> list[State]:
    """The given positions, or one state; `starts` random ones where the set-up is random."""
    if isinstance(starts, int):
        return _made(game, starts, seed)
    if not starts:
        raise OptionError("starts is an empty list; name at least one position to begin with")
    for position in starts:
        _check(game, position)
    return [position.state for position in starts]


def _made(game: Game, number: int, seed: int) -> list[State]:
    if isinstance(number, bool) or not 1 <= number <= MOST_STARTS:
        raise OptionError(f"starts is {number}; it must be a number from 1 to {MOST_STARTS}, or positions")
    if not game.random_start:
        return [game.start_state(None)]
    generator = seeded_generator(seed)
    return [game.start_state(draw(generator, SEEDS)) for _ in range(number)]


def _check(game: Game, position: Position) -> None:
    """Raises OptionError if a game cannot begin in a position."""
    if not isinstance(position, Position) or position.game != game:
        raise OptionError(f"{position!r} is not a position of {game!r}")
    if position.outcome is not None:
        raise OptionError(f"no game can begin in {position}: {position.legal_summary()}")
    if position.contest is not None:
        raise OptionError(f"no game of a batch can begin inside a contest, as in {position}")

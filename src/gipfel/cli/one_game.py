"""One game of a file with games in any format, for commands that show a single game."""

import sys
from typing import TYPE_CHECKING

from gipfel.cli.files import FileProblem
from gipfel.cli.text import plural

if TYPE_CHECKING:
    from gipfel.notation.record import Record

STREAM = "-"
MOST_GAMES = 10**9


def chosen_game(file: str, number: int, names: bool) -> "Record":
    """One game of a file. Raises GipfelError if it is not there, or cannot be read."""
    from gipfel.notation.collection import GameProblem, games_in

    found = 0
    for found, (place, game) in enumerate(games_in(sys.stdin if file == STREAM else file, names=names), 1):
        if found == number:
            if isinstance(game, GameProblem):
                raise FileProblem(f"{place}: {game.reason}")
            return game
    raise FileProblem(f"{file} has {plural(found, 'game')}; there is no game {number}")

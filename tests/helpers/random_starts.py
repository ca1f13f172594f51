"""What every random set-up has to fulfil."""

from collections.abc import Mapping

import gipfel
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough

SEEDS = 2000


def check_even(game: Game, numbers: Mapping[str, int]) -> None:
    """Every kind of piece, by its letter in a text, comes to every space about as often as it should."""
    seen = [str(game.start(seed=seed)).split()[0].replace("/", "") for seed in range(SEEDS)]
    spaces = sum(numbers.values())
    for letter, number in numbers.items():
        assert all(cells.count(letter) == number for cells in seen)
        expected = SEEDS * number / spaces
        for space in range(spaces):
            assert abs(sum(cells[space] == letter for cells in seen) - expected) < 5 * expected**0.5


def check_recorded(game: Game) -> None:
    """A record has the seed if it explains the start, and else the position."""
    for start, seed in ((game.start(seed=5), 5), (game.start(), None), (game.start(), 5)):
        played = Playthrough(start, seed)
        played.play(played.position.decisions()[0])
        text = gipfel.write_record(played.record())
        assert ("seed: 5" in text) == (start == game.start(seed=5))
        assert gipfel.replay(gipfel.read_record(text)).position == played.position

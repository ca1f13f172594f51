"""What a search expects of contests: how likely they end how."""

from gipfel.games.core.game import Game
from gipfel.project.contests.commit_reveal import CARDS, FACES, SUITS
from gipfel.project.potentials.agreement import KIND_LETTERS

TIES = {"die": 1 / FACES, "coin": 0.0, "highcard": (SUITS - 1) / (CARDS - 1)}
"""How likely a tie is where chance decides; both sides are equally likely to win."""
TIES_IN_GAMES = 0.04
"""The same in a linked game or outside, where nobody knows."""


def agreed_odds(game: Game) -> list[int]:
    """Per kind of potential: how likely a contest for it is won, lost and tied by the user, per mille.

    In games without contests there is nothing to say: a single 0.
    """
    if not game.has_contests:
        return [0]
    replayed = game.options["link.tie"] == "replay"
    return [odds for letter in KIND_LETTERS for odds in _odds(str(game.options[f"link.{letter}"]), replayed)]


def _odds(link: str, replayed: bool) -> tuple[int, int, int]:
    """How likely what a kind is linked to is won, lost and tied; a tie that is replayed is none."""
    tie = 0.0 if replayed else TIES.get(link, TIES_IN_GAMES)
    won = round(500 * (1 - tie))
    return won, won, 1000 - 2 * won

"""The odds of contests that a search assumes."""

from collections.abc import Mapping

from gipfel.games.core.options import Value
from gipfel.project.contests.commit_reveal import CARDS, FACES, SUITS
from gipfel.project.potentials.linking import KIND_LETTERS, PLAYERS, link_of

TIES = {"die": 1 / FACES, "coin": 0.0, "highcard": (SUITS - 1) / (CARDS - 1)}
"""The probability of a tie in contests of chance; both sides are equally likely to win."""
TIES_IN_GAMES = 0.04
"""An estimate for linked games and games outside."""


def contest_odds(options: Mapping[str, Value]) -> list[int]:
    """For each player's kinds of potentials the odds to win, lose and tie a contest, per mille."""
    replayed = options["link.tie"] == "replay"
    links = (link_of(options, letter, side) for side in range(len(PLAYERS)) for letter in KIND_LETTERS)
    return [odds for link in links for odds in _odds(link, replayed)]


def _odds(link: str, replayed: bool) -> tuple[int, int, int]:
    """The odds that a contest of a link is won, lost and tied; a replayed tie does not count."""
    tie = 0.0 if replayed else TIES.get(link, TIES_IN_GAMES)
    won = round(500 * (1 - tie))
    return won, won, 1000 - 2 * won

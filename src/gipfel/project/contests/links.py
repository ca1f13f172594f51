"""Creates the contest of a link."""

from functools import lru_cache
from hashlib import sha256

from gipfel.games.core.game import Game
from gipfel.games.core.side import Side
from gipfel.project.contests.chance_contests import Coin, Comparison
from gipfel.project.contests.contest import LinkedContest
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.contests.outside_contest import Outside
from gipfel.project.potentials.agreement import OUTSIDE
from gipfel.project.potentials.linking import linked_game


def contest_for(
    name: str,
    user: Side,
    first: Side | None,
    purpose: str,
    attempt: int,
    real_time: bool = False,
    fast: bool = False,
) -> LinkedContest:
    """The contest of a link; `first` is the side that begins a game, None if lots decide.

    `real_time`: does time run in a game with time? `fast`: is its game compiled?
    """
    purpose = f"{purpose} {attempt}"
    if name in ("die", "highcard"):
        return Comparison(name, user, purpose, attempt)
    if name == "coin":
        return Coin(name, user, purpose, attempt)
    if name.split()[0] == OUTSIDE:
        return Outside(name, user, purpose, attempt)
    linked = _compiled(name) if fast else linked_game(name)
    seed = int.from_bytes(sha256(purpose.encode()).digest()[:6], "big")
    return GameContest(name, user, purpose, attempt, linked.start(seed=seed), first, real_time)


@lru_cache(maxsize=64)
def _compiled(name: str) -> Game:
    """The game of a link, compiled; it is kept, as many games with the same links may be checked."""
    linked = linked_game(name)
    linked.compile()
    return linked

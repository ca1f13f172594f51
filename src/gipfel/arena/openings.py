"""Openings: random legal turns, so that no two pairs of games are the same, or turns of the opening book.

An opening follows from the game, a seed and a number. Both games of a pair begin with the same one, and
so does pair number n of all matches with that seed.
"""

from random import Random

from gipfel.games.core.book import TURNS, book_of
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.registry import about
from gipfel.notation.errors import GipfelError

ATTEMPTS = 100
MOST_DECISIONS = 10_000
"""Of one attempt; only a contest that never ends can take this many decisions within a turn."""
SEEDS = 2**32


class NoOpening(GipfelError):
    """Random turns end the game too early."""


def usual_turns(game: Game) -> int:
    """The default number of random turns of a game."""
    return about(game.name).turns_to_open(game.version)


def opening(game: Game, turns: int, seed: int, number: int) -> Playthrough:
    """An opening of `turns` turns after which the game is not over. Raises NoOpening."""
    chance = Random(f"opening {seed} {number}")
    for _ in range(ATTEMPTS):
        playthrough = _attempt(game, turns, chance)
        if playthrough.position.turn >= turns and playthrough.position.outcome is None:
            return playthrough
    raise NoOpening(f"{turns} random turns always end a game of {game.name} {game.version}; ask for fewer")


def book_turns(game: Game) -> int:
    """The number of turns up to which the opening book of a game leads. Raises NoOpening."""
    book = book_of(game)
    if book is None:
        raise NoOpening(f"{game.name} {game.version} has no opening book; name a file of openings")
    return int(book.section.made[TURNS]) + 1


def book_opening(game: Game, turns: int, seed: int, number: int) -> Playthrough:
    """At most `turns` turns of the opening book, better decisions more often. Raises NoOpening."""
    book_turns(game)
    book = book_of(game)
    chance = Random(f"book opening {seed} {number}")
    playthrough = Playthrough(game.start())
    while book is not None and playthrough.position.turn < turns:
        decision = book.decision(playthrough.position, chance)
        if decision is None or playthrough.position.play(decision).outcome is not None:
            break
        playthrough.play(decision)
    return playthrough


def _attempt(game: Game, turns: int, chance: Random) -> Playthrough:
    seed = chance.randrange(SEEDS)
    playthrough = Playthrough(game.start(seed=seed), seed)
    while playthrough.position.turn < turns and len(playthrough.decisions) < MOST_DECISIONS:
        thrown = playthrough.position.throw(chance)
        decisions = (thrown,) if thrown is not None else playthrough.position.decisions()
        if not decisions:
            break
        playthrough.play(chance.choice(decisions))
    return playthrough

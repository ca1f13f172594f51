"""Games that were played elsewhere, to be gone on with at a table of the page."""

from itertools import count
from random import Random

import gipfel

MOST_DECISIONS = 400


def random_game(name: str, version: str, seed: int) -> gipfel.Playthrough:
    """A random game up to its end; what is thrown follows from the seed too."""
    chance = Random(seed)
    played = gipfel.Playthrough(gipfel.game(name, version).start(seed=seed), seed)
    while played.position.outcome is None and len(played.decisions) < MOST_DECISIONS:
        drawn = played.position.draw(chance)
        played.play(drawn or chance.choice(played.position.decisions()))
    return played


def first(played: gipfel.Playthrough, number: int) -> gipfel.Playthrough:
    """The beginning of a game."""
    part = gipfel.Playthrough(played.start, played.seed)
    part.follow(played.decisions[:number])
    return part


def written(played: gipfel.Playthrough) -> str:
    """A game as the text of a record."""
    return gipfel.write_record(played.record())


def contest(game: gipfel.Game) -> gipfel.Playthrough:
    """A game in which a contest has just begun: the first random one that has any."""
    return next(played for seed in count() if (played := challenged(game, seed)) is not None)


def challenged(game: gipfel.Game, seed: int) -> gipfel.Playthrough | None:
    """Play until a contest begins; uses of potentials are challenged whenever that is possible."""
    chance = Random(seed)
    played = gipfel.Playthrough(game.start())
    while played.position.outcome is None:
        if getattr(played.position, "contest", None) is not None:
            return played
        decisions = played.position.decisions()
        challenges = [decision for decision in decisions if decision.path[-1].name == "challenge"]
        played.play(chance.choice(challenges or decisions))
    return None

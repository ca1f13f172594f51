"""Evenings with many contests: random games whose players like to use their potentials."""

import re
from random import Random

import gipfel
from gipfel.games.core.contest import SETTLEMENTS

EAGER = (r"challenge", r"[ZDYP]\w\d>.*|\+[a-i].*", r"[TZDYP]\w\d-.*")
"""What eager players decide first, as patterns of notation: challenges, uses, then loaded pieces."""
OFTEN = 0.8


def eager_choice(position: gipfel.Position, chance: Random) -> gipfel.Decision:
    """A random decision; outside of contests mostly one that leads to a contest sooner."""
    decisions = position.decisions()
    for pattern in EAGER if position.contest is None and chance.random() < OFTEN else ():
        if wanted := [decision for decision in decisions if re.fullmatch(pattern, decision.text)]:
            return chance.choice(wanted)
    return chance.choice(decisions)


def random_evening(game: gipfel.Game, seed: int, most: int = 600) -> gipfel.Playthrough:
    """A random game, up to a number of decisions; now and then a contest is given up or called a tie."""
    chance, played = Random(seed), gipfel.Playthrough(game.start())
    while played.position.outcome is None and len(played.decisions) < most:
        position = played.position
        if position.contest is not None and chance.random() < 0.02:
            played.play(chance.choice(SETTLEMENTS))
        else:
            played.play(position.throw(chance) or eager_choice(position, chance))
    return played

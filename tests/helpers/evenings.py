"""Evenings with many contests: random games whose players like to use their potentials."""

import re
from itertools import count
from random import Random

import gipfel
from gipfel.games.core.contest import SETTLEMENTS

EAGER = ((0.8, r"challenge"), (0.8, r"[ZDYP]\w\d>.*|\+[a-i].*"), (0.5, r"G.*"), (0.9, r"[TZDYP]\w\d-.*"))
"""What eager players decide first, and how often, as patterns of notation.

They challenge, use potentials, and enter GIPF-pieces and then loaded pieces before basic ones.
"""


def eager_choice(position: gipfel.Position, chance: Random) -> gipfel.Decision:
    """A random decision; outside of contests mostly one that leads to a contest sooner."""
    decisions = position.decisions()
    for often, pattern in EAGER if position.contest is None else ():
        wanted = [decision for decision in decisions if re.fullmatch(pattern, decision.text)]
        if wanted and chance.random() < often:
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


MIXED = gipfel.game(
    "project", "evening", **{"link.T": "die", "link.Z": "zertz blitz", "link.first": "opponent"}
)
"""Every use needs a win, with the die or at ZÈRTZ."""


def mixed_evening() -> gipfel.Playthrough:
    """A whole evening with at least two contests at ZÈRTZ and one with the die."""
    for seed in count():
        played = random_evening(MIXED, seed)
        kinds = [contest.contest.kind for contest in gipfel.story(played)]
        if kinds.count("game") >= 2 and "die" in kinds:
            return played
    raise AssertionError

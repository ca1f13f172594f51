"""Records with many variations."""

from dataclasses import replace
from random import Random

import gipfel
from gipfel.notation.record import RecordTurn

TURNS, EACH, LONG = 10, 20, 4
"""Turns of the game, variations of each of them, and turns of each variation."""
VARIATIONS = TURNS * EACH


def large_record() -> str:
    """A game in which each turn has as many different variations."""
    chance = Random(1)
    played = gipfel.Playthrough(gipfel.game("gipf").start())
    turns: list[RecordTurn] = []
    for _ in range(TURNS):
        before = played.position
        first = chance.sample([one.text for one in before.decisions()], EACH + 1)
        played.play(first[0])
        (turn,) = played.record().turns[len(turns) :]
        lines = tuple(_line(before, text, chance) for text in first[1:])
        turns.append(replace(turn, variations=lines))
    return gipfel.write_record(replace(played.record(), turns=tuple(turns)))


def _line(position: gipfel.Position, text: str, chance: Random) -> tuple[RecordTurn, ...]:
    line = gipfel.Playthrough(position)
    line.play(text)
    while len(line.decisions) < LONG:
        line.play(chance.choice(line.position.decisions()))
    return tuple(replace(turn, comment="a remark") for turn in line.record().turns)

"""The evaluation of PÜNCT: what it sees, that it is colour-blind, and that it does the same compiled."""

import random

import pytest

import gipfel
from gipfel.games.core.registry import game_of_position
from gipfel.games.punct import evaluation
from gipfel.games.punct.evaluation import FEATURES, ROOM, hint, measure, survey
from gipfel.games.punct.rules import MOVE
from gipfel.games.punct.tables import COVERED, NUMBER_OF_TYPES
from gipfel.kernel.hints import MAY_WIN, SAME
from gipfel.kernel.state import State

ALL_ROOM = evaluation.SPARED + NUMBER_OF_TYPES

CONNECTION = "wCh11:0,wCh14:0,wEh1:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg7:0,bEg10:0,bLh16:2 w B"
"""docs/rules/punct.md, example 15: White adds +Eh4:0 and is connected."""

SIGHTS = [
    ("- w B", {"steps": 0, "to move": 1}),
    (CONNECTION, {"connection at hand": 1}),
    (CONNECTION.replace(" w ", " b "), {"threat to connect": 1}),
    ("wEh1:0,wEh4:0,wEh7:0,wEh10:0,bTc5:0,bTd8:0,bTl9:0,bTn12:0 w B", {"connection at hand": 0}),
    ("wTi5:0,bEf4:0 w B", {"free pieces": 0, "pieces in hand": 0, "central spaces": 0}),
    ("wTi7:0,bEf4:0 b S", {"central spaces": 3, "to move": -1}),
    ("wEf7:0,wLf10:0,wRf4:5,bCm9:1,bEf6:2,bMd6:2,bLi6:2,wRf7:2@2 b B", {"high pieces": 1, "free pieces": 0}),
]


def values(text: str) -> dict[str, int]:
    room = [0] * ROOM
    measure(gipfel.game("punct", {"B": "basic", "S": "standard"}[text[-1]]).position(text).state, room)
    return dict(zip(FEATURES, room, strict=False))


def states(version: str) -> list[State]:
    """Positions of random games."""
    game = gipfel.game("punct", version)
    game.compile()
    found = []
    for seed in range(3):
        chance = random.Random(seed)
        position = game.start()
        for _ in range(24):
            if position.outcome is not None:
                break
            found.append(position.state)
            position = position.play(chance.choice(position.codes))
    return found


@pytest.mark.parametrize(("text", "expected"), SIGHTS)
def test_what_it_sees(text: str, expected: dict[str, int]) -> None:
    found = values(text)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("text", [text for text, _ in SIGHTS if not text.startswith("-")])
def test_colours_are_alike(text: str) -> None:
    game = game_of_position("punct", text)
    image = game.swapped(game.position(text).state)
    assert image is not None
    assert values(game.write_state(image)) == {name: -value for name, value in values(text).items()}


def test_hints_miss_no_connection() -> None:
    game = gipfel.game("punct", "basic")
    start = game.position(CONNECTION)
    room = [0] * ALL_ROOM
    survey(start.state, room)
    outcomes = {code: start.play(code).outcome for code in start.codes}
    winning = [code for code, end in outcomes.items() if end is not None and end.winner == start.side]
    assert winning
    hints = {code: hint(start.state, room, code) for code in winning}
    assert all(found == SAME or found >= MAY_WIN for found in hints.values())
    seen = {spaces(code) for code, found in hints.items() if found >= MAY_WIN}
    assert seen == {*map(spaces, winning)}


@pytest.mark.parametrize("version", ["basic", "standard"])
def test_of_additions_to_the_same_spaces_one_is_looked_at(version: str) -> None:
    for state in states(version):
        room = [0] * ALL_ROOM
        survey(state, room)
        game = gipfel.game("punct", version)
        additions = [code for code in game.position_of(state).codes if code < MOVE]
        chosen = [code for code in additions if hint(state, room, code) != SAME]
        assert sorted(map(spaces, chosen)) == sorted({*map(spaces, additions)})


def spaces(decision: int) -> tuple[int, ...]:
    """The spaces that a decision covers, after those that are left."""
    left = decision // MOVE
    return (left, *sorted(COVERED[decision % MOVE]))

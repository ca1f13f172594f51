"""Symmetries of the board take announced moves along; conformance tests all others."""

from functools import cache
from random import Random

import pytest

import gipfel
from gipfel.games.core.game import Game
from gipfel.kernel.state import State
from gipfel.project.potentials import rules
from gipfel.project.potentials.notation import write_decision
from gipfel.project.potentials.rules import ANSWER, DECLINE, NOTHING, PENDING, SLOT

EXTRA_MOVES = gipfel.game(
    "project", "tamsk6", **{"link.mode": "challenge", "link.T": "die", "link.challenges": "unlimited"}
)
USES = gipfel.game("project", "dice")


ENOUGH = 6


@cache
def announced_states(game: Game) -> list[State]:
    """States of random games in which a move was announced and waits for an answer."""
    found: list[State] = []
    for seed in range(200):
        chance, position = Random(seed), game.start()
        while position.outcome is None and len(found) < ENOUGH:
            if position.state[SLOT] == ANSWER:
                found.append(position.state)
            position = position.play(chance.choice(position.decisions()))
    return found


@pytest.mark.parametrize("game", [EXTRA_MOVES, USES], ids=["extra moves", "uses"])
def test_an_announced_move_is_taken_along(game: Game) -> None:
    states = announced_states(game)
    assert len(states) == ENOUGH
    for state in states:
        for symmetry in game.symmetries:
            image = game.transformed(state, symmetry)
            read = game.position(game.write_state(image)).state
            assert game.rules.essence(read) == game.rules.essence(image)
            for decision in game.position_of(state).codes:
                after, image_after = [*state], [*image]
                rules.play(after, decision)
                rules.play(image_after, decision)
                assert game.transformed(after, symmetry) == image_after


def test_both_kinds_of_announced_moves_are_tried() -> None:
    extra = [state[PENDING] // 3 for state in announced_states(EXTRA_MOVES)]
    uses = [state[PENDING] // 3 for state in announced_states(USES)]
    assert any(code < DECLINE for code in extra)
    assert any(code > DECLINE for code in uses)


def test_exchanging_the_sides_twice_changes_nothing() -> None:
    for state in announced_states(USES):
        assert state[PENDING] != NOTHING
        swapped = rules.swapped(state)
        assert swapped != state
        assert rules.swapped(swapped) == state
        assert write_decision(swapped, state[PENDING] // 3) == write_decision(state, state[PENDING] // 3)

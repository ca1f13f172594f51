"""Endings of DVONN: the bounds of the final score hold whatever is played."""

from random import Random

import pytest

import gipfel
from gipfel.games.dvonn.endings import bounds, late
from gipfel.games.dvonn.rules import BOARD, SPACES, WHITE, score, swapped, transformed
from gipfel.kernel.endings import HIGH, LOW, ROOM
from gipfel.kernel.link import link
from gipfel.kernel.state import BLACK, State
from tests.helpers.random_games import positions

GAMES = range(25)


def lead_bounds(state: State) -> tuple[int, int]:
    room = [0] * ROOM
    bounds(state, room)
    return room[LOW], room[HIGH]


@pytest.mark.parametrize("seed", GAMES)
def test_the_final_lead_is_within_the_bounds(seed: int) -> None:
    """Of all positions of a random game; the bounds never widen, as each one holds for what follows."""
    game = positions("dvonn", "random", seed)
    end = game[-1].state
    lead = score(end, WHITE) - score(end, BLACK)
    assert lead_bounds(end) == (lead, lead)
    before = (-49, 49)
    for position in game:
        low, high = lead_bounds(position.state)
        assert before[0] <= low <= lead <= high <= before[1], str(position)
        before = low, high


@pytest.mark.parametrize("seed", GAMES[:6])
def test_other_continuations_stay_within_the_bounds(seed: int) -> None:
    chance = Random(seed)
    for start in positions("dvonn", "random", seed)[-14:-1]:
        low, high = lead_bounds(start.state)
        for _ in range(5):
            position = start
            while position.outcome is None:
                position = position.play(chance.choice(position.codes))
            assert low <= score(position.state, WHITE) - score(position.state, BLACK) <= high


@pytest.mark.parametrize("seed", GAMES[:4])
def test_bounds_follow_symmetries_and_the_exchange_of_sides(seed: int) -> None:
    compiled = link(bounds)
    for position in positions("dvonn", "random", seed)[-20::3]:
        state = position.state
        low, high = lead_bounds(state)
        assert lead_bounds(swapped(state)) == (-high, -low)
        for symmetry in SPACES.symmetries:
            assert lead_bounds(transformed(state, symmetry)) == (low, high)
        kernels = position.game.rules.arrays(True)
        room = kernels.zeros(ROOM)
        compiled(kernels.array(state), room)
        assert (room[LOW], room[HIGH]) == (low, high)


def test_stacks_that_cannot_be_reached_are_sure() -> None:
    """Three high stacks side by side, one of them red: nothing moves as far, so nothing changes hands."""
    game = gipfel.game("dvonn")
    position = game.position("........./........../..W12**B11W11....../.......WR./.......B. W M")
    assert position.outcome is None
    low, high = lead_bounds(position.state)
    assert low >= 23 - 11 - 4
    assert high <= 23 - 11 + 4


def test_nothing_is_known_while_pieces_are_placed() -> None:
    game = gipfel.game("dvonn", "standard")
    assert lead_bounds(game.start().state) == (-49, 49)
    assert not late(game.start().state)
    assert BOARD.bit_count() == 49

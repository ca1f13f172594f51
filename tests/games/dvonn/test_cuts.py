"""What a move cuts off: what playing it shows."""

import pytest

import gipfel
from gipfel.board.bits import count
from gipfel.board.flood import around
from gipfel.games.dvonn.cuts import can_cut, cut_gain, links, lost_by
from gipfel.games.dvonn.evaluation import EVALUATION
from gipfel.games.dvonn.rules import (
    HEIGHT,
    MOVE,
    NORTH,
    NORTHEAST,
    NUMBER,
    OWNED,
    RED,
    RULES,
    SOUTHEAST,
    STACK,
    occupied,
    score,
    start,
)
from gipfel.kernel.state import SIDE, State
from tests.helpers.evaluations import ongoing_states

BRIDGE = "........./........../..B4***WW2B2B..../........../......... W M"
"""White's e3 goes to c3 and leaves two stacks of Black without contact."""


def moving_states() -> list[State]:
    return [
        state for state in ongoing_states("dvonn", ["random"], (5, 6), 60) if max(RULES.codes(state)) >= MOVE
    ]


def seen_gain(state: State, code: int) -> int:
    """By what is on the board before and after."""
    side, origin, goal = state[SIDE], code // MOVE - 1, code % MOVE
    height, carried = state[STACK + goal] & HEIGHT, state[STACK + origin] & HEIGHT
    is_mine = bool(state[OWNED + side] >> goal & 1)
    is_theirs = bool(state[OWNED + 1 - side] >> goal & 1)
    after = [*state]
    RULES.play(after, code)
    theirs = score(state, 1 - side) - height * is_theirs - score(after, 1 - side)
    mine = score(state, side) + height * (not is_mine) - score(after, side)
    if not after[STACK + goal] and not is_mine:
        mine -= height  # what is landed on and lost at once was nobody's gain
    assert carried
    return theirs - mine


def test_a_move_gains_what_playing_it_shows() -> None:
    gains = set()
    for state in moving_states():
        for code in RULES.codes(state):
            if code >= MOVE:
                assert cut_gain(state, code) == seen_gain(state, code)
                gains.add(cut_gain(state, code))
    assert min(gains) < -3
    assert max(gains) > 3


def test_only_links_and_stacks_with_red_cut() -> None:
    for state in moving_states():
        stacks = occupied(state)
        for number in NUMBER:
            if stacks >> number & 1 and not (links(stacks) | state[RED]) >> number & 1:
                assert lost_by(state, number, number) == 0


@pytest.mark.parametrize("number", NUMBER)
def test_a_link_has_neighbours_in_several_parts(number: int) -> None:
    """All neighbourhoods of a space, compared with walking around it."""
    ring = [number + step for step in (NORTH, NORTHEAST, SOUTHEAST, -NORTH, -NORTHEAST, -SOUTHEAST)]
    for chosen in range(64):
        on_board = [space in NUMBER and bool(chosen >> i & 1) for i, space in enumerate(ring)]
        stacks = 1 << number | sum(1 << space for space, here in zip(ring, on_board, strict=True) if here)
        parts = sum(here and not on_board[i - 1] for i, here in enumerate(on_board))
        assert bool(links(stacks) >> number & 1) == (parts >= 2)
        assert count(around(1 << number, NORTH, NORTHEAST, SOUTHEAST) & stacks) == sum(on_board)


def test_to_cut_off_is_urgent_and_promises_what_it_gains() -> None:
    position = gipfel.game("dvonn").position(BRIDGE)
    assert can_cut(position.state) == EVALUATION.urgent(position.state) == 1
    promise = {d.text: EVALUATION.promise(position.state, d.code) for d in position.decisions()}
    assert max(promise, key=lambda text: promise[text]) == "e3-c3"
    assert promise["e3-c3"] == 400 + 300 + 300


def test_where_pieces_are_placed_nothing_is_urgent() -> None:
    assert EVALUATION.urgent(start()) == 0

"""What has won a game of PÜNCT, for pictures: the shortest connection of a player; docs/rules/punct.md, 5."""

from collections.abc import Iterator

from gipfel.board import OFF
from gipfel.games.punct.rules import OWNER, TOP
from gipfel.games.punct.tables import NUMBER_OF_SPACES, SIDE_OF, STEPS
from gipfel.kernel.state import State

SIDES = 6


def visible_spaces(state: State, side: int) -> list[int]:
    """The spaces on which a piece of this side is on top."""
    return [space for space in range(NUMBER_OF_SPACES) if OWNER[state[TOP + space]] == side]


def connection(state: State, side: int) -> list[int]:
    """The spaces of a shortest connection between opposite sides of the board; empty if there is none."""
    visible = set(visible_spaces(state, side))
    chains = (_chain(visible, first, first + 1) for first in range(0, SIDES, 2))
    return min(filter(None, chains), key=len, default=[])


def _chain(visible: set[int], start: int, goal: int) -> list[int]:
    """The fewest visible spaces, each beside the next one, from one side of the board to another."""
    before = {space: OFF for space in sorted(visible) if SIDE_OF[space] == start}
    queue = [*before]
    for space in queue:
        if SIDE_OF[space] == goal:
            return list(_back(before, space))
        for other in STEPS[6 * space : 6 * space + 6]:
            if other in visible and other not in before:
                before[other] = space
                queue.append(other)
    return []


def _back(before: dict[int, int], space: int) -> Iterator[int]:
    """From a space back to where its chain begins."""
    while space != OFF:
        yield space
        space = before[space]

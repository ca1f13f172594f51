"""A game on a small graph that is part of the state: who acts at each node, where it leads, how it ends.

Such graphs have cycles everywhere, which real games have rarely.
"""

from random import Random
from types import SimpleNamespace
from typing import cast

from gipfel.games.core.game import Game
from gipfel.kernel.endings import NO_ENDINGS
from gipfel.kernel.evaluation import NO_EVALUATION
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import DRAW, HEADER, ONGOING, RESULT, SIDE, TURN, State

NODES, EDGES = 12, 3
HERE = HEADER
ACTS = HERE + 1
ENDS = ACTS + NODES
GOALS = ENDS + NODES
SIZE = GOALS + NODES * EDGES


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """The edges of the node."""
    if state[RESULT] != ONGOING:
        return 0
    for i in range(EDGES):
        out[i] = i
    return EDGES


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Follow an edge."""
    state[HERE] = state[GOALS + EDGES * state[HERE] + decision]
    state[SIDE] = state[ACTS + state[HERE]]
    state[RESULT] = state[ENDS + state[HERE]]
    state[TURN] += 1


RULES = Rules(title="graph", size=SIZE, most=EDGES, longest_turn=1, decisions=decisions, play=play)
GRAPH_GAME = cast(
    Game,
    SimpleNamespace(
        rules=RULES, evaluation=NO_EVALUATION, endings=NO_ENDINGS, contest_odds=lambda: [0], clockwork=None
    ),
)


def random_graph(chance: Random) -> State:
    """A state with a random graph; about one node in four is an end."""
    state = [0] * SIZE
    for node in range(NODES):
        state[ACTS + node] = chance.randrange(2)
        if node > 0 and chance.random() < 0.3:
            state[ENDS + node] = chance.randrange(ONGOING + 1, DRAW + 1)
        for edge in range(EDGES):
            state[GOALS + EDGES * node + edge] = chance.randrange(NODES)
    state[SIDE] = state[ACTS]
    return state


def winners(state: State, side: int) -> set[int]:
    """The nodes from which a side wins, by going back from the ends until nothing new is found."""
    won = {node for node in range(NODES) if state[ENDS + node] == side + 1}
    while True:
        more = set()
        for node in range(NODES):
            goals = state[GOALS + EDGES * node : GOALS + EDGES * (node + 1)]
            enough = any if state[ACTS + node] == side else all
            if state[ENDS + node] == ONGOING and enough(goal in won for goal in goals):
                more.add(node)
        if more <= won:
            return won
        won |= more

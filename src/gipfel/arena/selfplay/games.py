"""Plays games of the engine against itself inside one compiled call, as fast as it searches.

Each game begins with some random decisions; then both sides search a fixed number of nodes for each decision.
Where a contest decides, its result is drawn by lot. Such results, random decisions, and those that need no
search because they are the only ones have no score.
"""

from gipfel.engine.search.alpha_beta import (
    ACTS,
    AGE,
    ALPHA,
    BEST,
    BETA,
    BY_CHANCE,
    CHOICE,
    COST,
    COUNT,
    CURSOR,
    DEPTH,
    FLOOR,
    GAME,
    INFINITE,
    KEY,
    LEADER,
    MODE,
    NEXT,
    NODES,
    PLY,
    QUOTA,
    STATIC,
    TRIED,
    UNKNOWN,
    Workspace,
    evaluate_decisions,
    halve,
    ranked,
    search,
)
from gipfel.engine.search.transposition import AGE_BITS, key_of
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, odds
from gipfel.kernel.link import kernel
from gipfel.kernel.random_numbers import PER_MILLE, draw, draw_lots
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import ONGOING, SIDE, State

NO_SCORE = 1 << 30
"""Stands for the score of a decision that was not searched."""
DEEPEST = 40
RANDOM, NODES_EACH, GENERATOR, TERMS = range(4)
"""Entries of `terms`: random decisions at the beginning, nodes for each other decision, the generator of
random numbers."""


@kernel("int64(Workspace, int64[::1], int64[::1], int64[::1])")
def play_game(work: Workspace, terms: State, codes: State, scores: State) -> int:
    """Play a game from states[0] to its end; returns the number of decisions.

    `codes` and `scores` get the decisions and their scores for the side that decides. A game that does not
    end before they are full is left as it is.
    """
    state = work.states[0]
    n = 0
    while n < len(codes) and outcome(state) == ONGOING:
        count = decisions(state, work.out)
        scores[n] = NO_SCORE
        if odds(state, work.contest_odds, work.merits) != 0:
            codes[n] = work.out[draw_lots(work.merits, count, draw(terms[GENERATOR:], PER_MILLE))]
        elif n < terms[RANDOM]:
            codes[n] = work.out[draw(terms[GENERATOR:], count)]
        elif count == 1:
            codes[n] = work.out[0]
        else:
            scores[n] = deepen(work, count, terms[NODES_EACH])
            codes[n] = work.moves[0]
        play(state, codes[n])
        n += 1
    return n


@kernel("int64(Workspace, int64, int64)")
def deepen(work: Workspace, count: int, nodes: int) -> int:
    """Search the root deeper and deeper. Returns the score of the best decision, the first of `moves`."""
    control = work.control
    state = work.states[0]
    control[NODES] = 0
    control[AGE] = (control[AGE] + 1) % (1 << AGE_BITS)
    work.frames[KEY] = key_of(state, control[GAME])
    work.frames[ACTS] = state[SIDE]
    for i in range(count):
        work.moves[i] = work.out[i]
    evaluate_decisions(work, count)
    sort_decisions(work, count)
    score = work.merits[0]
    halve(work.history)
    for depth in range(1, DEEPEST):
        begin_root(work, count, depth)
        finished = search(work, nodes)
        if work.lines[0] > 0:
            score = work.frames[BEST]
            bring_forward(work.moves, work.frames[CHOICE])
        if finished == 0 or abs(score) >= CERTAIN - FARTHEST_WIN:
            break
    return score


@kernel("void(Workspace, int64)")
def sort_decisions(work: Workspace, count: int) -> None:
    """Sort the decisions of the root by their merits, the best first."""
    for i in range(1, count):
        code = work.moves[i]
        merit = work.merits[i]
        k = i
        while k > 0 and work.merits[k - 1] < merit:
            work.merits[k] = work.merits[k - 1]
            work.moves[k] = work.moves[k - 1]
            k -= 1
        work.merits[k] = merit
        work.moves[k] = code


@kernel("void(int64[::1], int64)")
def bring_forward(moves: State, i: int) -> None:
    """Make the decision at `i` the first one; the others keep their order."""
    code = moves[i]
    while i > 0:
        moves[i] = moves[i - 1]
        i -= 1
    moves[0] = code


@kernel("void(Workspace, int64, int64)")
def begin_root(work: Workspace, count: int, depth: int) -> None:
    """Set the root's frame for a search with the full window."""
    frame = work.frames
    for i in range(count):
        work.merits[i] = ranked(count - i, i)
    frame[ALPHA] = -INFINITE
    frame[FLOOR] = -INFINITE
    frame[BETA] = INFINITE
    frame[BEST] = -INFINITE
    frame[CHOICE] = 0
    frame[TRIED] = 0
    frame[LEADER] = 0
    frame[CURSOR] = 0
    frame[BY_CHANCE] = 0
    frame[COUNT] = count
    frame[QUOTA] = count
    frame[STATIC] = UNKNOWN
    frame[DEPTH] = depth
    frame[COST] = 1
    frame[MODE] = NEXT
    work.lines[0] = 0
    work.control[PLY] = 0

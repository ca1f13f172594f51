"""Proofs of forced wins: all replies are tried, and nothing is evaluated.

A side wins within n decisions if it can choose so that the game is won after at most n decisions of both
sides, whatever the other side chooses and whatever chance brings. The prover shares only the rules with the
search. What it knows about a position is stored with the complete state, so no two positions are confused.
"""

from enum import Enum
from typing import NamedTuple

from gipfel.engine.search.linking import linked
from gipfel.engine.search.transposition import hashed
from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import odds
from gipfel.kernel.link import can_compile, kernel
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import ONGOING, SIDE, TURN, WHITE_WINS, State, copy

NO, YES, OPEN = 0, 1, 2
"""What is known about a position: not won in time, won in time, or unknown."""

UPTO, COUNT, ANY, LAST_GOOD, FRAME = range(5)
"""A frame of the stack, one for each level: the next decision to try, the number of decisions, whether one of
them is enough (or all are needed), and the decision that settled the last position on this level, which is
tried first."""

MEMO_SIZE = 1 << 22
"""The size of the memo, in integers."""
WON, NOT_WON, KNOWN = range(3)
"""What an entry of the memo has after the state: within how many decisions it is won, and is not won."""
NEVER = 1 << 30
WORTH_KNOWING = 2
"""Positions with fewer decisions to come than this are not stored."""


class Workspace(NamedTuple):
    """The arrays of a proof."""

    states: list[State]
    """The state of each level."""
    choices: list[State]
    """The decisions of each level."""
    frames: State
    memo: list[State]
    """What is known about positions, by hash; each entry is a state and KNOWN more integers."""
    contest_odds: State
    """How likely contests are won, lost and tied; the game's `odds` kernel reads it."""
    likely: State
    """Room for what that kernel writes."""
    budget: State
    """One entry: how many nodes may still be searched."""


@kernel("int64(Workspace, int64, int64)")
def prove(work: Workspace, side: int, depth: int) -> int:
    """Does `side` win within `depth` decisions from states[0]? OPEN if the budget of nodes is used up."""
    states = work.states
    frames = work.frames
    budget = work.budget
    level = 0
    is_new = 1
    while True:
        # Taking a row of a table costs as much as a decision: once per visit, not once per decision.
        here = states[level]
        below = states[level + 1]
        choices = work.choices[level]
        f = level * FRAME
        if is_new != 0:
            enter(work, here, choices, f, side)
        is_new = 0
        answer = 1 - frames[f + ANY]
        while frames[f + UPTO] < frames[f + COUNT] and answer != frames[f + ANY]:
            if budget[0] <= 0:
                return OPEN
            budget[0] -= 1
            copy(here, below)
            play(below, choices[frames[f + UPTO]])
            frames[f + UPTO] += 1
            answer = immediate_answer(below, work.memo, side, depth - level - 1)
            if answer == OPEN:
                is_new = 1
                break
        if is_new != 0:
            level += 1
            continue
        while True:
            f = level * FRAME
            if answer == frames[f + ANY]:
                frames[f + LAST_GOOD] = work.choices[level][frames[f + UPTO] - 1]
            elif frames[f + UPTO] < frames[f + COUNT]:
                break
            store(work.memo, states[level], answer, depth - level)
            if level == 0:
                return answer
            level -= 1


@kernel("int64(int64[::1], int64[:, ::1], int64, int64)")
def immediate_answer(state: State, memo: list[State], side: int, left: int) -> int:
    """What is known, without playing on, about a position with `left` decisions left."""
    result = outcome(state)
    if result != ONGOING:
        return int(result == WHITE_WINS + side)
    if left == 0:
        return NO
    return lookup(memo, state, left)


@kernel("void(Workspace, int64[::1], int64[::1], int64, int64)")
def enter(work: Workspace, state: State, choices: State, f: int, side: int) -> None:
    """List the decisions of a position; the one that was good last time comes first."""
    frames = work.frames
    count = decisions(state, choices)
    frames[f + UPTO] = 0
    frames[f + COUNT] = count
    frames[f + ANY] = int(state[SIDE] == side and odds(state, work.contest_odds, work.likely) == 0)
    for i in range(count):
        if choices[i] == frames[f + LAST_GOOD]:
            choices[i] = choices[0]
            choices[0] = frames[f + LAST_GOOD]
            break


@kernel("int64(int64[:, ::1], int64[::1], int64)")
def lookup(memo: list[State], state: State, left: int) -> int:
    """What the memo knows about a position with `left` decisions left."""
    if left < WORTH_KNOWING:
        return OPEN
    entry = memo[hashed(state) % len(memo)]
    size = len(state)
    if is_about(entry, state) == 0:
        return OPEN
    if entry[size + WON] <= left:
        return YES
    return NO if entry[size + NOT_WON] >= left else OPEN


@kernel("void(int64[:, ::1], int64[::1], int64, int64)")
def store(memo: list[State], state: State, answer: int, left: int) -> None:
    """Store in the memo what was found out about a position with `left` decisions left."""
    if left < WORTH_KNOWING:
        return
    entry = memo[hashed(state) % len(memo)]
    size = len(state)
    if is_about(entry, state) == 0:
        copy(state, entry)
        entry[size + WON] = NEVER
        entry[size + NOT_WON] = 0
    if answer == YES:
        entry[size + WON] = min(entry[size + WON], left)
    else:
        entry[size + NOT_WON] = max(entry[size + NOT_WON], left)


@kernel("int64(int64[::1], int64[::1])")
def is_about(entry: State, state: State) -> int:
    """1 if an entry of the memo is about a position; the number of turns does not matter."""
    if entry[len(state) + WON] == 0:
        return 0
    for i in range(len(state)):
        if entry[i] != state[i] and i != TURN:
            return 0
    return 1


class Answer(Enum):
    """Is there a forced win?"""

    NO = NO
    YES = YES
    OUT_OF_NODES = OPEN


class OutOfNodes(Exception):
    """The budget of nodes was used up before anything was proven or refuted."""


class Prover:
    """Proves forced wins of one game, with compiled kernels if possible."""

    def __init__(self, game: Game, fast: bool | None = None) -> None:
        fast = can_compile() if fast is None else fast
        rules = game.rules
        self._rules = rules
        self._kernels = rules.linked(fast)
        self._prove = linked(game, prove, fast)
        self._levels = 0
        self._side = -1
        self._work = Workspace(
            states=self._kernels.table(0, rules.size),
            choices=self._kernels.table(0, rules.most),
            frames=self._kernels.zeros(0),
            memo=self._kernels.table(0, rules.size + KNOWN),
            contest_odds=self._kernels.array(game.contest_odds()),
            likely=self._kernels.zeros(rules.most),
            budget=self._kernels.zeros(1),
        )
        self.nodes = 0
        """How many nodes the last proof took."""

    def wins(self, state: State, side: int, decisions: int, nodes: int) -> Answer:
        """Does `side` win by force within this number of decisions of both sides together?"""
        try:
            return Answer.NO if self.length(state, side, decisions, nodes) is None else Answer.YES
        except OutOfNodes:
            return Answer.OUT_OF_NODES

    def length(self, state: State, side: int, decisions: int, nodes: int) -> int | None:
        """The number of decisions within which `side` wins by force; None if too many. Raises OutOfNodes."""
        self._prepare(side, decisions, nodes)
        return self._length(self._kernels.array(state), decisions, nodes)

    def winning(self, state: State, side: int, decisions: int, nodes: int) -> list[int]:
        """The decisions of `side`, which is to act, that win by force in time. Raises OutOfNodes."""
        self._prepare(side, decisions, nodes)
        start = self._kernels.array(state)
        return [code for code in self._kernels.codes(start) if self._is_won_by(start, code, decisions, nodes)]

    def _is_won_by(self, state: State, code: int, decisions: int, nodes: int) -> bool:
        after = self._kernels.array(state)
        self._kernels.play(after, code)
        return self._length(after, decisions - 1, nodes) is not None

    def _prepare(self, side: int, decisions: int, nodes: int) -> None:
        """Make room for proofs of this length; the memo is for one side, so it begins empty for the other."""
        self.nodes = 0
        work = self._work
        if decisions >= self._levels:
            self._levels = decisions + 1
            work = work._replace(
                states=self._kernels.table(self._levels, self._rules.size),
                choices=self._kernels.table(self._levels, self._rules.most),
                frames=self._kernels.array([-1] * (FRAME * self._levels)),
            )
        if side != self._side:
            self._side = side
            columns = self._rules.size + KNOWN
            rows = MEMO_SIZE // columns if self._kernels.fast else 1000
            work = work._replace(memo=self._kernels.table(rows, columns))
        work.budget[0] = nodes
        self._work = work

    def _length(self, state: State, decisions: int, nodes: int) -> int | None:
        result = self._kernels.outcome(state)
        if result != ONGOING:
            return 0 if result == WHITE_WINS + self._side else None
        for i, value in enumerate(state):
            self._work.states[0][i] = value
        for depth in range(1, decisions + 1):
            answer = self._prove(self._work, self._side, depth)
            self.nodes = nodes - int(self._work.budget[0])
            if answer == OPEN:
                raise OutOfNodes
            if answer == YES:
                return depth
        return None


def proves(game: Game, fast: bool | None = None) -> Prover:
    """A prover for a game; compiled if `fast`, which by default means if possible."""
    return Prover(game, fast)

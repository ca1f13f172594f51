"""Proofs of forced wins: every reply is looked at and nothing is judged.

A side wins within n decisions if it can choose so that the game is over and won after at most n decisions of
both sides, whatever the other side chooses and whatever chance brings. The prover shares nothing with the
search but the rules; what it knows about a position is kept with the whole position, so nothing is mistaken.
"""

from enum import Enum

from gipfel.engine.search.linking import linked
from gipfel.engine.search.transposition import hashed
from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import odds
from gipfel.kernel.link import can_compile, kernel
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import ONGOING, SIDE, TURN, WHITE_WINS, State, copy

NO, YES, OPEN = 0, 1, 2
"""What is known about a position: not won in time, won in time, or not known."""

UPTO, COUNT, ANY, HABIT, FRAME = range(5)
"""A frame: the next decision to try, how many there are, whether any of them will do (or all have to), and
the decision that settled the last position on this level, which is tried first."""

MEMO_SIZE = 1 << 22
"""Integers; about so much room there is for what is known about positions."""
WON, NOT_WON, KNOWN = range(3)
"""What the memo knows of a position, behind its state: won and not won within so many decisions."""
NEVER = 1 << 30
WORTH_KNOWING = 2
"""Positions with fewer decisions to come than this are not kept."""


@kernel(
    "int64(int64[:, ::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int64, int64,"
    " int64[::1])"
)
def prove(
    states: list[State],
    found: list[State],
    frames: State,
    memo: list[State],
    agreed: State,
    room: State,
    side: int,
    depth: int,
    budget: State,
) -> int:
    """Does `side` win within `depth` decisions from states[0]? OPEN if the budget of nodes is used up."""
    level = 0
    is_new = 1
    while True:
        # Taking a row of a table costs as much as a decision: once per visit, not once per decision.
        here = states[level]
        below = states[level + 1]
        choices = found[level]
        f = level * FRAME
        if is_new != 0:
            enter(here, choices, frames, f, agreed, room, side)
        is_new = 0
        verdict = 1 - frames[f + ANY]
        while frames[f + UPTO] < frames[f + COUNT] and verdict != frames[f + ANY]:
            if budget[0] <= 0:
                return OPEN
            budget[0] -= 1
            copy(here, below)
            play(below, choices[frames[f + UPTO]])
            frames[f + UPTO] += 1
            verdict = verdict_at_sight(below, memo, side, depth - level - 1)
            if verdict == OPEN:
                is_new = 1
                break
        if is_new != 0:
            level += 1
            continue
        while True:
            f = level * FRAME
            if verdict == frames[f + ANY]:
                frames[f + HABIT] = found[level][frames[f + UPTO] - 1]
            elif frames[f + UPTO] < frames[f + COUNT]:
                break
            keep(memo, states[level], verdict, depth - level)
            if level == 0:
                return verdict
            level -= 1


@kernel("int64(int64[::1], int64[:, ::1], int64, int64)")
def verdict_at_sight(state: State, memo: list[State], side: int, left: int) -> int:
    """What can be said about a position with so many decisions left without looking further."""
    result = outcome(state)
    if result != ONGOING:
        return int(result == WHITE_WINS + side)
    if left == 0:
        return NO
    return recalled(memo, state, left)


@kernel("void(int64[::1], int64[::1], int64[::1], int64, int64[::1], int64[::1], int64)")
def enter(state: State, choices: State, frames: State, f: int, agreed: State, room: State, side: int) -> None:
    """List the decisions of a position, the one that was good last time first."""
    count = decisions(state, choices)
    frames[f + UPTO] = 0
    frames[f + COUNT] = count
    frames[f + ANY] = int(state[SIDE] == side and odds(state, agreed, room) == 0)
    for i in range(count):
        if choices[i] == frames[f + HABIT]:
            choices[i] = choices[0]
            choices[0] = frames[f + HABIT]
            break


@kernel("int64(int64[:, ::1], int64[::1], int64)")
def recalled(memo: list[State], state: State, left: int) -> int:
    """What the memo says about a position with so many decisions left."""
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
def keep(memo: list[State], state: State, verdict: int, left: int) -> None:
    """Write into the memo what was found out about a position with so many decisions left."""
    if left < WORTH_KNOWING:
        return
    entry = memo[hashed(state) % len(memo)]
    size = len(state)
    if is_about(entry, state) == 0:
        copy(state, entry)
        entry[size + WON] = NEVER
        entry[size + NOT_WON] = 0
    if verdict == YES:
        entry[size + WON] = min(entry[size + WON], left)
    else:
        entry[size + NOT_WON] = max(entry[size + NOT_WON], left)


@kernel("int64(int64[::1], int64[::1])")
def is_about(entry: State, state: State) -> int:
    """Is an entry of the memo about a position? The number of turns does not matter, everything else does."""
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
    """The budget of nodes was used up before something was proven or refuted."""


class Prover:
    """Proves forced wins of one game, with compiled kernels if possible."""

    def __init__(self, game: Game, fast: bool | None = None) -> None:
        fast = can_compile() if fast is None else fast
        rules = game.rules
        self._rules = rules
        self._kernels = rules.linked(fast)
        self._prove = linked(game, prove, fast)
        self._agreed = self._kernels.array(game.contest_odds())
        self._room = self._kernels.zeros(rules.most)
        self._budget = self._kernels.zeros(1)
        self._levels = 0
        self._side = -1
        self.nodes = 0
        """How many positions the last proof has looked at."""

    def wins(self, state: State, side: int, decisions: int, nodes: int) -> Answer:
        """Does `side` win by force within so many decisions of both sides together?"""
        try:
            return Answer.NO if self.length(state, side, decisions, nodes) is None else Answer.YES
        except OutOfNodes:
            return Answer.OUT_OF_NODES

    def length(self, state: State, side: int, decisions: int, nodes: int) -> int | None:
        """The fewest decisions within which `side` wins by force, up to a number. Raises OutOfNodes."""
        self._prepare(side, decisions, nodes)
        return self._length(self._kernels.array(state), decisions, nodes)

    def winning(self, state: State, side: int, decisions: int, nodes: int) -> list[int]:
        """The decisions of `side`, who acts, that win by force within a number. Raises OutOfNodes."""
        self._prepare(side, decisions, nodes)
        start = self._kernels.array(state)
        return [code for code in self._kernels.codes(start) if self._is_won_by(start, code, decisions, nodes)]

    def _is_won_by(self, state: State, code: int, decisions: int, nodes: int) -> bool:
        after = self._kernels.array(state)
        self._kernels.play(after, code)
        return self._length(after, decisions - 1, nodes) is not None

    def _prepare(self, side: int, decisions: int, nodes: int) -> None:
        """Room for proofs of a length; the memo holds what is known for one side."""
        self.nodes = 0
        self._budget[0] = nodes
        if decisions >= self._levels:
            self._levels = decisions + 1
            self._states = self._kernels.table(self._levels, self._rules.size)
            self._found = self._kernels.table(self._levels, self._rules.most)
            self._frames = self._kernels.array([-1] * (FRAME * self._levels))
        if side != self._side:
            self._side = side
            columns = self._rules.size + KNOWN
            self._memo = self._kernels.table(MEMO_SIZE // columns if self._kernels.fast else 1000, columns)

    def _length(self, state: State, decisions: int, nodes: int) -> int | None:
        result = self._kernels.outcome(state)
        if result != ONGOING:
            return 0 if result == WHITE_WINS + self._side else None
        for i, value in enumerate(state):
            self._states[0][i] = value
        for depth in range(1, decisions + 1):
            answer = self._prove(
                self._states,
                self._found,
                self._frames,
                self._memo,
                self._agreed,
                self._room,
                self._side,
                depth,
                self._budget,
            )
            self.nodes = nodes - int(self._budget[0])
            if answer == OPEN:
                raise OutOfNodes
            if answer == YES:
                return depth
        return None


def proves(game: Game, fast: bool | None = None) -> Prover:
    """A prover for a game; interpreted or compiled as `fast` says, compiled if possible by default."""
    return Prover(game, fast)

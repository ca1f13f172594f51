"""Proof-number search as a searcher: questions about one game, answered in slices."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from time import perf_counter
from typing import Any

from gipfel.engine.search import proof_numbers as pn
from gipfel.engine.search.transposition import hashed
from gipfel.games.core.game import Game
from gipfel.kernel.endings import ROOM
from gipfel.kernel.link import F, can_compile, link
from gipfel.kernel.state import State

SLICE = 0.003
"""Seconds; the clock is checked about this often."""
FIRST_SLICE = 300
"""Nodes in the first slice, while the speed is not known."""
MEGABYTE = 1 << 20
SMALLEST_TABLE = 1 << 10
"""Buckets."""
LARGEST_INTERPRETED_TABLE = 1 << 12
"""Buckets; interpreted searches are slow and their tables are lists."""
POOL, POOL_PER_DECISION = 20_000, 24
"""The room for children on the stack: a number, and a multiple of the decisions of the largest position."""

NodesLeft = Callable[[int], int]
"""How many more nodes may be searched, given how many have been; 0 to stop."""


class Claim(Enum):
    """What is known about a claim such as `White wins`."""

    PROVEN = "proven"
    DISPROVEN = "disproven"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Child:
    """What is known about a decision of the position that was asked about."""

    code: int
    claim: Claim
    length: int
    """If the claim is proven: in how many decisions, after this one, it is known to be reached."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question."""

    claim: Claim
    nodes: int
    """How many positions were searched."""
    size: int
    """The number of positions in the proof or disproof; what is reached in several ways counts again."""
    length: int
    """If the claim is proven: the number of decisions until it is known to be reached."""
    children: tuple[Child, ...]
    """The decisions of the position."""
    at_end: bool
    """Has everything been searched? An open claim then depends on what cannot be settled, such as chance."""

    def known(self, claim: Claim) -> list[Child]:
        """The decisions after which the claim is known to be proven, disproven or open."""
        return [child for child in self.children if child.claim is claim]


class ProofNumberSearcher:
    """Proves and disproves claims about positions of one game. Not for use by several threads at a time."""

    def __init__(self, game: Game, megabytes: int = 8, fast: bool | None = None) -> None:
        fast = can_compile() if fast is None else fast
        self.game = game
        self._kernels = game.rules.arrays(fast)
        self._prove = linked(game, pn.prove, fast)
        self._work = _workspace(game, megabytes, fast)
        self._slice = FIRST_SLICE

    def forget(self) -> None:
        """Forget everything that was found out."""
        if self._kernels.fast:
            table: Any = self._work.table
            table.fill(0)
        else:
            self._work = self._work._replace(table=self._kernels.zeros(len(self._work.table)))

    def ask(self, state: State, attacker: int, nodes_left: NodesLeft, target: int = 1) -> Answer:
        """Does the attacker reach a final lead of at least `target`, which is above 0? 1 is a win.

        The game must not be over. A position that is repeated too often is a draw: those before this one are
        not considered.
        """
        work = self._work
        for i, value in enumerate(state):
            work.states[0][i] = value
        work.control[pn.PLY] = pn.NOT_BEGUN
        work.control[pn.NODES] = 0
        work.control[pn.ATTACKER] = attacker
        work.control[pn.TARGET] = target
        work.frames[pn.COUNT] = 0
        work.frames[pn.PROOF] = work.frames[pn.DISPROOF] = 1
        settled = False
        while not settled:
            left = nodes_left(self.nodes)
            if left <= 0:
                break
            before, began = self.nodes, perf_counter()
            settled = self._prove(work, before + min(self._slice, left)) != 0
            self._adapt(self.nodes - before, perf_counter() - began)
        return self._answer(settled)

    @property
    def nodes(self) -> int:
        """How many nodes the present question has taken so far."""
        return int(self._work.control[pn.NODES])

    def _adapt(self, nodes: int, seconds: float) -> None:
        """Let a slice take about as long as it should."""
        self._slice = max(FIRST_SLICE, int(max(nodes, 1) * min(SLICE / max(seconds, 1e-6), 4)))

    def _answer(self, at_end: bool) -> Answer:
        work, claim = self._work, self._claim_of_root()
        size = length = 0
        if claim is not Claim.OPEN:
            size = int(pn.size_of(work, 0, int(claim is Claim.PROVEN)))
        if claim is Claim.PROVEN:
            length = int(pn.length_of(work, 0))
        return Answer(claim, self.nodes, size, length, tuple(self._children()), at_end)

    def _claim_of_root(self) -> Claim:
        frames = self._work.frames
        if frames[pn.PROOF] == 0:
            return Claim.PROVEN
        if frames[pn.DISPROOF] == 0 and pn.dependence_of(self._work, 0) >= 0:
            return Claim.DISPROVEN
        return Claim.OPEN

    def _children(self) -> list[Child]:
        work = self._work
        children = []
        for i in range(int(work.frames[pn.COUNT])):
            claim = Claim.OPEN
            if work.proofs[i] == 0:
                claim = Claim.PROVEN
            elif work.disproofs[i] == 0 and work.notes[i] >= 0:
                claim = Claim.DISPROVEN
            length = int(work.notes[i]) if claim is Claim.PROVEN else 0
            children.append(Child(int(work.moves[i]), claim, length))
        return children


def linked(game: Game, kernel: F, fast: bool) -> F:
    """A kernel linked to all decisions of a game, also those that a search would not consider."""
    bind = {
        **game.evaluation.bind,
        **game.rules.bind,
        "identity": hashed,
        **game.endings.bind,
    }
    return link(kernel, bind, fast, f"{game.rules.title}, proofs")


def _workspace(game: Game, megabytes: int, fast: bool) -> pn.Workspace:
    kernels, rules = game.rules.arrays(fast), game.rules
    wanted = max(megabytes * MEGABYTE // (8 * pn.BUCKET), SMALLEST_TABLE)
    buckets = 1 << (wanted.bit_length() - 1)
    if not fast:
        buckets = min(buckets, LARGEST_INTERPRETED_TABLE)
    pool = POOL + POOL_PER_DECISION * rules.most
    return pn.Workspace(
        control=kernels.zeros(pn.CONTROL),
        states=kernels.table(pn.PLIES + 1, rules.size),
        frames=kernels.zeros(pn.PLIES * pn.FRAME),
        moves=kernels.zeros(pool),
        proofs=kernels.zeros(pool),
        disproofs=kernels.zeros(pool),
        notes=kernels.zeros(pool),
        sizes=kernels.zeros(pool),
        table=kernels.zeros(buckets * pn.BUCKET),
        contest_odds=kernels.array(game.contest_odds()),
        room=kernels.zeros(ROOM),
        out=kernels.zeros(rules.most),
    )

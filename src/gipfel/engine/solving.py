"""Solving positions: who wins with best play of both sides, proven, and how."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from gipfel.engine.search.analysis import SearchLimits, check_number
from gipfel.engine.search.ending_searcher import NodesLeft, follow
from gipfel.engine.search.proof import OutOfNodes, Prover, proves
from gipfel.engine.search.proof_number_searcher import Answer, Claim, ProofNumberSearcher
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.kernel.endings import HIGH, LOW, ROOM
from gipfel.notation.errors import GipfelError

MEGABYTES = 64
"""The usual size of the table of proofs."""
LARGEST_MEMORY = 65_536
"""Its largest size in megabytes."""
FIRST_QUOTA = 50_000
"""Both sides' wins are tried in turns: first with this number of nodes each, then with twice as many."""
LONGEST_LINE = 400
LONGEST_DRAWN_LINE = 40
"""A drawn game may go on for ever."""
LONGEST_EXACT = 16
"""Wins that take at most this number of decisions are shortened as far as possible."""
NODES_TO_SHORTEN = 2_000_000

Progress = Callable[[float], None]
"""Called with the part of the limits that is used up, 0 to 1."""


class CannotSolve(GipfelError):
    """The position is none that can be solved; the message says why."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven about a position."""

    position: Position
    solved: bool
    winner: Side | None
    """Who wins with best play; None for a draw, and as long as the position is not solved."""
    cannot_win: tuple[Side, ...]
    """The sides that are proven not to win."""
    lead: int | None
    """By how much the winner wins with best play, where the game counts a lead: at least, or exactly."""
    lead_is_best: bool
    """Is the lead exact?"""
    decisions: int | None
    """In how many decisions of both sides the winner wins at most."""
    is_shortest: bool
    """Does every other way to win take at least as many, against the longest resistance?"""
    line: tuple[Decision, ...]
    """Best play: the shortest known win, or the line that keeps a draw."""
    nodes: int
    """How many positions were searched."""
    proof_size: int
    """The number of positions in the proofs; a position that is reached in two ways counts twice."""
    seconds: float
    note: str
    """Why the position is not solved; empty if it is."""


def solve(
    position: Position,
    seconds: float | None = 60.0,
    *,
    nodes: int | None = None,
    megabytes: int = MEGABYTES,
    stop: Event | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Prove who wins with best play, until a limit is reached or `stop` is set.

    The size of the table of proofs is a matter of memory and speed; it does not change what is proven. Raises
    CannotSolve, and OptionError for limits with which nothing could be searched.
    """
    check_solvable(position)
    check_number("megabytes", megabytes, LARGEST_MEMORY)
    limits = SearchLimits(seconds, nodes)
    return _Solving(position, limits, megabytes, stop or Event(), progress).solution()


def check_solvable(position: Position) -> None:
    """Raises CannotSolve where the game is over, or time, chance or a contest decides."""
    if position.outcome is not None:
        raise CannotSolve(f"the game is over ({position.outcome}); there is nothing to solve")
    title = position.game.title
    if position.timed or (position.played is not None and position.played.timed):
        raise CannotSolve(f"{title}: time decides here; only what is played by turns can be solved")
    if position.by_chance:
        raise CannotSolve(f"{title}: chance decides now; solve the position after it")
    if position.played is not position:
        raise CannotSolve(f"{title}: a contest is being played; solve a position without a contest")


class _Solving:
    """The work of solving one position."""

    def __init__(
        self,
        position: Position,
        limits: SearchLimits,
        megabytes: int,
        stop: Event,
        progress: Progress | None,
    ) -> None:
        self.position = position
        self.limits = limits
        self.stop = stop
        self.progress = progress
        self.watch = Stopwatch(limits)
        self.proofs = ProofNumberSearcher(position.game, megabytes)
        self.watch = Stopwatch(limits)  # without the time of a compiler
        self.nodes = 0
        self.answers: dict[Side, Answer] = {}

    def solution(self) -> Solution:
        """Solve the position."""
        note = self._decide()
        claims = {side: answer.claim for side, answer in self.answers.items()}
        winner = next((side for side, claim in claims.items() if claim is Claim.PROVEN), None)
        cannot_win = tuple(
            side for side in Side if claims.get(side) is Claim.DISPROVEN or side == _other(winner)
        )
        solved = winner is not None or len(cannot_win) == 2
        lead, lead_is_best = self._lead(winner) if solved else (None, False)
        decisions, is_shortest, codes = self._line(winner, lead or 1) if solved else (None, False, [])
        return Solution(
            position=self.position,
            solved=solved,
            winner=winner,
            cannot_win=cannot_win,
            lead=lead,
            lead_is_best=lead_is_best,
            decisions=decisions,
            is_shortest=is_shortest,
            line=self._decisions(codes),
            nodes=self.nodes,
            proof_size=sum(a.size for side, a in self.answers.items() if winner in (None, side)),
            seconds=self.watch.seconds,
            note="" if solved else note,
        )

    def _decide(self) -> str:
        """Ask in turns whether a side wins; the reason if there is no answer in the end."""
        if self.position.may_repeat:
            return "a position has occurred so often that once more is a draw"
        quota = FIRST_QUOTA
        while True:
            for side in (self.position.side, self.position.side.other):
                known = self.answers.get(side)
                if known is not None and (known.claim is not Claim.OPEN or known.at_end):
                    continue
                self.answers[side] = self._ask(side, 1, quota)
                if self.answers[side].claim is Claim.PROVEN:
                    return ""
            if all(answer.at_end for answer in self.answers.values()):
                return "it depends on chance, on a contest, or on positions that may be repeated"
            if self._left() <= 0:
                return "stopped" if self.stop.is_set() else "the limits were reached first"
            quota *= 2

    def _ask(self, attacker: Side, target: int, quota: int | None = None) -> Answer:
        """Ask a question within the limits, and within a quota of nodes."""

        def nodes_left(nodes: int) -> int:
            left = self._left(nodes)
            return left if quota is None else min(left, quota - nodes)

        answer = self.proofs.ask(self.position.state, attacker, nodes_left, target)
        self.nodes += answer.nodes
        return answer

    def _left(self, more: int = 0) -> int:
        """How many nodes are left after all so far and some more; 0 if the time is over."""
        nodes = self.nodes + more
        if self.progress is not None:
            self.progress(self._used(nodes))
        if self.stop.is_set() or self.watch.over(nodes):
            return 0
        return NodesLeft.UNLIMITED if self.limits.nodes is None else self.limits.nodes - nodes

    def _used(self, nodes: int) -> float:
        parts = [0.0]
        if self.limits.seconds:
            parts.append(self.watch.seconds / self.limits.seconds)
        if self.limits.nodes:
            parts.append(nodes / self.limits.nodes)
        return min(max(parts), 1.0)

    def _lead(self, winner: Side | None) -> tuple[int | None, bool]:
        """The largest lead that is proven, and whether no larger one is possible."""
        endings = self.position.game.endings
        if not endings.counts_lead:
            return None, False
        if winner is None:
            return 0, True
        room = [0] * ROOM
        endings.bounds(self.position.state, room)
        least, most = 1, room[HIGH] if winner == Side.WHITE else -room[LOW]
        least = max(least, room[LOW] if winner == Side.WHITE else -room[HIGH])
        while least < most:
            target = (least + most + 1) // 2
            claim = self._ask(winner, target).claim
            if claim is Claim.PROVEN:
                least = target
            elif claim is Claim.DISPROVEN:
                most = target - 1
            else:
                return least, False
        return least, True

    def _line(self, winner: Side | None, target: int) -> tuple[int | None, bool, list[int]]:
        """The number of decisions of a win, whether it is the least, and best play."""
        if winner is None:
            return None, False, self._drawn_line()
        if not self.position.game.endings.counts_lead:
            exact = self._shortest_line(winner)
            if exact is not None:
                return len(exact), True, exact
            return (
                self.answers[winner].length,
                False,
                follow(self.proofs, self.position, winner, target, LONGEST_LINE),
            )
        line = follow(self.proofs, self.position, winner, target, LONGEST_LINE)
        return None, False, line

    def _drawn_line(self) -> list[int]:
        """Decisions after which the other side cannot win, of both sides in turn."""
        position, line = self.position, list[int]()
        while position.outcome is None and len(line) < LONGEST_DRAWN_LINE:
            left = NodesLeft(SearchLimits(nodes=FIRST_QUOTA))
            safe = self.proofs.ask(position.state, position.side.other, left).known(Claim.DISPROVEN)
            if not safe:
                break
            line.append(safe[0].code)
            position = position.play(line[-1])
        return line

    def _shortest_line(self, winner: Side) -> list[int] | None:
        """The shortest win against the longest resistance; None if that takes too many nodes to find."""
        budget = min(NODES_TO_SHORTEN, self._left())
        longest = min(self.answers[winner].length, LONGEST_EXACT)
        if budget <= 0:
            return None
        prover = proves(self.position.game)
        try:
            decisions = prover.length(self.position.state, winner, longest, budget)
            self.nodes += prover.nodes
            return None if decisions is None else _exact_line(prover, self.position, winner, decisions)
        except OutOfNodes:
            self.nodes += prover.nodes
            return None

    def _decisions(self, codes: list[int]) -> tuple[Decision, ...]:
        position, decisions = self.position, list[Decision]()
        for code in codes:
            decisions.append(Decision(position, code))
            position = position.play(decisions[-1])
        return tuple(decisions)


def _exact_line(prover: Prover, position: Position, winner: Side, decisions: int) -> list[int]:
    """The line of a win that takes exactly this number of decisions. Raises OutOfNodes."""
    line: list[int] = []
    while position.outcome is None:
        decisions -= 1
        lengths = {}
        for code in position.codes:
            after = position.play(code)
            length = prover.length(after.state, winner, decisions, NODES_TO_SHORTEN)
            if length is not None:
                lengths[code] = length
            if length == decisions or (length is not None and position.side == winner):
                break  # nothing is shorter for the winner, or longer for the other side
        line.append(next(code for code, length in lengths.items() if length == max(lengths.values())))
        decisions = lengths[line[-1]]
        position = position.play(line[-1])
    return line


def _other(side: Side | None) -> Side | None:
    return None if side is None else side.other

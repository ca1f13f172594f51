"""A searcher that spends a share of its time on proofs: it plays proven wins and avoids proven losses."""

from dataclasses import replace
from threading import Event

from gipfel.engine.search.analysis import Analysis, Report, Searcher, SearchLimits, line_of
from gipfel.engine.search.proof_number_searcher import Claim, ProofNumberSearcher
from gipfel.engine.search.stopwatch import Stopwatch, now
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN

MEGABYTES = 8
"""The size of the table of proofs."""
LONGEST_LINE = 40
"""No line of a proof is followed further than this number of decisions."""
NODES_TO_FOLLOW = 20_000
"""For each decision of such a line: what has been proven is proven again from the table with far fewer."""
CLEAR = 4000
"""A side that is this far behind (2 %) does not check its choice: others probably lose as well."""
WHOLE = 100


class EndingSearcher:
    """Proves a win of the side to act if it is ahead; otherwise checks that its choice does not lose.

    Whether it is ahead, its last search says. Where nothing is proven, the game's own search decides with the
    time that is left.
    """

    def __init__(self, search: Searcher, game: Game, share: int, fast: bool | None = None) -> None:
        """`share`: the per cent of the limits for proofs."""
        self.search = search
        self.share = share
        self.game = game
        self.proofs = ProofNumberSearcher(game, MEGABYTES, fast)
        self._expected: dict[int, int] = {}

    def prepare(self) -> None:
        """Do now what would otherwise take time from the first search."""
        self.search.prepare()
        self.proofs.forget()

    def forget(self) -> None:
        """Begin a new game."""
        self.search.forget()
        self.proofs.forget()
        self._expected = {}

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Search a position; prove what can be proven in a share of the limits."""
        if not self._is_worth_trying(position, limits):
            analysis = self.search.think(position, limits, stop, report)
            self._expected[position.side] = analysis.lines[0].score
            return analysis
        watch = Stopwatch(limits)
        hopeful = self._expected.get(position.side, 0) >= self.game.endings.hope
        spent = 0
        if hopeful:
            win, spent = self._win(position, limits, watch, stop)
            if win is not None:
                return win
        rest = self._rest(limits, watch, spent, 0 if hopeful else self.share)
        analysis = self.search.think(position, rest, stop, report)
        score = analysis.lines[0].score
        self._expected[position.side] = score
        if not hopeful and score > -CLEAR:
            analysis = self._checked(analysis, limits, stop)
        return replace(analysis, seconds=watch.seconds)

    def _is_worth_trying(self, position: Position, limits: SearchLimits) -> bool:
        bounded = limits.seconds is not None or limits.nodes is not None
        one_line = limits.lines == 1 and limits.depth is None and not limits.only
        if not (bounded and one_line) or position.may_repeat:
            return False
        return self.game.endings.late(position.state) and len(position.codes) > 1

    def _win(
        self, position: Position, limits: SearchLimits, watch: Stopwatch, stop: Event | None
    ) -> tuple[Analysis | None, int]:
        """The analysis of a position that is won by force, if that can be proven, and the nodes it took."""
        part = self._part(limits, self.share)
        answer = self.proofs.ask(position.state, position.side, NodesLeft(part, stop))
        if answer.claim is not Claim.PROVEN:
            return None, answer.nodes
        length = min(answer.length, FARTHEST_WIN - 1)
        line = line_of(position, CERTAIN - length, self._winning_line(position))
        return Analysis(position, (line,), answer.length, answer.nodes, watch.seconds), answer.nodes

    def _winning_line(self, position: Position) -> list[int]:
        """The line of a proof: the shortest known win of the side to act against the longest defence."""
        return follow(self.proofs, position, position.side)

    def _checked(self, analysis: Analysis, limits: SearchLimits, stop: Event | None) -> Analysis:
        """The analysis, or another one if its decision turns out to lose by force."""
        position = analysis.position
        after = position.play(analysis.decision)
        if after.outcome is not None or after.may_repeat:
            return analysis
        part = self._part(limits, self.share / 2)
        answer = self.proofs.ask(after.state, position.side.other, NodesLeft(part, stop))
        if answer.claim is not Claim.PROVEN:
            return analysis
        again = replace(part, without=frozenset({analysis.decision.code}))
        other = self.search.think(position, again, stop)
        return other if other.lines[0].score > FARTHEST_WIN - CERTAIN else analysis

    def _rest(self, limits: SearchLimits, watch: Stopwatch, spent: int, kept: int) -> SearchLimits:
        """What is left for the search itself if some per cent are kept for later."""
        seconds, nodes = limits.seconds, limits.nodes
        part = 1 - kept / WHOLE
        if seconds is not None:
            seconds = max(seconds * part - watch.seconds, seconds / WHOLE)
        if nodes is not None:
            nodes = max(int(nodes * part) - spent, 1)
        return replace(limits, seconds=seconds, nodes=nodes)

    def _part(self, limits: SearchLimits, per_cent: float) -> SearchLimits:
        """A part of the limits."""
        seconds = None if limits.seconds is None else limits.seconds * per_cent / WHOLE
        nodes = None if limits.nodes is None else max(int(limits.nodes * per_cent / WHOLE), 1)
        return SearchLimits(seconds, nodes)


class NodesLeft:
    """How many more nodes a proof may take within limits that begin now."""

    UNLIMITED = 1 << 40

    def __init__(self, limits: SearchLimits, stop: Event | None = None) -> None:
        self._limits = limits
        self._stop = stop
        self._began = now()

    def __call__(self, nodes: int) -> int:
        """How many more after this number of nodes; 0 or less if a limit is reached."""
        limits = self._limits
        if self._stop is not None and self._stop.is_set():
            return 0
        if limits.seconds is not None and now() - self._began >= limits.seconds:
            return 0
        return self.UNLIMITED if limits.nodes is None else limits.nodes - nodes


def follow(
    proofs: ProofNumberSearcher,
    position: Position,
    attacker: int,
    target: int = 1,
    longest: int = LONGEST_LINE,
) -> list[int]:
    """The line of a proven claim: the shortest known way to it against the longest known defence.

    It ends with the game, after `longest` decisions, or where the proof is no longer in the table.
    """
    line: list[int] = []
    while position.outcome is None and len(line) < longest:
        answer = proofs.ask(position.state, attacker, lambda nodes: NODES_TO_FOLLOW - nodes, target)
        proven = answer.known(Claim.PROVEN)
        if answer.claim is not Claim.PROVEN or not proven:
            break
        best = min if position.side == attacker else max
        code = best(proven, key=lambda child: child.length).code
        line.append(code)
        position = position.play(code)
    return line

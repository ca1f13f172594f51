"""Perft: counts sequences of complete turns, and the positions they lead to."""

from collections.abc import Callable, Iterator
from hashlib import blake2b

from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules, decisions, outcome, play
from gipfel.kernel.state import ONGOING, TURN, State, copy

Progress = Callable[[int, int], None]
"""Called after each step with the steps done and their total."""


@kernel("int64(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64, int64, int64[:, ::1])")
def walk_turns(
    states: list[State],
    found: list[State],
    upto: State,
    number: State,
    depth: int,
    bulk: int,
    after: list[State],
) -> int:
    """Count the sequences of exactly `depth` complete turns from states[0]; shorter games do not count.

    The states they lead to are written into `after` as far as there is room. The stack is explicit: level i
    has a state, `found` (its decisions), `number` (how many these are) and `upto` (the next one to play).
    With `bulk` every decision is a turn, and the last level is counted without being played.
    """
    last = states[0][TURN] + depth
    total = 0
    level = 0
    number[0] = decisions(states[0], found[0])
    upto[0] = 0
    while level >= 0:
        # Taking a row of a table costs as much as a decision: once per visit, not once per decision.
        here = states[level]
        below = states[level + 1]
        choices = found[level]
        n = number[level]
        i = upto[level]
        level -= 1
        if bulk != 0 and here[TURN] == last - 1:
            total += n
            continue
        while i < n:
            copy(here, below)
            play(below, choices[i])
            i += 1
            if below[TURN] == last:
                if total < len(after):
                    copy(below, after[total])
                total += 1
            elif outcome(below) == ONGOING:
                level += 1
                upto[level] = i
                level += 1
                number[level] = decisions(below, found[level])
                upto[level] = 0
                break
    return total


class Perft:
    """Counts complete turns of a game, interpreted or compiled."""

    def __init__(self, rules: Rules, fast: bool) -> None:
        self.rules = rules
        self.linked = rules.linked(fast)
        self.walk = rules.link(walk_turns, fast)

    def count(self, state: State, depth: int, progress: Progress | None = None) -> int:
        """The number of sequences of exactly `depth` complete turns; games that end earlier do not count."""
        if depth == 0:
            return 1
        return sum(self.divided(state, depth, progress).values())

    def divided(self, state: State, depth: int, progress: Progress | None = None) -> dict[int, int]:
        """The number of sequences that begin with each decision; `depth` is 1 or more."""
        start = self.linked.array(state)
        if self.linked.outcome(start) != ONGOING:
            return {}
        stack = _Stack(self, depth)
        codes = self.linked.codes(start)
        last = start[TURN] + depth
        counts: dict[int, int] = {}
        for i, code in enumerate(codes):
            child = self.linked.array(start)
            self.linked.play(child, code)
            counts[int(code)] = 0
            if child[TURN] == last:
                counts[int(code)] = 1
            elif self.linked.outcome(child) == ONGOING:
                counts[int(code)] = stack.count(child, int(last - child[TURN]))
            if progress:
                progress(i + 1, len(codes))
        return counts

    def distinct(self, state: State, depth: int, progress: Progress | None = None) -> int:
        """The number of different positions after exactly `depth` complete turns."""
        stack = _Stack(self, 1)
        layer: dict[bytes, State] = {b"": self.linked.array(state)}
        for step in range(depth):
            below: dict[bytes, State] = {}
            keep = step < depth - 1
            for i, parent in enumerate(layer.values()):
                if self.linked.outcome(parent) == ONGOING:
                    for child in stack.after(parent):
                        below.setdefault(self._key(child), self.linked.array(child) if keep else parent)
                if progress and not keep:
                    progress(i + 1, len(layer))
            layer = below
        return len(layer)

    def _key(self, state: State) -> bytes:
        """A digest that is equal for equal positions; the number of the turn does not count."""
        return blake2b(repr(self.rules.essence(state)).encode(), digest_size=16).digest()


class _Stack:
    """The arrays of a walk of a given depth."""

    def __init__(self, perft: Perft, depth: int) -> None:
        rules, linked = perft.rules, perft.linked
        levels = depth * rules.longest_turn + 1
        self.walk = perft.walk
        self.linked = linked
        self.size = rules.size
        self.bulk = int(rules.longest_turn == 1)
        self.upto = linked.array([0] * levels)
        self.number = linked.array([0] * levels)
        self.states = linked.table(levels, rules.size)
        self.found = linked.table(levels, rules.most)
        self.nothing = linked.table(0, rules.size)
        self.room = self.nothing

    def count(self, state: State, depth: int) -> int:
        return self._run(state, depth, self.bulk, self.nothing)

    def after(self, state: State) -> Iterator[State]:
        """The states one complete turn later."""
        number = self._run(state, 1, 0, self.room)
        if number > len(self.room):
            self.room = self.linked.table(2 * number, self.size)
            number = self._run(state, 1, 0, self.room)
        for i in range(number):
            yield self.room[i]

    def _run(self, state: State, depth: int, bulk: int, after: list[State]) -> int:
        self.states[0][:] = state
        return self.walk(self.states, self.found, self.upto, self.number, depth, bulk, after)

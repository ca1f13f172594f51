"""The kernels that every game has, and sets of them ready to run."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import local
from typing import Any

from gipfel.kernel.link import F, kernel, link, placeholder
from gipfel.kernel.state import ONGOING, RESULT, TURN, State

LARGEST = (1 << 63) - 1
"""The largest number that fits into a state."""
MANY = 256
"""More decisions than this are kept as an array, because most callers look at a few of them: to make a list
of thousands takes longer than to find them."""

DecisionsKernel = Callable[[State, State], int]
PlayKernel = Callable[[State, int], None]
OutcomeKernel = Callable[[State], int]
TurnsKernel = Callable[[State, State, State, State, State, int], int]
LegalKernel = Callable[[State, State, int], int]


@placeholder
def decisions(state: State, out: State) -> int:
    """Write the legal decisions into `out`; returns their number."""
    raise AssertionError


@placeholder
def play(state: State, decision: int) -> None:
    """Play a legal decision in place."""
    raise AssertionError


@placeholder
def outcome(state: State) -> int:
    """ONGOING, WHITE_WINS, BLACK_WINS or DRAW."""
    raise AssertionError


@kernel("int64(int64[::1])")
def stored_result(state: State) -> int:
    """The outcome kernel of games that store the result in their state, as all do so far."""
    return state[RESULT]


@dataclass(frozen=True, eq=False)
class Rules:
    """A game's kernels, and bounds that tell how large their arrays have to be."""

    title: str
    size: int
    """How many integers a state has."""
    most: int
    """No position has more legal decisions than this."""
    longest_turn: int
    """No turn has more decisions than this."""
    decisions: DecisionsKernel
    play: PlayKernel
    outcome: OutcomeKernel = stored_result
    momentary: tuple[int, ...] = ()
    """Entries such as side and phase, which do not count when finished positions are compared."""
    repetition_hash: OutcomeKernel | None = None
    """A kernel: a hash of what has to be the same for a position to count as repeated; 0 for a position that
    does not count or cannot come up again. Needed in batches of games whose `repetitions` is not 0."""
    canonical: Callable[[State], State] | None = None
    """For games in which equal positions may have different states: returns the state in canonical order."""
    legal: LegalKernel | None = None
    """1 if a decision, any number, is legal; for games in which listing all of them takes long. The second
    argument is room for decisions."""
    _latest: list[tuple[State, list[int]]] = field(default_factory=lambda: [([], [])], init=False, repr=False)
    """A state, and its legal decisions. It is replaced at once, as threads share it."""

    def essence(self, state: State) -> tuple[int, ...]:
        """What makes two positions equal: everything but the number of turns."""
        values = state if isinstance(state, list) else state.tolist()
        if self.canonical is not None:
            values = self.canonical(values)
        essence = [*values[:TURN], 0, *values[TURN + 1 :]]
        if essence[RESULT] != ONGOING:
            for i in self.momentary:
                essence[i] = 0
        return tuple(essence)

    def codes(self, state: State) -> list[int]:
        """The legal decisions of a state that is a list; they must not be changed."""
        codes = self.known_codes(state)
        if codes is None:
            out = [0] * self.most
            codes = out[: self.decisions(state, out)]
            self.note_codes([*state], codes)
        return codes

    def known_codes(self, state: State) -> list[int] | None:
        """The legal decisions of a state, if they are those that were noted last."""
        known, codes = self._latest[0]
        return codes if known is state or known == state else None

    def note_codes(self, state: State, codes: list[int]) -> None:
        """Note the legal decisions of a state, as notation, pointing and words ask for them one by one.

        Neither list may be changed later.
        """
        self._latest[0] = state, codes

    @property
    def bind(self) -> dict[str, Callable[..., Any]]:
        """The kernels that replace the placeholders of this module."""
        return {"decisions": self.decisions, "play": self.play, "outcome": self.outcome}

    def link(self, generic: F, fast: bool) -> F:
        """A generic algorithm linked to this game."""
        return link(generic, self.bind, fast, f"{self.title}, {generic.__name__}")

    def linked(self, fast: bool) -> "LinkedRules":
        """The kernels ready to run, compiled if `fast`."""
        kernels = self.arrays(fast)
        kernels.link()
        return kernels

    def arrays(self, fast: bool) -> "LinkedRules":
        """The same, but a kernel is linked when it is first used: a search needs the arrays alone."""
        return _CompiledRules(self) if fast else LinkedRules(self)


class LinkedRules:
    """A game's kernels, interpreted, with the arrays they work on."""

    fast = False

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._room = local()

    def link(self) -> None:
        """Link the kernels that every caller needs."""
        _ = self.decisions, self.play

    @cached_property
    def decisions(self) -> DecisionsKernel:
        """Lists the legal decisions."""
        return self._rules.link(self._rules.decisions, self.fast)

    @cached_property
    def play(self) -> PlayKernel:
        """Plays a decision."""
        return self._rules.link(self._rules.play, self.fast)

    @cached_property
    def outcome(self) -> OutcomeKernel:
        """Linked on first use: positions know their result without it."""
        return self._rules.link(self._rules.outcome, self.fast)

    @cached_property
    def play_turns(self) -> TurnsKernel:
        """Plays turns that are given as numbers; linked on first use."""
        from gipfel.kernel.turns import play_turns

        return self._rules.link(play_turns, self.fast)

    def after_turns(self, state: State, codes: Sequence[int], ends: Sequence[int]) -> tuple[State, int]:
        """The state after as many of these turns as are legal, and their number (see `play_turns`)."""
        after, begun = state.copy(), state.copy()
        number = self.play_turns(after, begun, self._out, self.array(codes), self.array(ends), len(ends))
        return after, int(number)

    def array(self, values: Any) -> State:
        """A new array of the kind these kernels work on."""
        return [int(value) for value in values]

    @property
    def _out(self) -> State:
        """Room for the decisions of any position; each thread has its own."""
        try:
            return self._room.out  # type: ignore[no-any-return]
        except AttributeError:
            self._room.out = self.array([0] * self._rules.most)
            return self._room.out  # type: ignore[no-any-return]

    def zeros(self, size: int) -> State:
        """An array of zeros of that kind."""
        return [0] * size

    def table(self, rows: int, columns: int) -> list[State]:
        """A table of zeros of that kind."""
        return [[0] * columns for _ in range(rows)]

    @cached_property
    def legal(self) -> LegalKernel:
        """Tells whether a decision is legal; only for games that have it."""
        assert self._rules.legal is not None
        return self._rules.link(self._rules.legal, self.fast)

    def is_legal(self, state: State, code: int) -> bool:
        """Is a decision legal? Only for games whose rules have `legal`."""
        return -LARGEST <= code <= LARGEST and self.legal(state, self._out, code) != 0

    def codes(self, state: State) -> Sequence[int]:
        """The legal decisions of a state; they must not be changed."""
        codes = self._rules.known_codes(state)
        if codes is None:
            out = self._out
            codes = out[: self.decisions(state, out)]
            self._rules.note_codes([*state], codes)
        return codes


class _CompiledRules(LinkedRules):
    """A game's kernels, compiled."""

    fast = True

    def array(self, values: Any) -> State:
        import numpy

        return numpy.array(values, numpy.int64)  # type: ignore[return-value]

    def zeros(self, size: int) -> State:
        import numpy

        return numpy.zeros(size, numpy.int64)  # type: ignore[return-value]

    def table(self, rows: int, columns: int) -> list[State]:
        import numpy

        return numpy.zeros((rows, columns), numpy.int64)  # type: ignore[return-value]

    def codes(self, state: State) -> Sequence[int]:
        out = self._out
        number = self.decisions(state, out)
        if number <= MANY:
            return out[:number].tolist()  # type: ignore[attr-defined,no-any-return]
        return array("q", out[:number].tobytes())  # type: ignore[attr-defined]

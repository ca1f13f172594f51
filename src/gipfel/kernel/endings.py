"""What a game knows about its endings: how large a win can still become, and when it is time to prove one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gipfel.kernel.evaluation import never
from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.rules import decisions, outcome
from gipfel.kernel.state import BLACK_WINS, DRAW, ONGOING, SIDE, WHITE_WINS, State

LOW, HIGH = 0, 1
"""Entries of what `bounds` writes."""
NUMBER_BITS = 30
"""The size of a number of positions, so that two fit into one integer."""
ROOM = 256
"""Integers; temporary memory of a game's `bounds`. Compiled code does not check it."""


@placeholder
def bounds(state: State, room: State) -> None:
    """Write the bounds of White's final lead: at least room[LOW], at most room[HIGH].

    A lead above 0 wins, one below 0 loses, 0 is a draw. When the game is over both bounds are the lead.
    """
    raise AssertionError


@placeholder
def may_recur(state: State) -> int:
    """1 if positions from here on may count as repeated although their states differ.

    Nothing is proven about such positions.
    """
    raise AssertionError


@placeholder
def identity(state: State) -> int:
    """A hash of a position, below bit 62: the same for states that are the same position."""
    raise AssertionError


@placeholder
def efforts(state: State, out: State, attacker: int, target: int) -> int:
    """A first guess how many positions a proof and a disproof take that the attacker reaches the target.

    Both are at least 1; the result is `both(proof, disproof)`. `out` has room for all decisions.
    """
    raise AssertionError


@kernel("int64(int64, int64)")
def both(proof: int, disproof: int) -> int:
    """Two numbers in one."""
    return (proof << NUMBER_BITS) | disproof


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def by_decisions(state: State, out: State, attacker: int, target: int) -> int:
    """The default of `efforts`: one decision is enough for the side that acts, the other needs all."""
    count = decisions(state, out)
    return both(1, count) if state[SIDE] == attacker else both(count, 1)


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def alike(state: State, out: State, attacker: int, target: int) -> int:
    """For games in which listing the decisions takes too long and tells little."""
    return both(1, 1)


@kernel("void(int64[::1], int64[::1])")
def plain_bounds(state: State, room: State) -> None:
    """The default of `bounds`: a win is a lead of 1, and nothing is known before the end."""
    result = outcome(state)
    room[LOW] = 1 if result == WHITE_WINS else (0 if result == DRAW else -1)
    room[HIGH] = -1 if result == BLACK_WINS else (0 if result == DRAW else 1)
    if result == ONGOING:
        room[LOW] = -1
        room[HIGH] = 1


def not_late(state: State) -> bool:
    """The default of `late`: the players never try to prove a win."""
    return False


@dataclass(frozen=True, eq=False)
class Endings:
    """What proofs of wins use in a game, and when its players try them."""

    bounds: Callable[[State, State], None] = plain_bounds
    """A kernel: bounds of the final lead."""
    may_recur: Callable[[State], int] = never
    """A kernel: can positions count as repeated although they differ? See the placeholder."""
    identity: Callable[[State], int] | None = None
    """A kernel: a hash of positions, for games in which equal positions may have different states."""
    efforts: Callable[[State, State, int, int], int] = by_decisions
    """A kernel: a first guess how large a proof and a disproof are."""
    counts_lead: bool = False
    """Does `bounds` count a lead in the game's unit, so that there is a best result to find?"""
    late: Callable[[State], bool] = not_late
    """Is a proof worth trying in this position?"""
    share: int = 0
    """The per cent of its time that a player spends on proofs in such positions."""
    hope: int = 0
    """A player that expects at least this score tries to prove a win; one that expects less, that its choice
    does not lose."""

    @cached_property
    def bind(self) -> dict[str, Callable[..., Any]]:
        """The kernels that replace the placeholders of this module."""
        bound: dict[str, Callable[..., Any]] = {
            "bounds": self.bounds,
            "may_recur": self.may_recur,
            "efforts": self.efforts,
        }
        return bound if self.identity is None else {**bound, "identity": self.identity}


NO_ENDINGS = Endings()
"""The endings of games that say nothing about them."""

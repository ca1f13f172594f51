"""Hints for a best-first search: which of very many decisions are worth evaluating."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.rules import decisions
from gipfel.kernel.state import State

MAY_WIN = 1 << 20
"""Hints from here on mean that the decision may win at once and has to be played to find out."""
SAME = -1
"""The hint of a decision that leads to almost the same position as another one, which has a better hint."""


@placeholder
def survey(state: State, room: State) -> None:
    """Examine a position before `hint` is called for its decisions; the findings go into `room`."""
    raise AssertionError


@placeholder
def hint(state: State, room: State, decision: int) -> int:
    """How promising a legal decision is, 0 or more, plus MAY_WIN if it may win at once; or SAME."""
    raise AssertionError


@placeholder
def allows(state: State, out: State, decision: int) -> int:
    """1 if a decision is legal; `out` has room for all decisions."""
    raise AssertionError


@kernel("void(int64[::1], int64[::1])")
def no_survey(state: State, room: State) -> None:
    """The default: the game gives no hints."""


@kernel("int64(int64[::1], int64[::1], int64)")
def no_hint(state: State, room: State, decision: int) -> int:
    """The default: the game gives no hints."""
    return 0


@kernel("int64(int64[::1], int64[::1], int64)")
def is_listed(state: State, out: State, decision: int) -> int:
    """The default of `allows`: look for the decision among all legal ones."""
    for i in range(decisions(state, out)):
        if out[i] == decision:
            return 1
    return 0


NO_HINTS: dict[str, Callable[..., Any]] = {"survey": no_survey, "hint": no_hint, "allows": is_listed}


@dataclass(frozen=True, eq=False)
class HintedEvaluation(Evaluation):
    """An evaluation that also gives hints about decisions before they are played."""

    survey: Callable[[State, State], None] = no_survey
    hint: Callable[[State, State, int], int] = no_hint
    allows: Callable[[State, State, int], int] = is_listed

    @cached_property
    def bind(self) -> dict[str, Callable[..., Any]]:
        return {**super().bind, "survey": self.survey, "hint": self.hint, "allows": self.allows}

"""The clock of a table: how much time each side has left, and whose clock runs.

A clock gets all instants from its caller and never reads the time itself. Instants are milliseconds since
1970.

The time a decision travels is given back to the player, but not without limit, as a client can pretend that
its line is slow: each side has a budget for it, which is refilled a little in each turn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic_ns, time_ns
from typing import Any

from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import CLOCKS, NO_CLOCK, TimeLimit
from gipfel.notation.errors import OptionError
from gipfel.table.seats import side_word

Now = Callable[[], int]
"""Returns the time."""

NONE, INCREMENT, DELAY, CORRESPONDENCE = "none", "increment", "delay", "correspondence"
PATIENCE = "patience"
"""Days for every decision in a contest without a clock. Afterwards the other side may claim the contest."""
SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
MOST_LAG = 500
"""The most milliseconds that are given back for a decision's network delay."""
LAG_BUDGET = 2000
"""The milliseconds that can be given back to a side at the start; it never has more."""
LAG_REFILL = 100
"""The milliseconds that are added to the budget at the end of a stretch."""
REPLY_SHOWN = 1000
"""The milliseconds in which a page shows what an engine replied; they are charged to nobody."""
LEAST_FOR_FILMS = MINUTE
"""With less time than this a player is shown a reply at once."""


_STARTED = time_ns() - monotonic_ns()
"""When the monotonic clock showed 0, by the wall clock at the start of this process."""


def real_now() -> int:
    """The time: that of the wall clock when this process started, and what has passed since then.

    It goes on evenly even if somebody sets the wall clock.
    """
    return (_STARTED + monotonic_ns()) // 1_000_000


class GameTime:
    """The time of a server's tables: it goes on with another clock, is set forward, and never back."""

    def __init__(self, source: Now) -> None:
        self._source = source
        self._ahead = 0

    def __call__(self) -> int:
        return self._source() + self._ahead

    def reach(self, instant: int) -> None:
        """Set the time forward to an instant, unless it is later already."""
        self._ahead += max(0, instant - self())


# --- The kind of clock -----------------------------------------------------------------------------------


def read_limit(data: object) -> TimeLimit:
    """The kind of clock that JSON describes; None means no clock. Raises OptionError."""
    if data is None:
        return NO_CLOCK
    if not isinstance(data, Mapping):
        raise OptionError('a clock is {"kind": "none"} or {"kind": "sudden-death", "minutes": 20}')
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in CLOCKS:
        raise OptionError(f"the kind of a clock is one of {', '.join(CLOCKS)}, not {_shown(kind)}")
    needed = CLOCKS[kind].numbers
    for key in data:
        if key != "kind" and key not in needed:
            has = f"it has {' and '.join(needed)}" if needed else "it has no numbers"
            raise OptionError(f"a clock of kind {kind} has no {_shown(key)}; {has}")
    return TimeLimit(kind, **{key: _number(kind, key, data.get(key)) for key in needed})


def _number(kind: str, key: str, given: object) -> int:
    least, most = CLOCKS[kind].numbers[key]
    if type(given) is not int or not least <= given <= most:
        what = f"not {_shown(given)}" if given is not None else "which are missing"
        raise OptionError(f"a clock of kind {kind} has {least} to {most} {key}, {what}")
    return given


def _shown(given: object) -> str:
    return repr(given)[:40]


def limit_to_dict(limit: TimeLimit) -> dict[str, Any]:
    """The kind of clock as JSON; `read_limit` reads it."""
    if limit.kind == PATIENCE:
        return {"kind": PATIENCE, "days": limit.days}
    return {"kind": limit.kind, **{key: getattr(limit, key) for key in CLOCKS[limit.kind].numbers}}


def initial_time(limit: TimeLimit) -> int:
    """Each side's time at the start. If there are only increments it is the first one."""
    if limit.kind in (CORRESPONDENCE, PATIENCE):
        return limit.days * DAY
    if limit.kind == INCREMENT and not limit.minutes:
        return limit.seconds * SECOND
    return limit.minutes * MINUTE // limit.divisor


# --- The clock -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clock:
    """The state of a clock. A *stretch* is the time from when a side is to act until the other is."""

    limit: TimeLimit
    left: Mapping[Side, int]
    """The time left at `since`."""
    running: Side | None = None
    """Whose clock runs; None while it is stopped."""
    since: int = 0
    """The instant since which it runs."""
    free: int = 0
    """The part of the stretch's delay that was left at `since`."""
    stretch: Side | None = None
    """Whose stretch it is, also while the clock is stopped in the middle of it."""
    lag_left: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, LAG_BUDGET))
    """The budget of each side: what can still be given back for network delays."""

    @classmethod
    def of(cls, limit: TimeLimit) -> "Clock | None":
        """A clock before the game; None if the game has none."""
        return None if limit.kind == NONE else cls(limit, dict.fromkeys(Side, initial_time(limit)))

    # Questions.

    @property
    def deadline(self) -> int | None:
        """When the side whose clock runs will lose; None while it is stopped, and if nobody loses by it."""
        return None if self.limit.kind == PATIENCE else self._end

    @property
    def claimable(self) -> int | None:
        """When the other side may claim the contest; None if it may not."""
        return self._end if self.limit.kind == PATIENCE else None

    @property
    def _end(self) -> int | None:
        """When the side whose clock runs will have no time left."""
        return None if self.running is None else self.since + self.free + self.left[self.running]

    def is_out(self, now: int, lag: int = 0) -> bool:
        """Is the time over? A decision with this network delay was made before `now`."""
        return self.deadline is not None and now - _credit(lag) >= self.deadline

    def granted(self, side: Side, lag: int) -> int:
        """The part of a network delay that the budget of a side allows to give back."""
        return min(_credit(lag), self.lag_left[side])

    def shown_reply(self, side: Side) -> int:
        """The time in which an engine's decision is shown before the clock of a side starts."""
        return REPLY_SHOWN if self.left[side] >= LEAST_FOR_FILMS else 0

    def face(self, now: int) -> dict[str, Any] | None:
        """What it shows at an instant, as JSON for pages; None if nobody loses by it."""
        if self.limit.kind == PATIENCE:
            return None
        shown = self.paused(now)
        return {
            **limit_to_dict(self.limit),
            "left": {side_word(side): shown.left[side] for side in Side},
            "running": None if self.running is None else side_word(self.running),
            "free": 0 if self.running is None else shown.free,
        }

    # Changes.

    def paused(self, at: int, lag: int = 0) -> "Clock":
        """The clock, stopped; the stretch is not over."""
        if self.running is None:
            return self
        ran = max(0, at - self.since)
        given_back = min(_credit(lag), ran)
        elapsed = ran - given_back
        counted = max(0, elapsed - self.free)
        left = {**self.left, self.running: max(0, self.left[self.running] - counted)}
        stopped = replace(self, left=left, running=None, since=at, free=max(0, self.free - elapsed))
        return stopped._with_budget(self.running, -given_back)

    def switched(
        self, side: Side | None, at: int, lag: int = 0, decided: bool = True, shown: int = 0
    ) -> "Clock":
        """The clock when a side, or None, is to act.

        `decided`: because of a decision, which pages show for `shown` milliseconds before the time counts.
        """
        if side == self.running and side == self.stretch and not decided:
            return self
        stopped = self.paused(at, lag)
        if side != self.stretch or (decided and self.limit.kind == PATIENCE):
            stopped = stopped._stretch_over(decided)._stretch_begun(side, shown)
        return replace(stopped, running=side, since=at)

    def interrupted(self, since: int, until: int) -> "Clock":
        """The clock if it did not run between two instants; it goes on at the second one."""
        if self.running is None or self.since >= until:
            return self
        return replace(self.paused(since), running=self.running, since=until)

    def _stretch_over(self, decided: bool) -> "Clock":
        """The clock with what a side gets at the end of its stretch."""
        if self.stretch is None:
            return self
        left = self.left[self.stretch]
        if self.limit.kind in (CORRESPONDENCE, PATIENCE):
            left = initial_time(self.limit)
        elif self.limit.kind == INCREMENT and decided:
            left += self.limit.seconds * SECOND
        over = replace(self, left={**self.left, self.stretch: left})
        return over._with_budget(self.stretch, LAG_REFILL if decided else 0)

    def _stretch_begun(self, side: Side | None, shown: int) -> "Clock":
        delayed = self.limit.kind == DELAY and side is not None
        return replace(self, stretch=side, free=(self.limit.seconds * SECOND if delayed else 0) + shown)

    def _with_budget(self, side: Side, more: int) -> "Clock":
        """The clock with more, or less, in the budget of a side."""
        budget = min(max(0, self.lag_left[side] + more), LAG_BUDGET)
        return replace(self, lag_left={**self.lag_left, side: budget})


def _credit(lag: int) -> int:
    return min(max(0, lag), MOST_LAG)

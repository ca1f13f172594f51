"""Plays any game on the page by pointing, and knows no rule.

Everything it knows is the page's contract (docs/page.md): what can be pointed at has `data-target`, what
leads to a decision now has the class `open` too, and the table says in `data-…` how far it is.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

PATIENCE = 10_000
"""Milliseconds until the page has to show what a click did."""
ENDING = "button take"
"""Closes a choice of toggles, which could go on for ever."""
MOST_CLICKS = 1500

READ = (Path(__file__).parent / "read.js").read_text(encoding="utf-8")


class Spot(NamedTuple):
    """A target that is open, and where a finger hits it."""

    target: str
    x: float
    y: float
    covered: str
    """What lies over all of it; empty if it can be hit."""


@dataclass(frozen=True)
class Seen:
    """What the table shows."""

    key: str
    number: int
    side: str
    over: bool
    prefix: str
    open: tuple[Spot, ...]

    def spot(self, target: str) -> Spot:
        """Where a target is; it has to be open."""
        for spot in self.open:
            if spot.target == target:
                return spot
        raise AssertionError(f"{target} is not open, but {', '.join(spot.target for spot in self.open)}")


class Driver:
    """Points at things on the table that a page shows."""

    def __init__(self, page: Page, seed: int = 0, prefer: str = "", tap: bool = False) -> None:
        """`prefer` is how the targets begin that are pointed at first, to make a long game shorter."""
        self.page = page
        self.clicks = 0
        self._chance = Random(seed)
        self._first = (ENDING, *filter(None, [prefer]))
        self._number = -1
        self._pointed: list[str] = []
        self._hit: Callable[[float, float], None] = page.touchscreen.tap if tap else page.mouse.click

    def see(self, before: str = "", acting: bool = True) -> Seen:
        """The table when it has settled, differs from `before`, and there is something to do if `acting`."""
        question = {"before": before, "patience": PATIENCE, "acting": acting}
        found: dict[str, Any] | None = self.page.evaluate(READ, question)
        assert found is not None, f"no table is shown: {self.page.inner_text('body')[:300]}"
        assert found.pop("settled"), f"nothing happened within {PATIENCE} ms after {before!r}: {found}"
        return Seen(**{**found, "open": tuple(Spot(**spot) for spot in found["open"])})

    def point(self, spot: Spot, seen: Seen) -> Seen:
        """Click where a target is; what the table shows then."""
        assert not spot.covered, f"{spot.target} cannot be hit, over it lies {spot.covered}"
        self.clicks += 1
        self._hit(spot.x, spot.y)
        return self.see(seen.key)

    def point_at(self, target: str, seen: Seen | None = None) -> Seen:
        """Click on a target by name."""
        seen = seen or self.see()
        return self.point(seen.spot(target), seen)

    def step(self, seen: Seen) -> Seen:
        """One click on something that is open; nothing twice within a decision while something else is."""
        if seen.number != self._number:
            self._number, self._pointed = seen.number, []
        spot = self._choose(seen)
        self._pointed.append(spot.target)
        return self.point(spot, seen)

    def _choose(self, seen: Seen) -> Spot:
        named = Counter(spot.target for spot in seen.open)
        twice = [spot for spot in seen.open if named[spot.target] > 1]
        if twice:  # One of several rows that cross was singled out, and a button offers it too.
            return twice[-1]
        fresh = [spot for spot in seen.open if spot.target not in self._pointed]
        first = [spot for spot in fresh if spot.target.startswith(self._first)]
        return self._chance.choice(first or fresh or [*seen.open])

    def play(self, until: Callable[[Seen], bool] | None = None, most: int = MOST_CLICKS) -> Seen:
        """Point at random until the game is over, or until something is seen."""
        seen = self.see()
        for _ in range(most):
            if seen.over or (until is not None and until(seen)):
                return seen
            seen = self.step(seen)
        raise AssertionError(f"no end after {most} clicks: {seen}")

    def decide(self, seen: Seen | None = None) -> Seen:
        """One complete decision at random."""
        number = (seen or self.see()).number
        return self.play(until=lambda now: now.number != number)

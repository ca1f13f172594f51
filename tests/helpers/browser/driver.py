"""Plays any game on the page by pointing; it knows no rule.

It relies only on what docs/page.md promises to tests: targets have `data-target`, those that lead to a
decision now have the class `open`, and the table has its state in `data-…`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

TIMEOUT = 10_000
"""Milliseconds until the page has to show the effect of a click."""
ENDING = "button take"
"""Ends a choice of toggles, which could go on forever."""
MOST_CLICKS = 1500

Hit = Callable[[float, float], None]
READ_TABLE = (Path(__file__).parent / "read_table.js").read_text(encoding="utf-8")


class Spot(NamedTuple):
    """An open target, and a point where a click hits it."""

    target: str
    x: float
    y: float
    covered: str
    """The element that covers all of it; empty if it can be hit."""


@dataclass(frozen=True)
class TableState:
    """What the table shows."""

    key: str
    number: int
    side: str
    over: bool
    prefix: str
    magnified: bool
    """Is a loupe open?"""
    open: tuple[Spot, ...]

    def spot(self, target: str) -> Spot:
        """An open target by name."""
        for spot in self.open:
            if spot.target == target:
                return spot
        raise AssertionError(f"{target} is not open, but {', '.join(spot.target for spot in self.open)}")


class Driver:
    """Points at things on the table that a page shows."""

    def __init__(
        self, page: Page, seed: int = 0, prefer: str = "", tap: bool = False, hit: Hit | None = None
    ) -> None:
        """Targets that start with `prefer` are pointed at first, to make a long game shorter.

        `hit` points at a place in the window in another way than by a click of the mouse or a tap.
        """
        self.page = page
        self.clicks = 0
        self._random = Random(seed)
        self._first = (ENDING, *filter(None, [prefer]))
        self._number = -1
        self._pointed: list[str] = []
        self._hit: Hit = hit or (page.touchscreen.tap if tap else page.mouse.click)

    def read(self, before: str = "", acting: bool = True) -> TableState:
        """Read the table once it is idle, differs from `before`, and has an open target if `acting`."""
        question = {"before": before, "timeout": TIMEOUT, "acting": acting}
        found: dict[str, Any] | None = self.page.evaluate(READ_TABLE, question)
        assert found is not None, f"no table is shown: {self.page.inner_text('body')[:300]}"
        assert found.pop("settled"), f"nothing has changed within {TIMEOUT} ms after {before!r}: {found}"
        return TableState(**{**found, "open": tuple(Spot(**spot) for spot in found["open"])})

    def point(self, spot: Spot, state: TableState, acting: bool = True) -> TableState:
        """Click on a target; the table after that. Without `acting`, somebody else may be to act then.

        Where places are too small for fingers, the first tap only opens a loupe.
        """
        assert not spot.covered, f"{spot.target} cannot be hit, it is covered by {spot.covered}"
        self.clicks += 1
        self._hit(spot.x, spot.y)
        after = self.read(state.key, acting)
        if after.magnified and not state.magnified:
            return self.point(after.spot(spot.target), after, acting)
        return after

    def point_at(self, target: str, state: TableState | None = None) -> TableState:
        """Click on a target by name; the table after that."""
        state = state or self.read()
        return self.point(state.spot(target), state)

    def step(self, state: TableState, acting: bool = True) -> TableState:
        """Click on an open target, if possible on one that was not clicked before in this decision."""
        if state.number != self._number:
            self._number, self._pointed = state.number, []
        spot = self._choose(state)
        self._pointed.append(spot.target)
        return self.point(spot, state, acting)

    def _choose(self, state: TableState) -> Spot:
        named = Counter(spot.target for spot in state.open)
        twice = [spot for spot in state.open if named[spot.target] > 1]
        if twice:  # One of several rows that cross is highlighted, and has a button, too.
            return twice[-1]
        fresh = [spot for spot in state.open if spot.target not in self._pointed]
        first = [spot for spot in fresh if spot.target.startswith(self._first)]
        return self._random.choice(first or fresh or [*state.open])

    def play(self, until: Callable[[TableState], bool] | None = None, most: int = MOST_CLICKS) -> TableState:
        """Point at random until the game is over or `until` is true."""
        state = self.read()
        for _ in range(most):
            if state.over or (until is not None and until(state)):
                return state
            state = self.step(state)
        raise AssertionError(f"no end after {most} clicks: {state}")

    def decide(self, state: TableState | None = None) -> TableState:
        """Make one complete decision at random."""
        number = (state or self.read()).number
        return self.play(until=lambda now: now.number != number)


def shown_table(page: Page) -> Driver:
    """A driver for the table that a page shows."""
    page.wait_for_selector("[data-number]")
    driver = Driver(page)
    assert driver.read(acting=False).number >= 0
    return driver

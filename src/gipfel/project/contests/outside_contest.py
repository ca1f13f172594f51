"""Contests that are played elsewhere and reported here."""

from dataclasses import dataclass, replace
from typing import Self

from gipfel.games.core.contest import Verdict
from gipfel.games.core.side import SIDE_NAMES, Side
from gipfel.locale import say
from gipfel.project.contests.contest import COLOURS, LinkedContest, verdict_of

REPORTS = f"{COLOURS}="
TEXTS = (*(f"report:{winner}" for winner in REPORTS), "confirm", "dispute")
CONFIRM, DISPUTE = 3, 4


@dataclass(frozen=True)
class Outside(LinkedContest):
    """Something played elsewhere: the user reports who won, the opponent confirms or disputes it."""

    reported: str = ""
    confirmed: bool = False

    @property
    def kind(self) -> str:
        return "report"

    @property
    def title(self) -> str:
        return say("outside game")

    @property
    def side(self) -> Side:
        return self.user.other if self.reported else self.user

    @property
    def codes(self) -> list[int]:
        return [CONFIRM, DISPUTE] if self.reported else [0, 1, 2]

    @property
    def usual(self) -> int | None:
        return CONFIRM if self.reported else None

    def text(self, code: int) -> str:
        return TEXTS[code]

    def _after(self, code: int) -> "Outside":
        if not self.reported:
            return replace(self, reported=REPORTS[code])
        return replace(self, confirmed=True) if code == CONFIRM else replace(self, reported="")

    def _at(self, text: str) -> Self | None:
        return replace(self, reported=text) if text in tuple(REPORTS) else None

    @property
    def verdict(self) -> Verdict | None:
        if not self.confirmed:
            return None
        return verdict_of(None if self.reported == "=" else Side(COLOURS.index(self.reported)), self.user)

    @property
    def state_text(self) -> str:
        return self.reported or "-"

    @property
    def task(self) -> str:
        side = SIDE_NAMES[self.side]
        if not self.reported:
            return say("{side}: report who has won the outside game.", side=side)
        if self.reported == "=":
            return say("{side}: confirm that nobody has won, or dispute it.", side=side)
        winner = SIDE_NAMES[COLOURS.index(self.reported)]
        return say("{side}: confirm that {winner} has won, or dispute it.", side=side, winner=winner)

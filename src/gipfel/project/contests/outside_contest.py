"""Contests that are played elsewhere and reported here.

One player reports the result, the other one confirms or disputes it. After a dispute the report can be
withdrawn or confirmed after all, or both agree to play again or to let a coin decide. Nobody decides for the
other.
"""

import re
from dataclasses import dataclass, replace
from typing import Self

from gipfel.games.core.contest import Verdict
from gipfel.games.core.side import SIDE_NAMES, Side
from gipfel.locale import note, say
from gipfel.project.contests.commit_reveal import Proof
from gipfel.project.contests.contest import COLOURS, LinkedContest, verdict_of
from gipfel.project.potentials.agreement import outside_name

REPORTS = f"{COLOURS}="
AGAIN, BY_COIN = "replay", "coin"
TEXTS = (
    *(f"report:{winner}" for winner in REPORTS),
    *("confirm", "dispute", "settle:withdraw", f"settle:{AGAIN}", f"settle:{BY_COIN}", "report:?"),
    *("toss:h", "toss:t"),
)
CONFIRM, DISPUTE, WITHDRAW, REPLAY, COIN, ASK, HEADS, TAILS = range(len(REPORTS), len(TEXTS))
ASKED, LETTERS = "asked", "wb"
_STATE = re.compile(r"(asked )?([WB=])( disputed(?: (replay|coin) by ([wb])| (coin))?)?")


@dataclass(frozen=True)
class Outside(LinkedContest):
    """Something played elsewhere: the user reports who won, or asks the opponent to report it."""

    asked: bool = False
    """The opponent reports."""
    reported: str = ""
    disputed: bool = False
    proposal: str = ""
    """What one side proposes after a dispute."""
    proposed_by: Side | None = None
    """Who proposes it; None if nobody does, or if both want it."""
    confirmed: bool = False
    toss: str = ""

    @property
    def kind(self) -> str:
        return "report"

    @property
    def title(self) -> str:
        return outside_name(self.name) or say("outside game")

    @property
    def reporter(self) -> Side:
        """The side that reports the result."""
        return self.user.other if self.asked else self.user

    @property
    def side(self) -> Side:
        if self.chance:
            return self.user
        if self.proposed_by is not None:
            return self.proposed_by.other
        return self.reporter.other if self.reported and not self.disputed else self.reporter

    @property
    def chance(self) -> str:
        return "coin" if self.proposal == BY_COIN and self.proposed_by is None else ""

    # Decisions.

    @property
    def codes(self) -> list[int]:
        if self.chance:
            return [HEADS, TAILS]
        if not self.reported:
            reports = [*range(len(REPORTS))]
            return reports if self.asked else [*reports, ASK]
        if not self.disputed:
            return [CONFIRM, DISPUTE]
        return [WITHDRAW if self.side == self.reporter else CONFIRM, REPLAY, COIN]

    def read(self, text: str, side: Side | None = None) -> int:
        """A new report withdraws the one that is disputed."""
        if text in TEXTS[: len(REPORTS)] and self.disputed and self.side == self.reporter and not self.chance:
            return TEXTS.index(text)
        return super().read(text, side)

    @property
    def usual(self) -> int | None:
        """An engine does not know what happened elsewhere: it asks, and believes."""
        return next((code for code in (CONFIRM, WITHDRAW, ASK) if code in self.codes), None)

    def text(self, code: int) -> str:
        return TEXTS[code]

    def _after(self, code: int) -> "Outside":
        if code < len(REPORTS):
            return replace(self._anew(), reported=REPORTS[code])
        if code == ASK:
            return replace(self, asked=True)
        if code == CONFIRM:
            return replace(self, confirmed=True)
        if code == DISPUTE:
            return replace(self, disputed=True)
        if code in (HEADS, TAILS):
            return replace(self, toss="ht"[code - HEADS])
        if code == WITHDRAW:
            return self._anew()
        return self._proposing(AGAIN if code == REPLAY else BY_COIN)

    def _anew(self) -> "Outside":
        """Nothing is reported."""
        return replace(self, reported="", disputed=False, proposal="", proposed_by=None)

    def _proposing(self, proposal: str) -> "Outside":
        """The side to decide proposes something; what both propose is done."""
        if self.proposal != proposal:
            return replace(self, proposal=proposal, proposed_by=self.side)
        return self._anew() if proposal == AGAIN else replace(self, proposed_by=None)

    def thrown(self, proof: Proof) -> int:
        return HEADS + proof.bit(self.purpose) if self.chance else super().thrown(proof)

    def shown(self, code: int) -> str:
        if code == HEADS:
            return say("The coin shows heads: {side} has won.", side=say(SIDE_NAMES[self.user]))
        return say("The coin shows tails: {side} has won.", side=say(SIDE_NAMES[self.user.other]))

    # As text.

    @property
    def state_text(self) -> str:
        parts = [ASKED] if self.asked else []
        parts += [self.reported] if self.reported else []
        parts += ["disputed"] if self.disputed else []
        parts += [self.proposal] if self.proposal else []
        parts += [f"by {LETTERS[self.proposed_by]}"] if self.proposed_by is not None else []
        return " ".join(parts) or "-"

    def _at(self, text: str) -> Self | None:
        if text == ASKED:
            return replace(self, asked=True)
        found = _STATE.fullmatch(text)
        if found is None:
            return None
        asked, reported, disputed, proposal, by, agreed = found.groups()
        return replace(
            self,
            asked=bool(asked),
            reported=reported,
            disputed=bool(disputed),
            proposal=proposal or agreed or "",
            proposed_by=Side(LETTERS.index(by)) if by else None,
        )

    @property
    def way(self) -> list[str]:
        """Decisions that lead from the beginning to this state."""
        codes = [ASK] if self.asked else []
        codes += [REPORTS.index(self.reported)] if self.reported else []
        codes += [DISPUTE] if self.disputed else []
        proposal, other = (REPLAY, COIN) if self.proposal == AGAIN else (COIN, REPLAY)
        codes += [other] if self.proposed_by == self.reporter.other else []
        codes += [proposal] * (2 if self.chance else bool(self.proposal))
        return [self.text(code) for code in codes]

    @property
    def verdict(self) -> Verdict | None:
        if self.toss:
            return Verdict.WON if self.toss == "h" else Verdict.LOST
        if not self.confirmed:
            return None
        return verdict_of(None if self.reported == "=" else Side(COLOURS.index(self.reported)), self.user)

    # In words.

    @property
    def task(self) -> str:
        if self.chance:
            return say(
                "The coin decides: heads, and {user} has won; tails, and {opponent} has.",
                user=SIDE_NAMES[self.user],
                opponent=SIDE_NAMES[self.user.other],
            )
        todo = self._dispute_task if self.disputed else self._report_task
        return say("{side}: {todo}", side=SIDE_NAMES[self.side], todo=todo)

    @property
    def _report_task(self) -> str:
        """Reporting, and answering a report."""
        if self.reported == "=":
            return note("confirm that nobody has won, or dispute it.")
        if self.reported:
            winner = SIDE_NAMES[COLOURS.index(self.reported)]
            return note("confirm that {winner} has won, or dispute it.", winner=winner)
        if outside_name(self.name):
            return note("report who has won {game}.", game=outside_name(self.name))
        return note("report who has won the outside game.")

    @property
    def _dispute_task(self) -> str:
        """What can be done after a dispute."""
        if self.proposed_by is None:
            return note(
                "your report is disputed. Withdraw it, or propose to play it again or to let a coin decide."
            )
        reports = self.side == self.reporter
        give_in = note("withdraw your report") if reports else note("confirm the report after all")
        other = SIDE_NAMES[self.proposed_by]
        if self.proposal == AGAIN:
            what = note("{other} proposes to play it again: do that, {give_in}, or propose a coin.")
        else:
            what = note("{other} proposes a coin: toss it, {give_in}, or propose to play it again.")
        return note(what, other=other, give_in=give_in)

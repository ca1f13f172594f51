"""Contests that chance decides: a die, a high card, a coin."""

from dataclasses import dataclass, replace
from typing import Self

from gipfel.games.core.contest import Verdict
from gipfel.games.core.side import SIDE_NAMES, side_name
from gipfel.locale import note, say
from gipfel.project.contests.commit_reveal import FACES, LOWEST_CARD, Proof
from gipfel.project.contests.contest import LinkedContest

RANKS = 13
HEADS_TAILS = "ht"


@dataclass(frozen=True)
class Comparison(LinkedContest):
    """Both sides roll a die or draw a card; the higher one wins."""

    pair: tuple[int, int] | None = None

    @property
    def kind(self) -> str:
        return "die" if self.name == "die" else "card"

    @property
    def title(self) -> str:
        return say("die") if self.name == "die" else say("high card")

    @property
    def chance(self) -> str:
        return self.kind

    @property
    def _range(self) -> tuple[int, int]:
        """The lowest value and the number of values."""
        return (1, FACES) if self.name == "die" else (LOWEST_CARD, RANKS)

    @property
    def codes(self) -> list[int]:
        return list(range(self._range[1] ** 2))

    def _pair(self, code: int) -> tuple[int, int]:
        lowest, number = self._range
        mine, other = divmod(code, number)
        return mine + lowest, other + lowest

    def text(self, code: int) -> str:
        mine, other = self._pair(code)
        return f"{self.name}:{mine}-{other}"

    def shown(self, code: int) -> str:
        mine, other = (str(value) for value in self._pair(code))
        user, opponent = side_name(self.user), side_name(self.user.other)
        return say(
            "{user} has {mine}, {opponent} has {other}.", user=user, mine=mine, opponent=opponent, other=other
        )

    def _after(self, code: int) -> "Comparison":
        return replace(self, pair=self._pair(code))

    @property
    def verdict(self) -> Verdict | None:
        if self.pair is None:
            return None
        mine, other = self.pair
        return Verdict.TIED if mine == other else Verdict.WON if mine > other else Verdict.LOST

    @property
    def result(self) -> str:
        return "" if self.pair is None else f"{self.pair[0]}-{self.pair[1]}"

    def thrown(self, proof: Proof) -> int:
        lowest, number = self._range
        mine, other = proof.dice(self.purpose) if self.name == "die" else proof.cards(self.purpose)
        return (mine - lowest) * number + other - lowest

    @property
    def state_text(self) -> str:
        return "-"

    @property
    def task(self) -> str:
        if self.name == "die":
            what = note("Both roll the die: it decides whether {side} may use the potential.")
        else:
            what = note("Both draw a card: it decides whether {side} may use the potential.")
        return say(what, side=SIDE_NAMES[self.user])


@dataclass(frozen=True)
class Coin(LinkedContest):
    """The user calls heads or tails, then the coin is tossed."""

    call: str = ""
    toss: str = ""

    @property
    def kind(self) -> str:
        return "coin"

    @property
    def title(self) -> str:
        return say("coin")

    @property
    def chance(self) -> str:
        return "coin" if self.call else ""

    @property
    def codes(self) -> list[int]:
        return [0, 1]

    def text(self, code: int) -> str:
        return f"{'toss' if self.call else 'call'}:{HEADS_TAILS[code]}"

    def shown(self, code: int) -> str:
        return say("The coin shows heads.") if HEADS_TAILS[code] == "h" else say("The coin shows tails.")

    def _after(self, code: int) -> "Coin":
        if self.call:
            return replace(self, toss=HEADS_TAILS[code])
        return replace(self, call=HEADS_TAILS[code])

    def _at(self, text: str) -> Self | None:
        return replace(self, call=text) if text in tuple(HEADS_TAILS) else None

    @property
    def verdict(self) -> Verdict | None:
        if not self.toss:
            return None
        return Verdict.WON if self.call == self.toss else Verdict.LOST

    def thrown(self, proof: Proof) -> int:
        return proof.bit(self.purpose) if self.call else super().thrown(proof)

    @property
    def state_text(self) -> str:
        return self.call or "-"

    @property
    def task(self) -> str:
        if self.call:
            return say("The coin is tossed.")
        return say("{side}: call heads (h) or tails (t).", side=SIDE_NAMES[self.user])

"""Contests: what is played, rolled, tossed or drawn for the use of a potential.

A contest is immutable, like a position: it says who decides, what can be decided, and what becomes of it.
Games are known only through the Game protocol.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import sha256

from gipfel.draw.scene import Scene
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import game
from gipfel.games.core.side import BLACK, SIDE_NAMES, WHITE, Side
from gipfel.locale import note, say
from gipfel.notation.errors import IllegalDecision, NotationError, PositionError
from gipfel.project.contests.commit_reveal import FACES, LOWEST_CARD, Proof
from gipfel.project.potentials.agreement import OUTSIDE

COLOURS = "WB"
RANKS = 13


class Verdict(Enum):
    """How a contest ended for the user of the potential."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


def verdict_of(winner: Side | None, user: Side) -> Verdict:
    """How a contest with this winner ended for the user."""
    if winner is None:
        return Verdict.TIED
    return Verdict.WON if winner == user else Verdict.LOST


def winner_text(verdict: Verdict, user: Side) -> str:
    """W, B or =, as it is written behind a contested move."""
    if verdict is Verdict.TIED:
        return "="
    return COLOURS[user if verdict is Verdict.WON else user.other]


@dataclass(frozen=True)
class Contest(ABC):
    """One challenge being carried out."""

    name: str
    """What it is: `die`, `outside`, `zertz basic`, ..."""
    user: Side
    """Who wants to use a potential."""
    purpose: str = field(compare=False)
    """Tells this contest from all others of the game; chance depends on it."""
    attempt: int = field(compare=False)
    """1, or more when ties are played again."""

    @property
    def id(self) -> str:
        """The first word of the name, as it is written behind a contested move."""
        return self.name.split()[0]

    @property
    def side(self) -> Side:
        """Who decides next."""
        return self.user

    @property
    def by_chance(self) -> bool:
        """Does nobody decide, but a die, a coin, a card or a lot?"""
        return False

    @property
    @abstractmethod
    def codes(self) -> list[int]:
        """What can be decided, or what chance may bring."""

    @abstractmethod
    def text(self, code: int) -> str:
        """A decision of the contest in notation."""

    @abstractmethod
    def after(self, code: int) -> "Contest":
        """The contest one decision later."""

    @property
    @abstractmethod
    def verdict(self) -> Verdict | None:
        """How it ended; None while it goes on."""

    @property
    def result(self) -> str:
        """What is written behind the contested move when it is over."""
        return "" if self.verdict is None else winner_text(self.verdict, self.user)

    def drawn(self, proof: Proof) -> int:
        """What chance brings, from two secrets."""
        raise IllegalDecision(f"in this contest ({self.name}) nothing is left to chance now")

    def read(self, text: str) -> int:
        """The decision a text means. Raises NotationError or IllegalDecision."""
        for code in self.codes:
            if self.text(code) == text:
                return code
        some = ", ".join(self.text(code) for code in self.codes[:3])
        raise IllegalDecision(f"{text} is not legal in this contest ({self.name}); e.g. {some} is")

    @property
    @abstractmethod
    def state_text(self) -> str:
        """Where it stands, in one line."""

    @property
    @abstractmethod
    def task(self) -> str:
        """What to do now, in one sentence."""

    def scene(self, around: Scene) -> Scene:
        """What to draw: the GIPF board with the contest's sentence, unless it has a board of its own."""
        return replace(around, sentence=self.task)


@dataclass(frozen=True)
class Comparison(Contest):
    """Both roll a die or draw a card; the user's must not be lower."""

    pair: tuple[int, int] | None = None

    @property
    def _range(self) -> tuple[int, int]:
        return (1, FACES) if self.name == "die" else (LOWEST_CARD, RANKS)

    @property
    def by_chance(self) -> bool:
        return True

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

    def after(self, code: int) -> "Comparison":
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

    def drawn(self, proof: Proof) -> int:
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


HEADS_TAILS = "ht"


@dataclass(frozen=True)
class Coin(Contest):
    """The user calls heads or tails, then the coin is tossed."""

    call: str = ""
    toss: str = ""

    @property
    def by_chance(self) -> bool:
        return bool(self.call)

    @property
    def codes(self) -> list[int]:
        return [0, 1]

    def text(self, code: int) -> str:
        return f"{'toss' if self.call else 'call'}:{HEADS_TAILS[code]}"

    def after(self, code: int) -> "Coin":
        if self.call:
            return replace(self, toss=HEADS_TAILS[code])
        return replace(self, call=HEADS_TAILS[code])

    @property
    def verdict(self) -> Verdict | None:
        if not self.toss:
            return None
        return Verdict.WON if self.call == self.toss else Verdict.LOST

    def drawn(self, proof: Proof) -> int:
        return proof.bit(self.purpose) if self.call else super().drawn(proof)

    @property
    def state_text(self) -> str:
        return self.call or "-"

    @property
    def task(self) -> str:
        if self.call:
            return say("The coin is tossed.")
        return say("{side}: call heads (h) or tails (t).", side=SIDE_NAMES[self.user])


@dataclass(frozen=True)
class Outside(Contest):
    """Something played elsewhere: the user reports who won, the opponent confirms or disputes it."""

    reported: str = ""
    confirmed: bool = False

    @property
    def side(self) -> Side:
        return self.user.other if self.reported else self.user

    @property
    def codes(self) -> list[int]:
        return [3, 4] if self.reported else [0, 1, 2]

    def text(self, code: int) -> str:
        return ("report:W", "report:B", "report:=", "confirm", "dispute")[code]

    def after(self, code: int) -> "Outside":
        if not self.reported:
            return replace(self, reported="WB="[code])
        return replace(self, confirmed=True) if code == 3 else replace(self, reported="")

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


LOTS = 2
"""The first codes of a game contest say by lot who begins; the game's own decisions follow."""


@dataclass(frozen=True)
class GameContest(Contest):
    """A whole game of its own; whoever begins plays its White."""

    position: Position
    first: Side | None = None
    """Who begins; None until the lot has decided."""

    @property
    def side(self) -> Side:
        return self.user if self.first is None else self.outer(self.position.side)

    def outer(self, inner: Side) -> Side:
        """Which player of the project game plays a side of the contest's game."""
        assert self.first is not None
        return self.first if inner == WHITE else self.first.other

    @property
    def by_chance(self) -> bool:
        return self.first is None

    def inner(self, code: int) -> int:
        """A decision of the contest as the game's own."""
        return code - LOTS

    def outer_code(self, code: int) -> int:
        """A decision of the game as the contest's."""
        return code + LOTS

    @property
    def codes(self) -> list[int]:
        if self.first is None:
            return [0, 1]
        return [self.outer_code(code) for code in self.position.codes]

    def text(self, code: int) -> str:
        return f"lot:{COLOURS[code]}" if self.first is None else self.position.text_of(self.inner(code))

    def read(self, text: str) -> int:
        if self.first is None:
            return super().read(text)
        return self.outer_code(self.position.decision(text).code)

    def after(self, code: int) -> "GameContest":
        if self.first is None:
            return replace(self, first=Side(code))
        after = self.position.play(Decision(self.position, self.inner(code)))
        clockwork = self.position.game.clockwork
        return replace(
            self, position=after if clockwork is None else after.at(after.time + clockwork.reaction)
        )

    @property
    def verdict(self) -> Verdict | None:
        outcome = self.position.outcome
        if outcome is None or self.first is None:
            return None
        return verdict_of(None if outcome.winner is None else self.outer(outcome.winner), self.user)

    def drawn(self, proof: Proof) -> int:
        return proof.bit(self.purpose) if self.first is None else super().drawn(proof)

    @property
    def state_text(self) -> str:
        return "-" if self.first is None else f"{COLOURS[self.first]} {self.position}"

    @property
    def task(self) -> str:
        game = self.position.game.title
        if self.first is None:
            return say("{game} is played for the use of the potential; lots decide who begins.", game=game)
        task = self.position.task
        names = self.position.game.side_names
        if SIDE_NAMES[self.side] == names[self.position.side]:
            return say("{game} contest. {task}", game=game, task=task)
        return say(
            "{game} contest: {side} is {role}. {task}",
            game=game,
            side=SIDE_NAMES[self.side],
            role=say(names[self.position.side]),
            task=task,
        )

    def scene(self, around: Scene) -> Scene:
        if self.first is None:
            return super().scene(around)
        board = self.position.scene()
        return replace(board, title=say("{game} · contest", game=board.title), sentence=self.task)


FORFEIT = 10**9
"""These codes are never listed: White or Black gives the contest up, or both agree on a tie (L-4)."""
GIVEN_UP = ("forfeit:W", "forfeit:B", "agree:=")


@dataclass(frozen=True)
class Settled(Contest):
    """A contest that ended beside its board."""

    before: Contest
    how: str

    @property
    def codes(self) -> list[int]:
        return []

    def text(self, code: int) -> str:
        return ""

    def after(self, code: int) -> Contest:
        raise IllegalDecision("the contest is over")

    @property
    def verdict(self) -> Verdict:
        if self.how == "agree:=":
            return Verdict.TIED
        return verdict_of(Side(COLOURS.index(self.how[-1])).other, self.user)

    @property
    def state_text(self) -> str:
        return self.how

    @property
    def task(self) -> str:
        return say("The contest is over.")


def continued(contest: Contest, code: int) -> Contest:
    """The contest one decision later, which may be to give it up."""
    if code < FORFEIT:
        return contest.after(code)
    how = GIVEN_UP[code - FORFEIT]
    return Settled(contest.name, contest.user, contest.purpose, contest.attempt, contest, how)


def contest_for(name: str, user: Side, first: Side | None, purpose: str, attempt: int) -> Contest:
    """The contest a link asks for; `first` is who begins a game, None if lots decide."""
    purpose = f"{purpose} {attempt}"
    if name in ("die", "highcard"):
        return Comparison(name, user, purpose, attempt)
    if name == "coin":
        return Coin(name, user, purpose, attempt)
    if name == OUTSIDE:
        return Outside(name, user, purpose, attempt)
    linked = game(*name.split())
    seed = int.from_bytes(sha256(purpose.encode()).digest()[:6], "big")
    return GameContest(name, user, purpose, attempt, linked.start(seed=seed), first)


def contest_at(contest: Contest, text: str) -> Contest:
    """The same contest where its state text says it stands. Raises NotationError or PositionError."""
    if text == "-":
        return contest
    if isinstance(contest, Coin) and text in tuple(HEADS_TAILS):
        return replace(contest, call=text)
    if isinstance(contest, Outside) and text in tuple("WB="):
        return replace(contest, reported=text)
    if isinstance(contest, GameContest) and (match := re.fullmatch(r"([WB]) (.+)", text)):
        first = WHITE if match[1] == "W" else BLACK
        placed = replace(contest, first=first, position=contest.position.game.position(match[2]))
        if placed.verdict is not None:
            raise PositionError("the contest in the text is over; then GIPF has gone on")
        return placed
    raise NotationError(f"a contest of {contest.name} cannot stand at {text[:60]!r}")

"""Contests that are complete games. Games are used only through the Game protocol."""

import re
from dataclasses import dataclass, replace
from typing import Self

from gipfel.draw.scene import Scene
from gipfel.games.core.caching import cached_property
from gipfel.games.core.contest import Verdict
from gipfel.games.core.position import LATEST, Decision, Position
from gipfel.games.core.side import BLACK, WHITE, Side, side_name
from gipfel.locale import say
from gipfel.notation.errors import PositionError
from gipfel.project.contests.commit_reveal import Proof
from gipfel.project.contests.contest import COLOURS, LinkedContest, verdict_of

LOTS = 2
"""The number of codes for the lot that decides who begins; codes of the game's decisions follow."""


@dataclass(frozen=True)
class GameContest(LinkedContest):
    """A complete game; the player who begins plays its White."""

    position: Position
    first: Side | None = None
    """Who begins; None until the lot has decided."""
    real_time: bool = False
    """Does time run if it is a game with time? Otherwise each decision takes the game's reaction time."""

    @property
    def kind(self) -> str:
        return "game"

    @property
    def title(self) -> str:
        return self.position.game.full_title

    @property
    def side(self) -> Side:
        return self.user if self.first is None else self.outer(self.position.side)

    def outer(self, inner: Side) -> Side:
        """Which player of the project game plays a side of the contest's game."""
        assert self.first is not None
        return self.first if inner == WHITE else self.first.other

    @property
    def chance(self) -> str:
        return "lot" if self.first is None else ""

    @property
    def played(self) -> Position | None:
        return None if self.first is None else self.position

    @property
    def begins(self) -> Side | None:
        return self.first

    @property
    def clocked(self) -> bool:
        return not self.position.timed

    @property
    def timed(self) -> bool:
        return self.real_time and self.first is not None and self.position.timed

    def later(self, ms: int) -> "GameContest":
        if not self.timed or ms <= self.position.time or self.position.outcome is not None:
            return self
        return replace(self, position=self.position.at(ms))

    def run_out(self) -> "GameContest":
        return self.later(LATEST - 1)

    def inner_code(self, code: int) -> int:
        return code - LOTS

    def outer_code(self, code: int) -> int:
        return code + LOTS

    @property
    def codes(self) -> list[int]:
        if self.first is None:
            return [0, 1]
        return [self.outer_code(code) for code in self.position.codes]

    def codes_of(self, side: Side) -> list[int]:
        if not self.timed:
            return super().codes_of(side)
        return [self.outer_code(code) for code in self.position.codes_of(self.inner_side(side))]

    def side_of(self, code: int) -> Side:
        if not self.timed:
            return super().side_of(code)
        return self.outer(self.position.side_of(self.inner_code(code)))

    def text(self, code: int) -> str:
        return f"lot:{COLOURS[code]}" if self.first is None else self.position.text_of(self.inner_code(code))

    def read(self, text: str, side: Side | None = None) -> int:
        if self.first is None:
            return super().read(text, side)
        inner = None if side is None else self.inner_side(side)
        return self.outer_code(self.position.decision(text, inner).code)

    def shown(self, code: int) -> str:
        return say("By lot {side} begins.", side=side_name(code))

    def _after(self, code: int) -> "GameContest":
        if self.first is None:
            return replace(self, first=Side(code))
        after = self.position.play(Decision(self.position, self.inner_code(code)))
        takes_time = after.timed and not self.real_time
        return replace(self, position=after.at(after.time + after.reaction) if takes_time else after)

    def _at(self, text: str) -> Self | None:
        match = re.fullmatch(r"([WB]) (.+)", text)
        if match is None:
            return None
        first = WHITE if match[1] == "W" else BLACK
        placed = replace(self, first=first, position=self.position.game.position(match[2]))
        if placed.verdict is not None:
            raise PositionError("the contest in the text is over; write the position after it")
        return placed

    @cached_property
    def verdict(self) -> Verdict | None:
        outcome = self.position.outcome
        if outcome is None or self.first is None:
            return None
        return verdict_of(None if outcome.winner is None else self.outer(outcome.winner), self.user)

    def thrown(self, proof: Proof) -> int:
        return proof.bit(self.purpose) if self.first is None else super().thrown(proof)

    @property
    def state_text(self) -> str:
        return "-" if self.first is None else f"{COLOURS[self.first]} {self.position}"

    @property
    def task(self) -> str:
        game = self.position.game.title
        if self.first is None:
            return say("{game} is played for the use of the potential; lots decide who begins.", game=game)
        return say("{game} contest. {task}", game=game, task=self.position.task)

    def scene(self, around: Scene) -> Scene:
        if self.first is None:
            return super().scene(around)
        board = self.position.scene()
        return replace(board, title=say("{game} · contest", game=board.title), sentence=self.task)

"""Positions and decisions: the objects users hold in their hands."""

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from gipfel.draw.scene import Mark, Scene
from gipfel.draw.svg import Theme, svg
from gipfel.draw.target import Path
from gipfel.games.side import Outcome, Side
from gipfel.kernel.state import SIDE, TURN, State
from gipfel.notation.errors import IllegalDecision, legal_summary

if TYPE_CHECKING:
    from gipfel.games.game import Change, Game


class Decision:
    """One legal choice of the side to act, in the position it was made for."""

    __slots__ = ("code", "position")

    def __init__(self, position: "Position", code: int) -> None:
        self.position = position
        self.code = code

    @property
    def text(self) -> str:
        """The decision in the game's notation."""
        return self.position.game.write_decision(self.position.state, self.code)

    @property
    def path(self) -> Path:
        """The targets a person points at to make this decision."""
        return self.paths[0]

    @property
    def paths(self) -> tuple[Path, ...]:
        """All ways to point at this decision, the usual one first."""
        return self.position.game.paths(self.position.state, self.code)

    @property
    def changes(self) -> "tuple[Change, ...]":
        """What the decision does to the picture: pieces that move, enter, are lifted or turned over."""
        return self.position.game.changes(self.position.state, self.code)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self.code == other.code and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Decision {self.text}>"


class Position:
    """An immutable state of a game."""

    def __init__(self, game: "Game", state: State, history: "Counter[object] | None" = None) -> None:
        """For the library's own use; users get positions from a game."""
        self.game = game
        self._kernels = game.kernels
        self._state = self._kernels.array(state)
        self._history = history
        if game.repetitions and history is None:
            self._history = Counter([game.repetition_key(self.state)])

    @property
    def state(self) -> State:
        """The state as a list of integers; a copy."""
        return list(map(int, self._state))

    @property
    def side(self) -> Side:
        """Who acts."""
        return Side(int(self._state[SIDE]))

    @property
    def turn(self) -> int:
        """How many turns are complete."""
        return int(self._state[TURN])

    @cached_property
    def _codes(self) -> list[int]:
        self._follow_game()
        return [] if self._repeated else self._kernels.codes(self._state)

    def _follow_game(self) -> None:
        """Use the kernels the game uses now; it may have been compiled since."""
        if self._kernels is not self.game.kernels:
            self._kernels = self.game.kernels
            self._state = self._kernels.array(self._state)

    @property
    def _repeated(self) -> bool:
        if not self._history:
            return False
        return self._history[self.game.repetition_key(self.state)] >= self.game.repetitions

    def decisions(self, side: Side | None = None) -> tuple[Decision, ...]:
        """The legal decisions of the side to act (or of `side`); none when the game is over."""
        if side is not None and side != self.side:
            return ()
        return tuple([Decision(self, code) for code in self._codes])

    def decision(self, text: str) -> Decision:
        """The legal decision a text means. Raises NotationError or IllegalDecision."""
        if self.outcome is not None:
            raise IllegalDecision(f"{text} is not legal: the game is over ({self.outcome})")
        return Decision(self, self.game.read_decision(self.state, text))

    def play(self, decision: Decision | str | int, side: Side | None = None) -> "Position":
        """The position after one decision, given as such, as text or as its number."""
        if side is not None and side != self.side:
            raise IllegalDecision(f"it is not {side}'s turn: {self.side} is to act")
        if isinstance(decision, str):
            decision = self.decision(decision)
        if isinstance(decision, Decision):
            code, known = decision.code, decision.position is self
        else:
            code, known = decision, False
        if not known and code not in self._codes:
            raise self._illegal(decision)
        self._follow_game()
        return self._after(code)

    def _after(self, code: int) -> "Position":
        after = object.__new__(type(self))
        after.game = self.game
        after._kernels = self._kernels
        after._state = self._state.copy()
        after._kernels.play(after._state, code)
        after._history = None
        if self._history is not None:
            after._history = self._history.copy()
            after._history[self.game.repetition_key(after.state)] += 1
        return after

    def _illegal(self, decision: Decision | int) -> IllegalDecision:
        what = decision.text if isinstance(decision, Decision) else f"decision {decision}"
        return IllegalDecision(f"{what} is not legal here: {self.legal_summary()}")

    def legal_summary(self) -> str:
        """How many decisions are legal, and a few of them."""
        if self.outcome is not None:
            return f"the game is over ({self.outcome})"
        return legal_summary(len(self._codes), [decision.text for decision in self.decisions()[:3]])

    def play_turn(self, text: str) -> "Position":
        """The position after a whole turn in notation."""
        position = self
        for decision in self.turn_decisions(text):
            position = position.play(decision)
        return position

    def turn_decisions(self, text: str) -> list[Decision]:
        """The decisions a whole turn in notation stands for."""
        if self.outcome is not None:
            raise IllegalDecision(f"{text} is not legal: the game is over ({self.outcome})")
        return self.game.read_turn(self, text)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on, otherwise who won and why."""
        outcome = self.game.outcome_of(self._state)
        if outcome is None and self._repeated:
            return Outcome(None, "repetition")
        return outcome

    def at(self, ms: int) -> "Position":
        """The position at a later time; the same one in games without time."""
        return self

    def next_deadline(self) -> int | None:
        """When something will happen by itself; never in games without time."""
        return None

    @property
    def task(self) -> str:
        """What to do now, or how the game ended, in one sentence."""
        outcome = self.outcome
        return self.game.task(self.state) if outcome is None else self.game.conclusion(outcome)

    def scene(self, *marks: Mark) -> Scene:
        """What to draw; rows to take are marked. More marks come from `gipfel.games.marks`."""
        return self.game.scene(self.state).marked(*marks)

    def svg(self, *marks: Mark, theme: Theme = Theme.LIGHT) -> str:
        """The picture of this position."""
        return svg(self.scene(*marks), theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._essence == other._essence

    def __hash__(self) -> int:
        return hash(self._essence)

    @cached_property
    def _essence(self) -> tuple[int, ...]:
        return self.game.rules.essence(self.state)

    def __str__(self) -> str:
        return self.game.write_state(self.state)

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self}>"

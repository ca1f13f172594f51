"""Positions: the objects that users of the library work with."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any

from gipfel.draw.scene import Mark, Scene
from gipfel.draw.target import Path, Target
from gipfel.draw.theme import BoardTheme, Theme
from gipfel.games.core.board_access import BoardPiece
from gipfel.games.core.caching import cached_property
from gipfel.games.core.clockwork import AutomaticEvent
from gipfel.games.core.contest import Contest
from gipfel.games.core.decision import Decision, LegalDecisions
from gipfel.games.core.history import NO_HISTORY, History
from gipfel.games.core.side import SIDES, Outcome, Side, known_side
from gipfel.kernel.link import link
from gipfel.kernel.rules import PlayKernel
from gipfel.kernel.state import ONGOING, RESULT, SIDE, TURN, State
from gipfel.locale import note
from gipfel.notation.errors import (
    BrokenPicture,
    GipfelError,
    IllegalDecision,
    NotationError,
    NotYourTurn,
    check_text,
    legal_summary,
)

if TYPE_CHECKING:
    from gipfel.games.core.encoding import Int8Array
    from gipfel.games.core.game import Change, Game

__all__ = ["LATEST", "Decision", "LegalDecisions", "Position"]

LATEST = 10**12
"""Milliseconds; no game lasts that long."""


class Position:
    """An immutable state of a game."""

    contest: Contest | None = None
    """What is played inside the turn, in games that have contests."""

    def __init__(self, game: "Game", state: State, history: History | None = None) -> None:
        """For the library's own use; users get positions from a game."""
        self.game = game
        self._kernels = game.kernels
        self._state = self._kernels.array(state)
        self._history = history
        if game.repetitions and history is None:
            self._history = NO_HISTORY.followed_by(game, self._state)

    @property
    def state(self) -> State:
        """The state as a list of integers; a copy."""
        return [*self._plain]

    @cached_property
    def _plain(self) -> State:
        """The state as a list of integers that must not be changed: a copy for every decision is slow."""
        return self._state if isinstance(self._state, list) else self._state.tolist()

    @property
    def side(self) -> Side:
        """The side to act."""
        return SIDES[self._state[SIDE]]

    @property
    def turn(self) -> int:
        """How many turns are complete."""
        return int(self._state[TURN])

    @cached_property
    def _codes(self) -> Sequence[int]:
        if self._kernels is not self.game.kernels:
            self._follow_game()
        if self._history is not None and self._repeated:
            return []
        return self._kernels.codes(self._state)

    def _follow_game(self) -> None:
        """Use the kernels the game uses now; it has been compiled since."""
        self._kernels = self.game.kernels
        self._state = self._kernels.array(self._state)

    @cached_property
    def _repeated(self) -> bool:
        return self._history is not None and self._history.is_repeated(self.game)

    @property
    def may_repeat(self) -> bool:
        """Has some position occurred so often that once more would be a draw?"""
        return self._history is not None and self._history.most_times(self.game) >= self.game.repetitions - 1

    @property
    def codes(self) -> list[int]:
        """The legal decisions of the side to act as numbers, for callers for whom objects are too slow."""
        codes = self._codes
        return codes.copy() if isinstance(codes, list) else [*codes]

    def codes_of(self, side: Side) -> list[int]:
        """The legal decisions of a side as numbers."""
        return [*self._codes_of(known_side(side))]

    def decisions(self, side: Side | None = None) -> LegalDecisions:
        """The legal decisions of the side to act (or of `side`); none when the game is over.

        It is a sequence that creates its decisions when they are asked for; `tuple(...)` creates all of them.
        """
        return LegalDecisions(self, self._codes if side is None else self._codes_of(known_side(side)))

    def side_of(self, code: int) -> Side:
        """The side that makes a decision."""
        clockwork = self.game.clockwork
        return self.side.other if clockwork is not None and code >= clockwork.other else self.side

    def _codes_of(self, side: Side) -> Sequence[int]:
        """The legal decisions of a side; out of turn there are some only while time runs."""
        if side == self.side:
            return self._codes
        clockwork = self.game.clockwork
        if clockwork is None:
            return []
        out = [0] * self.game.rules.most
        return out[: clockwork.others(self._plain, out)]

    def decision(self, text: str, side: Side | None = None) -> Decision:
        """The legal decision a text means. Raises NotationError or IllegalDecision."""
        check_text(text, "a decision", NotationError)
        if self.outcome is not None:
            raise self._over(text)
        # To read a decision is mostly to compare it with all of them; compiled kernels list them at once.
        if "_codes" in self.__dict__ or (self._kernels.fast and self.game.rules.legal is None):
            codes = self._codes
            self.game.rules.note_codes(self._plain, codes if isinstance(codes, list) else [*codes])
        if side is None:
            return Decision(self, self.game.read_decision(self._plain, text))
        self.check_turn(known_side(side))
        return Decision(self, self.game.read_decision_of(self.state, text, known_side(side)))

    def can_act(self, side: Side) -> bool:
        """Can a side decide something now? While time runs both may be able to."""
        if self.timed:
            return bool(self._codes_of(side))
        return side == self.side and self.outcome is None

    def check_turn(self, side: Side) -> None:
        """Raises NotYourTurn if the other side is to act; while time runs both may act."""
        if side != self.side and not self.timed:
            raise self.not_your_turn()

    def not_your_turn(self) -> NotYourTurn:
        """The error for a side that cannot act now: it says which side can."""
        name = self.game.side_names[self.side]
        return NotYourTurn(note("It is not your turn: {side} is to act.", side=name))

    @property
    def by_chance(self) -> bool:
        """Does a die, a coin, a card or a lot decide now, and not a player?"""
        return self.contest is not None and self.contest.by_chance and self.outcome is None

    def throw(self, chance: Random | None = None) -> Decision | None:
        """Throw the die, coin, card or lot that decides now: its result; None where a player decides.

        The result is unpredictable, or reproducible if a random generator is given.
        """
        return None

    @property
    def played(self) -> "Position | None":
        """The position of the game that is being played now: a contest's game, otherwise this one.

        None in a contest without a game: a die, a coin to call, a game elsewhere to report, a lot.
        """
        return self if self.contest is None else self.contest.played

    @property
    def board(self) -> "Position":
        """The position whose board is shown: that of a game played as a contest, otherwise this one."""
        return self.played or self

    @property
    def warnings(self) -> Mapping[Target, str]:
        """What players are warned of, by the target they point at (see `Game.warnings`)."""
        board = self.played
        return {} if board is None or self.outcome is not None else board.game.warnings(board.state)

    def outer_decision(self, code: int) -> Decision:
        """The decision of this position for a decision of the game that is being played (see `played`)."""
        return Decision(self, code if self.contest is None else self.contest.outer_code(code))

    @property
    def stake(self) -> str:
        """What a contest is about, in words; empty if there is none."""
        return ""

    def contest_ended(self, end: Contest) -> str:
        """How the contest that is played here ended and what follows; empty if it goes on."""
        return ""

    @property
    def tie_serves(self) -> Side | None:
        """The side that a tie of the contest serves like a win; None if it is played again."""
        return None

    def concede(self, side: Side) -> Decision | None:
        """The decision by which a side gives up a contest; None where giving up ends the game."""
        return None

    def text_of(self, code: int) -> str:
        """A legal decision in the game's notation."""
        return self.game.write_decision(self._plain, code)

    def paths_of(self, code: int) -> tuple[Path, ...]:
        """All ways to point at a legal decision."""
        return self.game.paths(self._plain, code)

    def all_paths(self, side: Side) -> list[tuple[Path, ...]]:
        """All ways to point at each legal decision of a side, in their order."""
        paths, state = self.game.paths, self._plain
        return [paths(state, code) for code in self._codes_of(side)]

    def changes_of(self, code: int) -> "tuple[Change, ...]":
        """What a legal decision does to the picture."""
        return self.game.changes(self._plain, code)

    def play(self, decision: Decision | str | int, side: Side | None = None) -> "Position":
        """The position after one decision: a `Decision`, its text, or its number.

        In a game with time it is played at the time of this position, or at the later one it was made for.
        """
        if not isinstance(decision, Decision):
            if not isinstance(decision, str):
                return self._play_code(decision, side)
            decision = self.decision(decision, side)
        known = decision.position is self and (side is None or side == decision.side)
        if known and side is None and decision.after is not None:
            return decision.after
        if not known and decision.position.time > self.time:
            later = self.at(decision.position.time)
            if later is not self:
                return later.play(decision, side)
        if side is not None:
            self.check_turn(side)
        if not known and not self._allows(decision, side):
            raise self._illegal(decision)
        if self._kernels is not self.game.kernels:
            self._follow_game()
        after = self._after(decision.code)
        if known:
            decision.after = after  # a turn that was read is played again by whoever has read it
        return after

    def _play_code(self, code: int, side: Side | None) -> "Position":
        """The position after a decision that is given by its number."""
        if type(code) is not int:
            code = self._number(code)
        if side is not None and side != self.side:
            self.check_turn(side)
            legal = code in self._codes_of(known_side(side))
        else:
            legal = self._lists(code)
        if not legal:
            raise self._illegal(code)
        if self._kernels is not self.game.kernels:
            self._follow_game()
        return self._after(code)

    def _number(self, code: object) -> int:
        """A number of another type as an `int`, e.g. one of NumPy. Raises IllegalDecision."""
        try:
            if isinstance(code, bool):
                raise TypeError
            return index(code)  # type: ignore[arg-type]
        except TypeError:
            raise IllegalDecision(
                note("{text} is not a decision; {summary}", text=code, summary=self.legal_summary())
            ) from None

    def _found_legal(self, code: int) -> bool:
        """Is a decision of the side to act legal? Where the rules can tell without listing all of them."""
        if self._kernels is not self.game.kernels:
            self._follow_game()
        return self._kernels.is_legal(self._state, code) and not self._repeated

    def _allows(self, decision: Decision, side: Side | None) -> bool:
        """Is a decision that was made for another position legal here?"""
        if side not in (None, decision.side) or decision.position.game != self.game:
            return False
        # Some decisions are legal and never listed: an attempt that loses, or resigning in an event log.
        if decision.position == self:
            return True
        # The same number can mean something else in another position; the text says what was meant.
        return decision.code in self._codes_of(decision.side) and self.text_of(decision.code) == decision.text

    def _after(self, code: int) -> "Position":
        if self.game.clockwork is None:
            state = self._state.copy()
            self._kernels.play(state, code)
        else:
            state = self._run_kernel(self.game.clockwork.act, code)
        after = self._with_state(state)
        if self._history is not None:
            earlier = NO_HISTORY if self.game.irreversible(self._state, code) else self._history
            after._history = earlier.followed_by(self.game, after._state)
        return after

    def _illegal(self, decision: Decision | int) -> IllegalDecision:
        what = decision.text if isinstance(decision, Decision) else note("decision {number}", number=decision)
        return IllegalDecision(
            note("{text} is not legal here: {summary}", text=what, summary=self.legal_summary())
        )

    def _over(self, text: str) -> IllegalDecision:
        """The error for a decision after the end."""
        return IllegalDecision(note("{text} is not legal: {why}", text=text, why=self.legal_summary()))

    def legal_summary(self) -> str:
        """How many decisions are legal, and a few of them; a note."""
        if self.outcome is not None:
            return note("the game is over ({result})", result=self.outcome.score)
        return legal_summary(len(self._codes), [self.text_of(code) for code in self._codes[:3]])

    def play_turn(self, text: str) -> "Position":
        """The position after a whole turn in notation."""
        position = self
        for decision in self.turn_decisions(text):
            position = position.play(decision)
        return position

    def turn_decisions(self, text: str) -> list[Decision]:
        """The decisions a whole turn in notation stands for."""
        check_text(text, "a turn", NotationError)
        if self.outcome is not None:
            raise self._over(text)
        return self.game.read_turn(self, text)

    def after_codes(self, codes: Sequence[int]) -> "Position | None":
        """The position after decisions that are a complete turn; None if they are not legal, or are not."""
        position, turn = self, self._state[TURN]
        for code in codes:
            if position.outcome is not None or position._state[TURN] != turn or not position._lists(code):
                return None
            position = position._after(code)
        return None if position._state[TURN] == turn else position

    @property
    def is_plain(self) -> bool:
        """Is a compiled state all that there is: no contest, no time, no positions that may be repeated?"""
        return (
            self._history is None
            and self.contest is None
            and self._kernels.fast
            and self.game.clockwork is None
        )

    def after_turns(self, codes: Sequence[int], ends: Sequence[int]) -> "tuple[Position, int]":
        """The position after as many of some turns as are legal, and their number.

        The position must be plain; the decisions of turn i are `codes[ends[i - 1] : ends[i]]`.
        """
        state, number = self._kernels.after_turns(self._state, codes, ends)
        return self._with_state(state), number

    def _with_state(self, state: State) -> "Position":
        """A position with another state, and without history."""
        after = object.__new__(type(self))
        after.game = self.game
        after._kernels = self._kernels
        after._state = state
        after._history = None
        return after

    def _lists(self, code: int) -> bool:
        """Is a decision of the side to act legal?"""
        return code in self._codes if self.game.rules.legal is None else self._found_legal(code)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on, otherwise who won and why."""
        if self._state[RESULT] != ONGOING:
            return self.game.outcome_of(self._state)
        if self._history is None or not self._repeated:
            return None
        return Outcome(None, "repetition")

    @property
    def timed(self) -> bool:
        """Does time run here? It does in a game with time, and in a contest that is played in real time."""
        return self.game.clockwork is not None

    @property
    def reaction(self) -> int:
        """How long a decision takes where no clock runs, in milliseconds; 0 without time."""
        return 0 if self.game.clockwork is None else self.game.clockwork.reaction

    @property
    def time(self) -> int:
        """The game time in milliseconds; always 0 in games without time."""
        clockwork = self.game.clockwork
        return 0 if clockwork is None else int(self._state[clockwork.time])

    def at(self, ms: int) -> "Position":
        """The position at a later time if nobody acts; the same one in games without time."""
        if type(ms) is not int:
            raise GipfelError(f"a time is a whole number of milliseconds, not {ms!r}")
        if not self.timed or ms == self.time:
            return self
        if not self.time <= ms < LATEST:
            raise GipfelError(f"the game time is {self.time} ms and goes on below {LATEST} ms; not {ms}")
        return self._later(ms)

    def _later(self, ms: int) -> "Position":
        """The same at a later time, where time runs."""
        assert self.game.clockwork is not None
        return self.game.position_of(self._run_kernel(self.game.clockwork.advance, ms))

    def _run_kernel(self, kernel: PlayKernel, argument: int) -> State:
        """The state that a kernel of the clockwork leads to."""
        state = self._state.copy()
        link(kernel, fast=self._kernels.fast)(state, argument)
        return state

    def next_deadline(self) -> int | None:
        """When something will happen by itself; None if nothing will, as in games without time."""
        clockwork = self.game.clockwork
        if clockwork is None:
            return None
        due = clockwork.deadline(self._plain)
        return None if due >= clockwork.never else due

    def upcoming_events(self, until: int | None = None) -> tuple[AutomaticEvent, ...]:
        """What will happen by itself, and when, if nobody acts (up to a time); the next thing first."""
        return self.game.upcoming_events(self.state, LATEST if until is None else until)

    def pieces(self) -> dict[str, BoardPiece]:
        """What stands on the board: the uppermost piece of each occupied point, by its name.

        The words are the same in every language; docs/board-access.md lists them game by game.
        """
        return self.game.pieces(self._plain)

    def piece_at(self, point: str) -> BoardPiece | None:
        """What stands on a point; None if nothing does. Raises GipfelError if there is no such point now."""
        piece = self.pieces().get(point)
        if piece is None and point not in self.points:
            some = ", ".join(self.points[:3])
            raise GipfelError(
                f"there is no point {str(point)[:40]!r} on this board; there are {some} and more"
            )
        return piece

    @property
    def points(self) -> tuple[str, ...]:
        """The names of all points of the board; in ZÈRTZ, of the rings that are still there."""
        return self.game.points(self._plain)

    def reserves(self, side: Side | None = None) -> dict[str, int]:
        """What a side has beside the board, in hand or captured; without a side, what belongs to nobody."""
        return self.game.reserves(self._plain, None if side is None else known_side(side))

    def contents(self, point: str) -> tuple[str, ...]:
        """What lies at a point, from the top down, in words or in the game's notation."""
        return self.game.contents(self.state, point)

    def pile(self, point: str) -> tuple[str, ...]:
        """What lies at a point, from the top down, in words for players."""
        return self.game.pile(self.state, point)

    @property
    def task(self) -> str:
        """What to do now, or how the game ended, in one sentence."""
        outcome = self.outcome
        return self.game.task(self.state) if outcome is None else self.game.conclusion(outcome)

    def scene(self, *marks: Mark) -> Scene:
        """What to draw; rows to take are marked. More marks come from `gipfel.games.core.marks`.

        Raises BrokenPicture if the game fails to draw it.
        """
        try:
            scene = self.game.scene(self.state)
        except GipfelError:
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise BrokenPicture(f"{self.game.name}: its picture cannot be drawn: {what}") from error
        if self._repeated:
            scene = replace(scene, sentence=self.task)
        elif (
            "_codes" not in self.__dict__ and (codes := self.game.rules.known_codes(self._plain)) is not None
        ):
            self.__dict__["_codes"] = codes  # found for the sentence of the scene
        return scene.marked(*marks)

    def svg(
        self,
        *marks: Mark,
        theme: Theme = Theme.LIGHT,
        board: BoardTheme = BoardTheme.PLAIN,
        letters: bool = False,
    ) -> str:
        """The picture of this position; with `letters`, pieces that differ only in colour have some."""
        from gipfel.draw.svg import svg  # imported only when a picture is wanted
        from gipfel.games.core.registry import about

        accent = about(self.game.name).accent
        return svg(self.scene(*marks), theme, board=board, accent=accent, letters=letters)

    def _repr_svg_(self) -> str:
        return self.svg()

    def observation(self) -> "Int8Array":
        """What a learning program sees, from the side to act (see `Game.encoding`). Raises NoEncoding."""
        from gipfel.games.core import encoding

        return encoding.observation(self)

    def legal_mask(self) -> "Int8Array":
        """An array with a 1 for each legal action of `Game.action_space`; all zero when the game is over."""
        from gipfel.games.core import encoding

        return encoding.legal_mask(self)

    def action(self, decision: Decision | str | int) -> int:
        """The action of a legal decision, an index into `Game.action_space`. Raises IllegalDecision."""
        from gipfel.games.core import encoding

        return encoding.action_of_decision(self, decision)

    def decision_of_action(self, action: int) -> Decision:
        """The legal decision of an action. Raises IllegalAction."""
        from gipfel.games.core import encoding

        return encoding.decision_of_action(self, action)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The state, and whatever else the constructor needs besides the game; for the library's own use."""
        return self.state, self._history if self._history is None else self._history.digested(self.game)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.game, *self.parts)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def _identity(self) -> tuple[int, ...]:
        return self.game.rules.essence(self._plain)

    def __str__(self) -> str:
        return self.game.write_state(self.state)

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self}>"

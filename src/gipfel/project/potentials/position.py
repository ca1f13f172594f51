"""Positions of project games: a state of GIPF with potentials and, perhaps, a contest inside it."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from gipfel.draw.scene import Mark, Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.caching import cached_property
from gipfel.games.core.clockwork import AutomaticEvent
from gipfel.games.core.contest import SETTLEMENTS, Contest, Revealed, Verdict
from gipfel.games.core.game import Change, Game
from gipfel.games.core.history import History
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.kernel.state import RESULT, State
from gipfel.locale import note, say
from gipfel.notation.errors import IllegalDecision, NotationError, check_text
from gipfel.project.contests.commit_reveal import SECRET, Proof, commitment
from gipfel.project.contests.contest import SETTLED, LinkedContest
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.contests.links import contest_for
from gipfel.project.potentials import linking, notation, rules, words

PROOF = " by "
"""Stands between a result of chance and the secrets that prove it."""
VERDICTS = {
    Verdict.WON: rules.USER_WINS,
    Verdict.LOST: rules.USER_LOSES,
    Verdict.TIED: rules.TIED,
}


def linked_names(game: Game) -> list[str]:
    """What each kind is linked to, without the version: White's kinds, then Black's."""
    links = (linking.link_of(game.options, letter, side) for side in Side for letter in linking.KIND_LETTERS)
    return [link.split()[0] for link in links]


class ProvenDecision(Decision):
    """A result of chance, with the secrets that prove it."""

    __slots__ = ("proof",)

    def __init__(self, position: "ProjectPosition", code: int, proof: Proof) -> None:
        super().__init__(position, code)
        self.proof = proof

    @property
    def text_with_proof(self) -> str:
        return f"{self.text}{PROOF}{self.proof}"

    @property
    def secrets(self) -> tuple[Revealed, ...]:
        secrets = ((side, self.proof.secret(side)) for side in Side)
        return tuple(Revealed(side, commitment(secret), secret) for side, secret in secrets)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.position, self.code, self.proof)

    def made_in(self, position: Position) -> Decision:
        assert isinstance(position, ProjectPosition)
        return ProvenDecision(position, self.code, self.proof)


class ProjectPosition(Position):
    """A position of a project game; while a contest runs, its decisions are those of the contest."""

    contest: LinkedContest | None
    elapsed: int
    """How long all contests took that ran in real time, in milliseconds, without the current one."""

    def __init__(
        self,
        game: Game,
        state: State,
        history: History | None = None,
        contest: LinkedContest | None = None,
        elapsed: int = 0,
    ) -> None:
        super().__init__(game, state, history)
        self.contest = contest
        self.elapsed = elapsed
        if contest is None and state[rules.SLOT] == rules.CONTEST and not state[RESULT]:
            self._begin_contest()

    # Contests begin and end.

    def _begin_contest(self, attempt: int = 1) -> None:
        """Begin the contest that the announced use needs; remember who begins it."""
        first = self._first(again=attempt > 1)
        self.contest = self.announced_contest(self.game, self._plain, first, attempt)
        if first is not None and isinstance(self.contest, GameContest):
            self._remember_first(first)

    @staticmethod
    def announced_contest(game: Game, state: State, first: Side | None, attempt: int = 1) -> LinkedContest:
        """The contest that the announced use of a state needs."""
        kind = rules.kind_of(state, state[rules.PENDING] // 3)
        user = Side(state[rules.BY])
        name = linking.link_of(game.options, notation.KIND_LETTERS[kind], user)
        real_time = game.options[linking.TIME] == linking.REAL
        fast = game.compiles_contests
        return contest_for(name, user, first, notation.write_state(state), attempt, real_time, fast)

    @property
    def _link(self) -> int:
        """Which of all links the announced use is about: White's kinds come first."""
        state = self._plain
        return rules.KINDS * int(state[rules.BY]) + rules.kind_of(state, state[rules.PENDING] // 3)

    def _first(self, again: bool) -> Side | None:
        """Who begins a game: as agreed, or whoever did not begin it last time; None if lots decide."""
        state = self._plain
        user = Side(int(state[rules.BY]))
        agreed = self.game.options["link.first"]
        last = int(state[rules.BEGAN + self._link])
        if agreed != "lots-then-alternate" and not (again and last):
            return user if agreed == "user" else user.other
        return Side(last - 1).other if last else None

    def _remember_first(self, first: Side) -> None:
        """Note who begins; all kinds that are linked to the same game, in any version, share this."""
        names, link = linked_names(self.game), self._link
        for other, name in enumerate(names):
            if name == names[link]:
                self._state[rules.BEGAN + other] = first + 1
        self.__dict__.pop("_plain", None)

    def _after(self, code: int) -> "ProjectPosition":
        if self.contest is None:
            after = self._with_state(self._state.copy())
            after._kernels.play(after._state, code)
            if after._state[rules.SLOT] == rules.CONTEST and not after._state[RESULT]:
                after._begin_contest()
            return after
        return self.with_contest(self.contest.after(code))

    def with_contest(self, contest: LinkedContest) -> "ProjectPosition":
        """The position after something has happened in the contest."""
        assert self.contest is not None
        after = self._with_state(self._state.copy())
        if contest.verdict is None:
            after._continue(self.contest, contest)
            return after
        if self.timed and contest.played is not None:
            after.elapsed += contest.played.time
        after._kernels.play(after._state, VERDICTS[contest.verdict])
        if after._state[rules.SLOT] == rules.CONTEST and not after._state[RESULT]:
            after._begin_contest(contest.attempt + 1)
        return after

    def _continue(self, before: LinkedContest, contest: LinkedContest) -> None:
        self.contest = contest
        if before.by_chance and isinstance(contest, GameContest):
            assert contest.first is not None
            self._remember_first(contest.first)

    def _with_state(self, state: State) -> "ProjectPosition":
        after = super()._with_state(state)
        assert isinstance(after, ProjectPosition)
        after.contest = None
        after.elapsed = self.elapsed
        return after

    # Time. It runs in contests only, and each of them begins at the time at which the last one ended.

    @property
    def timed(self) -> bool:
        return self.contest is not None and self.contest.timed

    @property
    def _in_contest(self) -> Position:
        """The position of the game in which time runs."""
        assert self.contest is not None
        assert self.contest.played is not None
        return self.contest.played

    @property
    def reaction(self) -> int:
        return self._in_contest.reaction if self.timed else 0

    @property
    def time(self) -> int:
        return self.elapsed + (self._in_contest.time if self.timed else 0)

    def _later(self, ms: int) -> Position:
        assert self.contest is not None
        later = self.with_contest(self.contest.later(ms - self.elapsed))
        return later.at(ms) if later.time < ms else later  # another contest may have begun at once

    def next_deadline(self) -> int | None:
        due = self._in_contest.next_deadline() if self.timed else None
        return None if due is None else self.elapsed + due

    def upcoming_events(self, until: int | None = None) -> tuple[AutomaticEvent, ...]:
        if not self.timed:
            return ()
        inner = self._in_contest.upcoming_events(None if until is None else until - self.elapsed)
        return tuple(replace(event, ms=event.ms + self.elapsed) for event in inner)

    # Questions about a position.

    @property
    def side(self) -> Side:
        return super().side if self.contest is None else self.contest.side

    @cached_property
    def _codes(self) -> Sequence[int]:
        if self._kernels is not self.game.kernels:
            self._follow_game()
        return self._kernels.codes(self._state) if self.contest is None else self.contest.codes

    def _codes_of(self, side: Side) -> Sequence[int]:
        if self.contest is None or not self.timed:
            return super()._codes_of(side)
        return self.contest.codes_of(side)

    def side_of(self, code: int) -> Side:
        if self.contest is None or code >= SETTLED:
            return self.side
        return self.contest.side_of(code)

    def decision(self, text: str, side: Side | None = None) -> Decision:
        check_text(text, "a decision", NotationError)
        if self.contest is None or self.outcome is not None:
            return super().decision(text, side)
        if side is not None:
            self.check_turn(side)
        if text.strip() in SETTLEMENTS:
            return Decision(self, SETTLED + SETTLEMENTS.index(text.strip()))
        what, _, secrets = text.strip().partition(PROOF)
        if not secrets:
            return Decision(self, self.contest.read(what, side))
        return self.proven(Proof.read(secrets.strip()), what)

    @property
    def tie_serves(self) -> Side | None:
        state = self._plain
        if self.contest is None or state[rules.LINK_TIE] == rules.TIE_REPLAY:
            return None
        return self.contest.user if rules.tie_lets_through(state) else self.contest.user.other

    def concede(self, side: Side) -> Decision | None:
        """Giving up in a contest loses the contest, not the game."""
        return None if self.contest is None else Decision(self, SETTLED + side)

    def throw(self, chance: Random | None = None) -> ProvenDecision | None:
        if self.contest is None or not self.contest.by_chance:
            return None
        if chance is None:
            return self.proven(Proof.fresh())
        return self.proven(Proof(*(chance.randbytes(SECRET).hex() for _ in Side)))

    def proven(self, proof: Proof, what: str | None = None) -> ProvenDecision:
        """The decision that follows from two secrets; `what` is the result that the text claims."""
        if self.contest is None or not self.contest.by_chance:
            raise IllegalDecision(note("Nothing is left to chance now."))
        code = self.contest.thrown(proof)
        if what is not None and self.contest.text(code) != what:
            right = self.contest.text(code)
            raise IllegalDecision(
                note("{text} does not follow from the secrets; {right} does", text=what, right=right)
            )
        return ProvenDecision(self, code, proof)

    def text_of(self, code: int) -> str:
        if self.contest is None:
            return super().text_of(code)
        return SETTLEMENTS[code - SETTLED] if code >= SETTLED else self.contest.text(code)

    def paths_of(self, code: int) -> tuple[Path, ...]:
        if self.contest is None:
            return super().paths_of(code)
        if code >= SETTLED:
            return ()
        if isinstance(self.contest, GameContest) and self.contest.first is not None:
            return self.contest.position.paths_of(self.contest.inner_code(code))
        return ((Target("button", self.contest.text(code)),),)

    def all_paths(self, side: Side) -> list[tuple[Path, ...]]:
        if self.contest is None:
            return super().all_paths(side)
        return [self.paths_of(code) for code in self.codes_of(side)]

    def changes_of(self, code: int) -> tuple[Change, ...]:
        if self.contest is None:
            return super().changes_of(code)
        if code < SETTLED and isinstance(self.contest, GameContest) and self.contest.first is not None:
            return self.contest.position.changes_of(self.contest.inner_code(code))
        return ()

    def contest_ended(self, end: Contest) -> str:
        return "" if end.verdict is None else words.contest_ended(self._plain, end.verdict)

    @property
    def stake(self) -> str:
        return "" if self.contest is None else say(words.announced_move(self._plain))

    @property
    def task(self) -> str:
        return super().task if self.contest is None else self.contest.task

    def scene(self, *marks: Mark) -> Scene:
        """The board of the contest's game while one is played, otherwise GIPF's."""
        if self.contest is None:
            return super().scene(*marks)
        return self.contest.scene(super().scene()).marked(*marks)

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.state, None, self.contest, self.elapsed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ProjectPosition):
            return NotImplemented
        return super().__eq__(other) and self.contest == other.contest

    def __hash__(self) -> int:
        return super().__hash__()

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.contest is None else f"{text}{notation.CONTEST}{self.contest.state_text}"

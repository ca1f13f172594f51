"""Turns of project games as text, and the contests inside them as records."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from gipfel.games.core.contest import Verdict
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import BLACK, WHITE, Side
from gipfel.kernel.state import RESULT
from gipfel.notation.errors import GipfelError, IllegalDecision, NotationError
from gipfel.notation.record import BETWEEN_DECISIONS, CONTEST, Record, RecordTurn
from gipfel.project.contests.chance_contests import Coin, Comparison
from gipfel.project.contests.commit_reveal import Proof, commitment
from gipfel.project.contests.contest import LinkedContest, Settled
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.contests.outside_contest import Outside
from gipfel.project.potentials import rules
from gipfel.project.potentials.notation import removed_by, write_decision
from gipfel.project.potentials.position import ProjectPosition, ProvenDecision
from gipfel.project.potentials.rules import ALLOW, CHALLENGE, PENDING, REMOVE, SLOT

NAMES = ("white", "black")

# --- Writing --------------------------------------------------------------------------------------


def contest_of(decision: Decision) -> LinkedContest | None:
    """The contest a decision belongs to, if any."""
    position = decision.position
    return position.contest if isinstance(position, ProjectPosition) else None


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn: what is allowed or left standing is not written."""
    tokens: list[str] = []
    for contested, group in groupby(decisions, key=_purpose):
        if contested is None:
            tokens += [decision.text for decision in group if not _is_silent(decision)]
        else:
            end = _end_of(list(group))
            tokens = tokens or [_announced(decisions[0].position)]
            tokens[-1] += f"?({end.id}:{end.result})"
    return " ".join(tokens) or decisions[0].text


def _announced(position: Position) -> str:
    """The move that was announced before the turn's first decision; nothing if there was none."""
    state = position.state
    return "" if state[PENDING] == rules.NOTHING else write_decision(state, state[PENDING] // 3)


def _purpose(decision: Decision) -> str | None:
    """Which contest a decision belongs to; None if to none."""
    contest = contest_of(decision)
    return None if contest is None else contest.purpose


def _end_of(decisions: Sequence[Decision]) -> LinkedContest:
    """The contest after the last of its decisions."""
    last = contest_of(decisions[-1])
    assert last is not None
    return last.after(decisions[-1].code)


def _is_silent(decision: Decision) -> bool:
    leaves = decision.code >= REMOVE and not removed_by(decision.position.state, decision.code)
    return leaves or decision.code in (ALLOW, CHALLENGE)


def write_decisions(decisions: Sequence[Decision]) -> list[str]:
    """The texts of a turn that is not finished; what belongs to contests stands in their records."""
    return [decision.text for decision in decisions if contest_of(decision) is None]


def contests_in(decisions: Sequence[Decision]) -> tuple[Record, ...]:
    """The records of the contests of a turn."""
    groups = groupby(decisions, key=_purpose)
    contests = [list(group) for purpose, group in groups if purpose is not None]
    return tuple(_contest_record(contest) for contest in contests if _has_begun(contest))


def _has_begun(decisions: Sequence[Decision]) -> bool:
    """Has anything happened that was not taken back?"""
    return _end_of(decisions) != contest_of(decisions[0])


def _contest_record(decisions: Sequence[Decision]) -> Record:
    end = _end_of(decisions)
    headers = {CONTEST: end.name}
    score = given_up = ""
    if isinstance(end, Settled):
        score, given_up, end = _score(end), _reason(end), end.before
        decisions = decisions[:-1]
    for decision in decisions:
        if isinstance(decision, ProvenDecision):
            headers |= _write_proof(decision.proof)
    if isinstance(end, GameContest):
        record = _game_record(end, decisions, headers)
        return replace(record, result=score, reason=given_up) if given_up else record
    if isinstance(end, Coin) and end.call:
        headers["call"] = end.call
    if isinstance(end, Comparison) and end.pair:
        headers["shown"] = end.result
    if isinstance(end, Outside) and end.reported and not end.confirmed and not given_up:
        headers["reported"] = end.reported
    return Record(headers, result=score if given_up else _score(end), reason=given_up)


def _write_proof(proof: Proof) -> dict[str, str]:
    return {
        f"{NAMES[side]} commits and reveals": f"{commitment(proof.secret(side))} {proof.secret(side)}"
        for side in (WHITE, BLACK)
    }


def _game_record(end: GameContest, decisions: Sequence[Decision], headers: dict[str, str]) -> Record:
    """The record of a linked game, as any record of it would be."""
    if end.first is not None:
        headers["begins"] = NAMES[end.first]
    inner = [
        Decision(contest.position, contest.inner(decision.code))
        for decision in decisions
        if isinstance(contest := contest_of(decision), GameContest) and contest.first is not None
    ]
    if not inner:
        return Record(headers)
    record = Playthrough.of(inner, end.position).record()
    return Record(headers, record.turns, _score(end), record.reason)


def _reason(contest: Settled) -> str:
    return "agreement" if contest.verdict is Verdict.TIED else "resignation"


def _score(contest: LinkedContest) -> str:
    """The result as the project's players see it."""
    if contest.verdict is None:
        return "*"
    if contest.verdict is Verdict.TIED:
        return "1/2-1/2"
    winner = contest.user if contest.verdict is Verdict.WON else contest.user.other
    return ("1-0", "0-1")[winner]


def unproven(decisions: Sequence[Decision]) -> int:
    """How many results of chance come without the secrets that would prove them."""
    chances = (d for d in decisions if (contest := contest_of(d)) is not None and contest.by_chance)
    return sum(not isinstance(decision, ProvenDecision) for decision in chances)


# --- Reading --------------------------------------------------------------------------------------

_CONTESTED = re.compile(r"([^?]+)((?:\?\([a-z0-9-]+:(?:W|B|=|[0-9]{1,2}-[0-9]{1,2})\))+)")
_SUFFIX = re.compile(r"\?\(([a-z0-9-]+):([^)]+)\)")


class _Reader:
    """Plays the parts of a turn one after the other, and what need not be written between them."""

    def __init__(self, position: Position, contests: Sequence[Record] = ()) -> None:
        self.position = position
        self.turn = position.turn
        self.contests = list(contests)
        self.played: list[Decision] = []

    def play(self, decision: Decision) -> None:
        self.played.append(decision)
        self.position = self.position.play(decision)

    @property
    def contest(self) -> LinkedContest | None:
        return self.position.contest if isinstance(self.position, ProjectPosition) else None

    def token(self, text: str) -> None:
        """One part of a finished turn."""
        if self.position.turn != self.turn:
            raise NotationError(f"the turn is over before {text!r}")
        match = _CONTESTED.fullmatch(text)
        move = match[1] if match else text
        if self.played or move != _announced(self.position):
            self.fill_in(move)
            self.play(self.position.decision(move))
        for name, result in _SUFFIX.findall(match[2]) if match else ():
            if self.position.state[SLOT] == rules.ANSWER:
                self.play(self.position.decision("challenge"))
            self.settle(name, result)

    def settle(self, name: str, result: str) -> None:
        """Carry out a contest whose result is written behind the move."""
        contest = self.contest
        if contest is None:
            raise NotationError(f"?({name}:{result}): this move is not contested")
        if self.contests:
            self.recorded(self.contests.pop(0))
        elif isinstance(contest, Outside):
            self.play(self.position.decision(f"report:{result}"))
            self.play(self.position.decision("confirm"))
        elif result == "=" or (isinstance(contest, Comparison) and result in ("W", "B")):
            self.give_up(result)
        elif isinstance(contest, Comparison):
            self.play(self.position.decision(f"{contest.name}:{result}"))
        elif isinstance(contest, Coin):
            right = result == "WB"[contest.user]
            self.play(self.position.decision("call:h"))
            self.play(self.position.decision("toss:h" if right else "toss:t"))
        else:
            raise NotationError(f"?({name}:{result}): the record of this contest is missing")
        self._check_suffix(contest, name, result)

    def _check_suffix(self, contest: LinkedContest, name: str, result: str) -> None:
        last = contest_of(self.played[-1])
        end = last.after(self.played[-1].code) if last else None
        if end is None or end.verdict is None:
            raise NotationError(f"?({name}:{result}): the contest is not over")
        if end.result != result or (end.id != name and not isinstance(contest, Outside)):
            raise NotationError(f"?({name}:{result}): the contest was ?({end.id}:{end.result})")

    def fill_in(self, following: str) -> None:
        """Allow what may be allowed and leave what may be left, unless that is what follows."""
        while (silent := self.silent()) is not None:
            if following and self._follows(following):
                return
            self.play(silent)

    def _follows(self, text: str) -> bool:
        try:
            self.position.decision(text)
        except GipfelError:
            return False
        return True

    def silent(self) -> Decision | None:
        """The decision that is meant when nothing is written."""
        state = self.position.state
        if state[RESULT] or self.contest is not None or self.position.turn != self.turn:
            return None
        if state[SLOT] == rules.ANSWER:
            return Decision(self.position, ALLOW)
        if state[SLOT] == rules.ROWS:
            leaving = (d for d in self.position.decisions() if not removed_by(state, d.code))
            return next(leaving, None)
        return None

    def recorded(self, record: Record) -> None:
        """Play a contest from its record."""
        contest = self.contest
        if contest is None:
            raise NotationError("there is a record of a contest where none is played")
        if record.headers.get(CONTEST) != contest.name:
            raise NotationError(f"the contest is one of {contest.name}, not of {record.headers.get(CONTEST)}")
        proof = _read_proof(record.headers)
        if isinstance(contest, GameContest):
            self._recorded_game(contest, record, proof)
        elif isinstance(contest, Coin):
            self._recorded_coin(record, proof)
        elif isinstance(contest, Comparison) and "shown" in record.headers:
            self.by_chance(f"{contest.name}:{record.headers['shown']}", proof)
        elif isinstance(contest, Outside) and not record.reason:
            self._recorded_report(record)
        self._recorded_end(contest, record)
        self._check_score(record)
        self._check_reason(record)

    def _check_reason(self, record: Record) -> None:
        """What was decided on the board of a linked game was not decided beside it."""
        last = contest_of(self.played[-1])
        end = last.after(self.played[-1].code) if last else None
        if isinstance(end, GameContest) and end.position.outcome and record.reason:
            reason = end.position.outcome.reason
            if record.reason != reason:
                raise NotationError(f"the contest ended by {reason!r}, not by {record.reason!r}")

    def _recorded_end(self, contest: LinkedContest, record: Record) -> None:
        """A contest that was given up ended beside its board; the reason says so."""
        running = self.contest is not None and self.contest.purpose == contest.purpose
        if not running or not record.reason or record.result == "*":
            return
        self.give_up({"1-0": "W", "0-1": "B"}.get(record.result, "="))

    def give_up(self, winner: str) -> None:
        """End a contest beside its board: somebody resigned, or both agreed on a tie."""
        how = {"W": "forfeit:B", "B": "forfeit:W"}.get(winner, "agree:=")
        self.play(self.position.decision(how))

    def _check_score(self, record: Record) -> None:
        last = contest_of(self.played[-1])
        score = _score(last.after(self.played[-1].code)) if last else "*"
        if record.result != score:
            raise NotationError(f"the contest's result is written as {record.result}, but it was {score}")

    def by_chance(self, text: str, proof: Proof | None) -> None:
        """Something chance brought; it is checked if the secrets are known."""
        assert isinstance(self.position, ProjectPosition)
        self.play(self.position.decision(text) if proof is None else self.position.proven(proof, text))

    def _recorded_report(self, record: Record) -> None:
        winner = {"1-0": "W", "0-1": "B", "1/2-1/2": "="}.get(record.result)
        self.play(self.position.decision(f"report:{winner or record.headers.get('reported', '')}"))
        if winner:
            self.play(self.position.decision("confirm"))

    def _recorded_coin(self, record: Record, proof: Proof | None) -> None:
        call = record.headers.get("call")
        if call is None:
            return
        self.play(self.position.decision(f"call:{call}"))
        if record.result != "*" and not record.reason:
            user = contest_of(self.played[-1])
            assert user is not None
            right = record.result == ("1-0", "0-1")[user.user]
            self.by_chance(f"toss:{call if right else 'ht'['th'.index(call)]}", proof)

    def _recorded_game(self, contest: GameContest, record: Record, proof: Proof | None) -> None:
        begins = record.headers.get("begins")
        if begins not in (None, *NAMES):
            raise NotationError(f"begins: {begins!r} must be white or black")
        if begins is None:
            return
        side = Side(NAMES.index(begins))
        if contest.first is None:
            self.by_chance(f"lot:{'WB'[side]}", proof)
        elif contest.first != side:
            raise NotationError(f"begins: {begins} is wrong, {NAMES[contest.first]} begins")
        for number, turn in enumerate(record.turns, 1):
            for code in self._inner_codes(turn, number):
                assert isinstance(self.contest, GameContest)
                self.play(Decision(self.position, self.contest.outer_code(code)))

    def _inner_codes(self, turn: RecordTurn, number: int) -> Iterator[int]:
        """The decisions of one turn of the linked game."""
        contest = self.contest
        if not isinstance(contest, GameContest):
            raise NotationError(f"turn {number} of the contest comes after its end")
        where = (
            f"line {turn.line}, turn {number} of the contest"
            if turn.line
            else f"turn {number} of the contest"
        )
        try:
            if turn.finished:
                decisions = contest.position.turn_decisions(turn.text)
            else:
                decisions = _decisions(contest.position, turn.text)
        except (NotationError, IllegalDecision) as error:
            raise NotationError(f"{where}: {error}") from error
        return (decision.code for decision in decisions)

    def unfinished(self, text: str) -> None:
        """A turn that is not finished: its decisions, with contests where they belong."""
        for part in text.split(BETWEEN_DECISIONS.strip()):
            self._contests_due()
            self.play(self.position.decision(part.strip()))
        self._contests_due()

    def _contests_due(self) -> None:
        while self.contest is not None and self.contests:
            self.recorded(self.contests.pop(0))


def _decisions(position: Position, text: str) -> list[Decision]:
    played = []
    for part in text.split(BETWEEN_DECISIONS.strip()):
        played.append(position.decision(part.strip()))
        position = position.play(played[-1])
    return played


def _read_proof(headers: dict[str, str]) -> Proof | None:
    """The secrets of a contest's record; the commitments must fit."""
    secrets = []
    for name in NAMES:
        value = headers.get(f"{name} commits and reveals")
        if value is None:
            continue
        committed, _, secret = value.partition(" ")
        if commitment(secret) != committed:
            raise NotationError(f"{name}'s secret does not fit what was committed to")
        secrets.append(secret)
    if len(secrets) == 1:
        raise NotationError("one side's secret is missing; both are needed, or none if real dice were thrown")
    return Proof.read("/".join(secrets)) if secrets else None


def read_turn(position: Position, text: str, contests: Sequence[Record] = ()) -> list[Decision]:
    """The decisions of a whole turn. Raises NotationError or IllegalDecision."""
    reader = _Reader(position, contests)
    for token in text.split():
        reader.token(token)
    reader.fill_in("")
    if reader.position.turn == reader.turn:
        raise NotationError(f"{text}: the turn is not finished; {reader.position.legal_summary()}")
    if reader.contests:
        raise NotationError(f"{text}: there are more records of contests than contests")
    return reader.played


def read_recorded_turn(position: Position, turn: RecordTurn) -> list[Decision]:
    """The decisions of a turn of a record, finished or not."""
    if turn.finished:
        return read_turn(position, turn.text, turn.contests)
    reader = _Reader(position, turn.contests)
    reader.unfinished(turn.text)
    return reader.played

"""Turns of project games as text, and the contests inside them as records."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from gipfel.games.core.contest import Contest, Verdict, contest_after
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.replay import position_after
from gipfel.games.core.side import BLACK, WHITE, Side
from gipfel.kernel.state import RESULT
from gipfel.locale import note
from gipfel.notation.errors import GipfelError, IllegalDecision, NotationError, not_finished
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
TIME = "time"
"""The header with the time that a contest has reached which is not over."""

# --- Writing --------------------------------------------------------------------------------------


def contest_of(decision: Decision) -> LinkedContest | None:
    """The contest that a decision belongs to; None if it belongs to none."""
    position = decision.position
    return position.contest if isinstance(position, ProjectPosition) else None


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn. Allowing a move and leaving a row are not written."""
    tokens: list[str] = []
    for contest, group in groupby(decisions, key=_contest_key):
        if contest is None:
            tokens += [decision.text for decision in group if not _is_omitted(decision)]
        else:
            end = _end_of(list(group), None)
            tokens = tokens or [_announced(decisions[0].position)]
            tokens[-1] += f"?({end.id}:{end.result})"
    return " ".join(tokens) or decisions[0].text


def _announced(position: Position) -> str:
    """The text of the move that was announced before the turn's first decision; empty without one."""
    state = position.state
    return "" if state[PENDING] == rules.NOTHING else write_decision(state, state[PENDING] // 3)


def _contest_key(decision: Decision) -> str | None:
    """A key of the contest that a decision belongs to; None if it belongs to none."""
    contest = contest_of(decision)
    return None if contest is None else contest.purpose


def _end_of(decisions: Sequence[Decision], running: Contest | None) -> LinkedContest:
    """How far a contest has got after the last of its decisions; `running` is the contest that goes on."""
    end = contest_after(decisions[-1], running)
    assert isinstance(end, LinkedContest)
    return end


def _is_omitted(decision: Decision) -> bool:
    leaves = decision.code >= REMOVE and not removed_by(decision.position.state, decision.code)
    return leaves or decision.code in (ALLOW, CHALLENGE)


def write_decisions(decisions: Sequence[Decision]) -> list[str]:
    """The decisions of an unfinished turn; those of contests are in the records of the contests."""
    return [decision.text for decision in decisions if contest_of(decision) is None]


def contests_in(decisions: Sequence[Decision], after: Position) -> tuple[Record, ...]:
    """The records of the contests of a turn, which has led to the position `after`."""
    groups = groupby(decisions, key=_contest_key)
    contests = [list(group) for purpose, group in groups if purpose is not None]
    ends = [(contest, _end_of(contest, after.contest)) for contest in contests]
    return tuple(_contest_record(contest, end) for contest, end in ends if end != contest_of(contest[0]))


def _contest_record(decisions: Sequence[Decision], end: LinkedContest) -> Record:
    """The record of a contest of which some decisions have led to `end`."""
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
    if isinstance(end, Outside) and end.way and not end.confirmed and not given_up:
        headers["reported"] = end.state_text
    return Record(headers, result=score if given_up else _score(end), reason=given_up)


def _write_proof(proof: Proof) -> dict[str, str]:
    return {
        f"{NAMES[side]} commits and reveals": f"{commitment(proof.secret(side))} {proof.secret(side)}"
        for side in (WHITE, BLACK)
    }


def _game_record(end: GameContest, decisions: Sequence[Decision], headers: dict[str, str]) -> Record:
    """The record of a linked game, in the same form as any record of that game."""
    if end.first is not None:
        headers["begins"] = NAMES[end.first]
    if end.timed and end.verdict is None:
        headers[TIME] = str(end.position.time)
    inner = [
        Decision(contest.position, contest.inner_code(decision.code))
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
    """The score of a contest in terms of the players of the project game."""
    if contest.verdict is None:
        return "*"
    if contest.verdict is Verdict.TIED:
        return "1/2-1/2"
    winner = contest.user if contest.verdict is Verdict.WON else contest.user.other
    return ("1-0", "0-1")[winner]


def unproven(decisions: Sequence[Decision]) -> int:
    """The number of results of chance without the secrets that prove them."""
    chances = (d for d in decisions if (contest := contest_of(d)) is not None and contest.by_chance)
    return sum(not isinstance(decision, ProvenDecision) for decision in chances)


# --- Reading --------------------------------------------------------------------------------------

_CONTESTED = re.compile(r"([^?]+)((?:\?\([a-z0-9-]+:(?:W|B|=|[0-9]{1,2}-[0-9]{1,2})\))+)")
_SUFFIX = re.compile(r"\?\(([a-z0-9-]+):([^)]+)\)")


class _TurnReader:
    """Plays the parts of a turn in order, and the decisions that notation omits between them."""

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

    @property
    def last_contest(self) -> LinkedContest | None:
        """The contest that the last decision belongs to, as far as it has got; None if it belongs to none."""
        last = self.played[-1]
        return None if contest_of(last) is None else _end_of([last], self.contest)

    def read_token(self, text: str) -> None:
        """Play one part of a finished turn."""
        if self.position.turn != self.turn:
            raise NotationError(note("the turn is over before {part}", part=repr(text)))
        match = _CONTESTED.fullmatch(text)
        move = match[1] if match else text
        if self.played or move != _announced(self.position):
            self.play_after_omitted(move)
        for name, result in _SUFFIX.findall(match[2]) if match else ():
            if self.position.state[SLOT] == rules.ANSWER:
                self.play(self.position.decision("challenge"))
            self.read_result(name, result)

    def read_result(self, name: str, result: str) -> None:
        """Play a contest whose result is written after the move."""
        contest, written = self.contest, f"?({name}:{result})"
        if contest is None:
            raise NotationError(note("{contest}: this move is not contested", contest=written))
        if self.contests:
            self.replay_contest(self.contests.pop(0))
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
            raise NotationError(note("{contest}: the record of this contest is missing", contest=written))
        self._check_suffix(contest, name, result)

    def _check_suffix(self, contest: LinkedContest, name: str, result: str) -> None:
        end, written = self.last_contest, f"?({name}:{result})"
        if end is None or end.verdict is None:
            raise NotationError(note("{contest}: the contest is not over", contest=written))
        if end.result != result or (end.id != name and not isinstance(contest, Outside)):
            right = f"?({end.id}:{end.result})"
            raise NotationError(note("{contest}: the contest was {right}", contest=written, right=right))

    def play_after_omitted(self, text: str) -> None:
        """Play a decision, and before it the omitted ones without which it is not legal."""
        while True:
            try:
                decision = self.position.decision(text)
                break
            except GipfelError:
                omitted = self.omitted_decision()
                if omitted is None:
                    raise
                self.play(omitted)
        self.play(decision)

    def play_omitted(self) -> None:
        """Play the decisions that notation omits at the end of a turn."""
        while (omitted := self.omitted_decision()) is not None:
            self.play(omitted)

    def omitted_decision(self) -> Decision | None:
        """The decision that notation omits here; None if there is none."""
        state = self.position.state
        if state[RESULT] or self.contest is not None or self.position.turn != self.turn:
            return None
        if state[SLOT] == rules.ANSWER:
            return Decision(self.position, ALLOW)
        if state[SLOT] == rules.ROWS:
            leaving = (d for d in self.position.decisions() if not removed_by(state, d.code))
            return next(leaving, None)
        return None

    def replay_contest(self, record: Record) -> None:
        """Play a contest from its record."""
        contest = self.contest
        if contest is None:
            raise NotationError("there is a record of a contest where none is played")
        if record.headers.get(CONTEST) != contest.name:
            raise NotationError(f"the contest is one of {contest.name}, not of {record.headers.get(CONTEST)}")
        proof = _read_proof(record.headers)
        if isinstance(contest, GameContest):
            self._replay_game(contest, record, proof)
        elif isinstance(contest, Coin):
            self._replay_coin(record, proof)
        elif isinstance(contest, Comparison) and "shown" in record.headers:
            self.play_chance(f"{contest.name}:{record.headers['shown']}", proof)
        elif isinstance(contest, Outside) and not record.reason:
            self._replay_report(contest, record, proof)
        self._replay_end(contest, record)
        self._check_score(record)
        self._check_reason(record)

    def _check_reason(self, record: Record) -> None:
        """Raises NotationError if the record names another reason than the linked game."""
        end = self.last_contest
        if isinstance(end, GameContest) and end.position.outcome and record.reason:
            reason = end.position.outcome.reason
            if record.reason != reason:
                raise NotationError(f"the contest ended by {reason!r}, not by {record.reason!r}")

    def _replay_end(self, contest: LinkedContest, record: Record) -> None:
        """End a contest that was resigned or agreed to be a tie, as the reason of its record says."""
        running = self.contest is not None and self.contest.purpose == contest.purpose
        if not running or not record.reason or record.result == "*":
            return
        self.give_up({"1-0": "W", "0-1": "B"}.get(record.result, "="))

    def give_up(self, winner: str) -> None:
        """End a contest by resignation, or by agreement on a tie."""
        how = {"W": "forfeit:B", "B": "forfeit:W"}.get(winner, "agree:=")
        self.play(self.position.decision(how))

    def _check_score(self, record: Record) -> None:
        end = self.last_contest
        score = "*" if end is None else _score(end)
        if record.result != score:
            raise NotationError(f"the contest's result is written as {record.result}, but it was {score}")

    def play_chance(self, text: str, proof: Proof | None) -> None:
        """Play a result of chance; it is checked if the secrets are known."""
        assert isinstance(self.position, ProjectPosition)
        self.play(self.position.decision(text) if proof is None else self.position.proven(proof, text))

    def _replay_report(self, contest: Outside, record: Record, proof: Proof | None) -> None:
        """A report that was confirmed, or disputed and decided by a coin, or is still open."""
        winner = {"1-0": "W", "0-1": "B", "1/2-1/2": "="}.get(record.result)
        reported = record.headers.get("reported")
        if reported is None:
            for text in (f"report:{winner or ''}", "confirm"):
                self.play(self.position.decision(text))
            return
        for text in contest.at(reported).way:
            self.play(self.position.decision(text))
        if winner:
            self.play_chance("toss:h" if winner == "WB"[contest.user] else "toss:t", proof)

    def _replay_coin(self, record: Record, proof: Proof | None) -> None:
        call = record.headers.get("call")
        if call is None:
            return
        self.play(self.position.decision(f"call:{call}"))
        if record.result != "*" and not record.reason:
            contest = contest_of(self.played[-1])
            assert contest is not None
            right = record.result == ("1-0", "0-1")[contest.user]
            self.play_chance(f"toss:{call if right else 'ht'['th'.index(call)]}", proof)

    def _replay_game(self, contest: GameContest, record: Record, proof: Proof | None) -> None:
        begins = record.headers.get("begins")
        if begins not in (None, *NAMES):
            raise NotationError(f"begins: {begins!r} must be white or black")
        if begins is None:
            return
        side = Side(NAMES.index(begins))
        if contest.first is None:
            self.play_chance(f"lot:{'WB'[side]}", proof)
        elif contest.first != side:
            raise NotationError(f"begins: {begins} is wrong, {NAMES[contest.first]} begins")
        self.play_inside(record.turns)
        if TIME in record.headers:
            self._reach(_read_time(record.headers[TIME]))
        elif record.result != "*":
            self._run_out()

    def play_inside(self, turns: Sequence[RecordTurn], first: int = 1) -> None:
        """Play turns of the linked game, of which the first has this number."""
        for number, turn in enumerate(turns, first):
            contest = self.contest
            if not isinstance(contest, GameContest):
                raise _after_the_end(number)
            for made in _inner_decisions(contest.position, turn, number):
                self._reach(made.position.time)
                assert isinstance(self.contest, GameContest)
                self.play(Decision(self.position, self.contest.outer_code(made.code)))

    def _reach(self, ms: int) -> None:
        """Let time pass up to a time of the linked game, if it runs in real time."""
        assert isinstance(self.position, ProjectPosition)
        try:
            self.position = self.position.at(self.position.elapsed + ms)
        except GipfelError as error:
            raise NotationError(f"{TIME}: {error}") from error

    def _run_out(self) -> None:
        """Let time pass until it has ended the contest."""
        contest = self.contest
        while contest is not None and self.contest is not None and self.contest.purpose == contest.purpose:
            due = self.position.next_deadline()
            if due is None:
                return
            self.position = self.position.at(due)

    def read_unfinished(self, text: str) -> None:
        """Play the decisions of an unfinished turn, and its contests where they belong."""
        for part in text.split(BETWEEN_DECISIONS.strip()):
            self._replay_contests()
            self.play(self.position.decision(part.strip()))
        self._replay_contests()

    def _replay_contests(self) -> None:
        while self.contest is not None and self.contests:
            self.replay_contest(self.contests.pop(0))


class _TurnChecker(_TurnReader):
    """Plays a turn without keeping all decisions of its contests: that takes a third of the time."""

    def play_inside(self, turns: Sequence[RecordTurn], first: int = 1) -> None:
        contest = self.contest
        if not isinstance(contest, GameContest) or contest.position.game.clockwork is not None:
            super().play_inside(turns, first)
            return
        position, before_last, done = contest.position, turns[:-1], 0
        while done < len(before_last):
            position, more = position.game.known_turns.after_some(position, before_last, done)
            if more == 0:
                if position.outcome is not None:
                    raise _after_the_end(first + done)
                position = _after_inner_turn(position, before_last[done], first + done)
            done += more or 1
        assert isinstance(self.position, ProjectPosition)
        self.position = self.position.with_contest(replace(contest, position=position))
        super().play_inside(turns[-1:], first + len(turns) - 1)


def _after_the_end(number: int) -> NotationError:
    return NotationError(f"turn {number} of the contest comes after its end")


def _inner_decisions(position: Position, turn: RecordTurn, number: int) -> list[Decision]:
    """The decisions of one turn of a linked game. Raises NotationError that names the turn."""
    try:
        if turn.finished:
            return position.turn_decisions(turn.text)
        return _decisions(position, turn.text)
    except (NotationError, IllegalDecision) as error:
        raise _inside(turn, number, error) from error


def _after_inner_turn(position: Position, turn: RecordTurn, number: int) -> Position:
    """The position after one turn of a linked game. Raises NotationError that names the turn."""
    try:
        return position_after(position, turn)
    except (NotationError, IllegalDecision) as error:
        raise _inside(turn, number, error) from error


def _inside(turn: RecordTurn, number: int, error: GipfelError) -> NotationError:
    where = f"line {turn.line}, " if turn.line else ""
    return NotationError(f"{where}turn {number} of the contest: {error}")


def _decisions(position: Position, text: str) -> list[Decision]:
    played = []
    for part in text.split(BETWEEN_DECISIONS.strip()):
        played.append(position.decision(part.strip()))
        position = position.play(played[-1])
    return played


def _read_time(text: str) -> int:
    if re.fullmatch("[0-9]{1,12}", text) is None:
        raise NotationError(f"{TIME}: {text[:40]!r} must be a whole number of milliseconds")
    return int(text)


def _read_proof(headers: dict[str, str]) -> Proof | None:
    """The secrets of a contest's record. Raises NotationError if they do not match the commitments."""
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


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a complete turn. Raises NotationError or IllegalDecision."""
    reader = _TurnReader(position)
    _read_finished(reader, text)
    return reader.played


def _read_finished(reader: _TurnReader, text: str) -> None:
    """Play a complete turn. Raises NotationError or IllegalDecision."""
    for token in text.split():
        reader.read_token(token)
    reader.play_omitted()
    if reader.position.turn == reader.turn:
        raise not_finished(text, reader.position.legal_summary())
    if reader.contests:
        raise NotationError(f"{text}: there are more records of contests than contests")


def _read_recorded(reader: _TurnReader, turn: RecordTurn) -> None:
    """Play a turn of a record, finished or not. Raises NotationError or IllegalDecision."""
    if turn.finished:
        _read_finished(reader, turn.text)
    else:
        reader.read_unfinished(turn.text)


def read_recorded_turn(position: Position, turn: RecordTurn) -> tuple[list[Decision], Position]:
    """The decisions of a turn of a record, finished or not, and the position that they lead to."""
    reader = _TurnReader(position, turn.contests)
    _read_recorded(reader, turn)
    return reader.played, reader.position


def after_recorded_turn(position: Position, turn: RecordTurn) -> Position:
    """The position after a turn of a record, finished or not; its decisions are not kept."""
    if turn.finished and not turn.contests and position.contest is None:
        return position.game.known_turns.after(position, turn.text)
    reader = _TurnChecker(position, turn.contests)
    _read_recorded(reader, turn)
    return reader.position

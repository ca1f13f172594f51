"""Replaying a record: every turn is checked by the rules, in variations as well."""

from collections.abc import Sequence

from gipfel.games.core.game import Game
from gipfel.games.core.options import check_options
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import (
    game,
    game_of_position,
    game_type,
    known_name,
    upgraded_options,
)
from gipfel.notation.errors import GipfelError, IllegalDecision, NotationError, RecordError, over_before
from gipfel.notation.record import BETWEEN_DECISIONS, Record, RecordTurn


def replay(record: Record) -> Playthrough:
    """Play a record to its end. Raises RecordError that says which turn, why, and what was legal.

    Variations are checked as well; the playthrough is that of the game as it was played.
    """
    playthrough = _begin(record)
    _play_all(playthrough, record.turns, 1)
    _reach_time(playthrough, record.headers.get("time"))
    _check_result(playthrough.position, record)
    return playthrough


def _play_all(playthrough: Playthrough, turns: Sequence[RecordTurn], first: int, where: str = "") -> None:
    """Play turns, and check their variations. Raises RecordError."""
    for number, turn in enumerate(turns, first):
        before = playthrough.position
        try:
            _play(playthrough, turn)
        except (NotationError, IllegalDecision) as error:
            raise RecordError(f"{_where(number, turn)}{where}: {error}") from error
        for variation in turn.variations:
            _play_all(Playthrough(before), variation, number, " of a variation")


def recorded_game(record: Record) -> Game:
    """The game of a record, with the options it was played by. Raises RecordError."""
    return _begin(record).start.game


def _where(number: int, turn: RecordTurn) -> str:
    return f"line {turn.line}, turn {number}" if turn.line else f"turn {number}"


def _begin(record: Record) -> Playthrough:
    if not isinstance(record, Record):
        raise RecordError(
            f"a Record is replayed, not {type(record).__name__}; read_record makes one of a text"
        )
    headers = record.headers
    name, version = known_name(headers["game"]), headers.get("version") or None
    try:
        check_options(record.options, game_type(name).all_options, name)
        options = upgraded_options(name, record.format, version, record.options)
        seed = _seed(headers.get("seed"))
        if "start" in headers:
            start = game_of_position(name, headers["start"], version, options).position(headers["start"])
            return Playthrough(start, seed, record.agreed)
        return Playthrough(game(name, version, **options).start(seed=seed), seed, record.agreed)
    except GipfelError as error:
        raise RecordError(f"in the header: {error}") from error


def _seed(text: str | None) -> int | None:
    return None if text is None else _whole_number(text, "seed")


def _whole_number(text: str, what: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(text) > 30:
        raise RecordError(f"the {what} {text[:40]!r} is not a whole number")
    return int(text)


def _reach_time(playthrough: Playthrough, text: str | None) -> None:
    """Let time pass up to the moment at which a game with time was left."""
    if text is None or playthrough.start.game.clockwork is None:
        return
    try:
        playthrough.advance(_whole_number(text, "time"))
    except GipfelError as error:
        raise RecordError(f"in the header, time: {error}") from error


def _play(playthrough: Playthrough, turn: RecordTurn) -> None:
    game = playthrough.start.game
    if turn.contests or game.has_contests:
        decisions, after = game.read_recorded_turn(playthrough.position, turn)
        playthrough.follow(decisions)
        playthrough.advance(after.time)  # perhaps the turn did not end with a decision
        return
    if turn.finished:
        playthrough.play_turn(turn.text)
        return
    before = playthrough.position.turn
    for text in turn.text.split(BETWEEN_DECISIONS.strip()):
        if playthrough.position.turn != before:
            raise over_before(turn.text, repr(text.strip()))
        playthrough.play(text.strip())


def _check_result(position: Position, record: Record) -> None:
    """A finished game must say who won; an unfinished one may have ended otherwise, for a reason given."""
    outcome = position.outcome
    if outcome is not None and record.result != outcome.score:
        raise RecordError(f"the result is written as {record.result}, but the game ended {outcome}")
    if outcome is not None and record.reason not in ("", outcome.reason):
        raise RecordError(f"the reason is written as {record.reason!r}, but the game ended {outcome}")
    if outcome is None and record.result != "*" and not record.reason:
        raise RecordError(
            f"the result is written as {record.result}, but the game goes on; write '*', "
            f"or a reason behind the result such as 'resignation'"
        )

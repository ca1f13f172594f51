"""Replaying a record: every turn is checked by the rules, in variations as well."""

from collections.abc import Callable, Sequence

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

    def play(_: Position, turn: RecordTurn) -> Position:
        _play(playthrough, turn)
        return playthrough.position

    play_turns(playthrough.position, record.turns, play)
    check_continuations(playthrough.position, record)
    playthrough.position = at_the_end(playthrough.position, record)
    return playthrough


def recorded_game(record: Record) -> Game:
    """The game of a record, with the options it was played by. Raises RecordError."""
    return _begin(record).start.game


# --- The beginning ----------------------------------------------------------------------------------


def _begin(record: Record) -> Playthrough:
    if not isinstance(record, Record):
        raise RecordError(
            f"a Record is replayed, not {type(record).__name__}; read_record makes one of a text"
        )
    try:
        seed = seed_of(record)
        return Playthrough(start_of(record, game_of(record), seed), seed, record.agreed)
    except GipfelError as error:
        raise RecordError(f"in the header: {error}") from error


def game_of(record: Record) -> Game:
    """The game that the headers of a record name. Raises GipfelError."""
    headers = record.headers
    name, version = known_name(headers["game"]), headers.get("version") or None
    check_options(record.options, game_type(name).all_options, name)
    options = upgraded_options(name, record.format, version, record.options)
    if "start" in headers:
        return game_of_position(name, headers["start"], version, options)
    return game(name, version, **options)


def seed_of(record: Record) -> int | None:
    """The seed of a random set-up, if the record has one. Raises RecordError."""
    text = record.headers.get("seed")
    return None if text is None else _whole_number(text, "seed")


def start_of(record: Record, kind: Game, seed: int | None) -> Position:
    """The position in which a record of this game begins. Raises GipfelError."""
    text = record.headers.get("start")
    return kind.start(seed=seed) if text is None else kind.position(text)


def _whole_number(text: str, what: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(text) > 30:
        raise RecordError(f"the {what} {text[:40]!r} is not a whole number")
    return int(text)


# --- Turns ------------------------------------------------------------------------------------------

PlayTurn = Callable[[Position, RecordTurn], Position]
"""Plays a turn. Raises NotationError or IllegalDecision."""


def play_turns(
    position: Position, turns: Sequence[RecordTurn], play: PlayTurn, first: int = 1, where: str = ""
) -> Position:
    """The position after turns; their variations are checked. Raises RecordError that names the turn."""
    done = 0
    while done < len(turns):
        if play is position_after:
            position, more = position.game.known_turns.after_some(position, turns, done)
            if more:
                done += more
                continue
        before, turn, number = position, turns[done], first + done
        try:
            position = play(before, turn)
        except (NotationError, IllegalDecision) as error:
            raise RecordError(f"{_where(number, turn)}{where}: {error}") from error
        for variation in turn.variations:
            play_turns(before, variation, position_after, number, " of a variation")
        done += 1
    return position


def check_continuations(position: Position, record: Record) -> None:
    """Check how a game could have gone on after its last turn. Raises RecordError that names the turn."""
    for turns in record.continuations:
        play_turns(position, turns, position_after, len(record.turns) + 1, " of a variation")


def _where(number: int, turn: RecordTurn) -> str:
    return f"line {turn.line}, turn {number}" if turn.line else f"turn {number}"


def position_after(position: Position, turn: RecordTurn) -> Position:
    """The position after a turn; its decisions are not kept. Raises NotationError or IllegalDecision."""
    if turn.contests or position.game.has_contests:
        return position.game.after_recorded_turn(position, turn)
    if turn.finished:
        return position.game.known_turns.after(position, turn.text)
    playthrough = Playthrough(position)
    _play(playthrough, turn)
    return playthrough.position


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


# --- The end ----------------------------------------------------------------------------------------


def at_the_end(position: Position, record: Record) -> Position:
    """The position when a game was left, perhaps later. Raises RecordError if the result is not that."""
    position = _reach_time(position, record.headers.get("time"))
    _check_result(position, record)
    return position


def _reach_time(position: Position, text: str | None) -> Position:
    """Let time pass up to the moment at which a game with time was left."""
    if text is None or position.game.clockwork is None:
        return position
    try:
        return position.at(_whole_number(text, "time"))
    except GipfelError as error:
        raise RecordError(f"in the header, time: {error}") from error


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

"""A game as the explorer counts it: which positions it went through, and how it ended."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from gipfel.explorer.strength import Strength, strengths
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision
from gipfel.games.core.position_keys import SCHEME, position_keys
from gipfel.games.core.replay import replay
from gipfel.games.core.side import Side
from gipfel.kernel.state import State
from gipfel.notation.collection import FileOrStream, GameProblem, games_in
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import Record

DIGEST_SIZE = 12
"""Bytes: two of a hundred million games have the same digest with a probability of 10^-13."""
WINNERS = {"1-0": Side.WHITE, "0-1": Side.BLACK}
DRAW, UNFINISHED = "1/2-1/2", "*"


@dataclass(frozen=True, slots=True)
class Step:
    """A decision of a game: the keys of the positions before and after it, and who acted."""

    before: int
    after: int
    side: Side
    turn: int
    """How many turns were complete before it."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game without anything that names its players."""

    game: Game
    steps: tuple[Step, ...]
    result: str
    strengths: tuple[Strength, Strength]
    digest: bytes
    """The same for the same game, also if its board is turned or mirrored, whoever played it."""


def counted_games(source: FileOrStream, on_problem: Callable[[GameProblem], None]) -> Iterator[CountedGame]:
    """The games of a collection, checked by the rules; those that cannot be read or played are problems.

    Raises RecordError if the file cannot be opened, or has no format that is known.
    """
    for place, game in games_in(source):
        if isinstance(game, GameProblem):
            on_problem(game)
            continue
        try:
            yield counted_record(game)
        except GipfelError as error:
            on_problem(GameProblem(place, str(error)))


def counted_record(record: Record) -> CountedGame:
    """A recorded game, checked by the rules. Raises RecordError."""
    return counted_game(replay(record), record.result, record.headers)


def counted_game(played: Playthrough, result: str, headers: Mapping[str, str]) -> CountedGame:
    """A game that was played through; strengths come from the headers of its record."""
    game = played.start.game
    decisions = [decision for decision in played.decisions if decision.position.contest is None]
    # In most games the position after a decision is the one before the next, and is hashed only once.
    states = [*_states(decisions, played)]
    keys = position_keys(game).keys(states)
    step = 1 if _follow_each_other(played) else 2
    steps = tuple(
        Step(keys[step * i], keys[step * i + 1], decision.side, decision.position.turn)
        for i, decision in enumerate(decisions)
    )
    return CountedGame(game, steps, result, strengths(headers), _digest(keys, result))


def _follow_each_other(played: Playthrough) -> bool:
    """Is the position after each decision the one in which the next is made? Time or a contest may come."""
    return played.start.game.clockwork is None and not played.start.game.has_contests


def _states(decisions: list[Decision], played: Playthrough) -> Iterator[State]:
    """The states before all decisions and, in between if they are others, those after them."""
    together = _follow_each_other(played)
    for decision in decisions:
        yield decision.position.state
        if not together:
            yield decision.position.play(decision).state
    if together:
        yield played.position.state


def _digest(keys: list[int], result: str) -> bytes:
    text = f"{SCHEME} {result} {keys}"
    return blake2b(text.encode(), digest_size=DIGEST_SIZE).digest()

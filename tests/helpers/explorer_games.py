"""Games for tests of the explorer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import gipfel
from gipfel.board import Permutation
from gipfel.explorer import CountedGame, counted_record
from gipfel.games.core.images import decision_behind, image_of
from gipfel.testing.random_games import played_at_random


def record_of(
    turns: Sequence[str], result: str = "*", game: gipfel.Game | None = None, **headers: str
) -> gipfel.Record:
    """A game of these turns that ended by agreement, if it did."""
    played = gipfel.Playthrough((game or gipfel.game("gipf")).start())
    for turn in turns:
        played.play_turn(turn)
    record = played.record(None, **{name.replace("_", " "): value for name, value in headers.items()})
    return record if result == "*" else replace(record, result=result, reason="agreement")


def counted(*turns: str, result: str = "*", game: gipfel.Game | None = None, **headers: str) -> CountedGame:
    """The same as the explorer counts it."""
    return counted_record(record_of(turns, result, game, **headers))


def random_games(name: str, number: int, version: str | None = None) -> Iterator[gipfel.Record]:
    """Records of short random games, unfinished if they are longer."""
    for seed in range(number):
        yield played_at_random(gipfel.game(name, version), seed, 30).record()


def turned(record: gipfel.Record, symmetry: Permutation) -> gipfel.Record:
    """The game with the board turned or mirrored."""
    played = gipfel.replay(record)
    image = gipfel.Playthrough(image_of(played.start, symmetry))
    back = tuple(symmetry.index(point) for point in range(len(symmetry)))
    for decision in played.decisions:
        there = decision_behind(image.position, back, decision)
        assert there is not None
        image.play(there)
    return replace(image.record(), result=record.result, reason=record.reason)

"""The decisions of a game: most of their positions are computed again, and little memory is needed."""

import pickle
import tracemalloc
from random import Random

import pytest

import gipfel
from gipfel import Decision, Playthrough, Position
from gipfel.games.core import decisions
from tests.helpers.long_games import long_game
from tests.helpers.random_games import VERSIONS

LONG = 2000


def played(start: Position, most: int) -> tuple[list[Decision], Playthrough]:
    """A random game: its decisions as they were made, and as they are kept."""
    game, chance = Playthrough(start), Random(1)
    made = []
    while game.position.outcome is None and len(made) < most:
        made.append(game.play(game.position.throw(chance) or chance.choice(game.position.decisions())))
    return made, game


def shown(decision: Decision) -> tuple[object, ...]:
    position = decision.position
    return str(position), position.time, decision.side, decision.text_with_proof, position.codes


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_positions_are_computed_again_as_they_were(
    name: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "BLOCK", 5)
    made, game = played(gipfel.game(name, version).start(seed=1), 60)
    assert [*map(shown, game.decisions)] == [*map(shown, made)]


def test_decisions_are_a_sequence() -> None:
    made, game = played(gipfel.game("yinsh").start(), 85)
    kept = game.decisions
    assert (len(kept), kept) == (85, made)
    assert [*reversed(kept)] == made[::-1]
    for number in range(-85, 85):
        assert kept[number] == made[number]
    for which in (
        slice(7),
        slice(33, 70),
        slice(50, None),
        slice(3, 3),
        slice(None, None, 9),
        slice(-3, None),
    ):
        assert [*kept[which]] == made[which]
    with pytest.raises(IndexError):
        kept[85]


@pytest.mark.parametrize("number", [0, 1, 8, 15, 16, 23, 24, 25, 32, 72, 84])
def test_the_first_decisions_can_be_played_on(number: int) -> None:
    made, game = played(gipfel.game("yinsh").start(), 85)
    game.undo_to(number)
    assert (game.decisions, str(game.position)) == (made[:number], str(made[number].position))
    for decision in made[number:]:
        game.play(decision)
    assert game.decisions == made


def test_decisions_never_change() -> None:
    made, game = played(gipfel.game("yinsh").start(), 60)
    before = game.decisions
    other = before.first(50).followed_by(made[50])
    game.undo()
    assert (len(before), len(other), len(game.decisions)) == (60, 51, 59)
    assert before == made


def test_a_long_game_needs_little_memory() -> None:
    """A position of PÜNCT needs seven thousand bytes, and every one has to know all that came before."""
    game = Playthrough(gipfel.game("punct").start())
    texts = long_game(LONG)
    tracemalloc.start()
    for text in texts:
        game.play(text)
    size = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size < 400 * LONG


def test_repetitions_count_across_a_long_game() -> None:
    """The position after 300 decisions occurs for the third time, also for whoever got it pickled."""
    game = Playthrough(gipfel.game("punct").start())
    for text in long_game(300):
        game.play(text)
    packed = pickle.dumps(game.position)
    assert len(packed) < 20_000
    for text in ["e4-e4:0", "m9-m9:4", "e4-e4:5", "m9-m9:3"] * 2:
        assert game.position.outcome is None
        game.play(text)
    position: Position = pickle.loads(packed)
    for decision in game.decisions[300:]:
        assert (position.outcome, position.may_repeat) == (None, decision.position.may_repeat)
        position = position.play(decision.text)
    assert str(position.outcome) == str(game.position.outcome) == "1/2-1/2 repetition"

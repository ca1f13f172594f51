"""Players that begin with an opening book."""

from random import Random

import pytest

import gipfel
from gipfel import Decision, Game, Position, Side
from gipfel.engine import think
from gipfel.engine.players.book_player import BookPlayer
from gipfel.engine.players.player import Player
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.images import SharedText
from gipfel.games.core.side import BLACK
from tests.helpers.linked_games import JUMP, linked

GIPF = gipfel.game("gipf", "standard")
SECOND = SearchLimits(seconds=1)


class Noting(Player):
    """Makes the last legal decision, and notes what it was asked."""

    name = "noting"

    def __init__(self) -> None:
        self.asked: list[object] = []

    def begin(self, game: Game) -> None:
        self.asked.append(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        self.asked.append(limits)
        return position.decisions()[-1]

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        self.asked.append(side)
        return None

    def watch(self, decision: Decision) -> None:
        self.asked.append(decision)

    def close(self) -> None:
        self.asked.append("closed")


def opening(seed: int, turns: int = 3) -> list[str]:
    """The texts of the first positions of a game that a player plays against itself, without their images."""
    player, position, texts = BookPlayer(Noting(), seed), GIPF.start(), []
    while position.turn < turns:
        position = position.play(player.choose(position, SECOND))
        texts.append(SharedText(position).text)
    return texts


@pytest.mark.parametrize(
    ("text", "has_book"),
    [
        *((f"level:{level}", level >= 8) for level in range(1, 11)),
        ("level:10,book=0", False),
        ("level:8,seconds=1", True),
        ("uct", False),
        ("greedy", False),
    ],
)
def test_levels_from_8_on_use_a_book(text: str, has_book: bool) -> None:
    spec = PlayerSpec.read(text)
    assert spec.has_book == has_book
    player = spec.make_player(1)
    assert isinstance(player, BookPlayer) == has_book
    assert player.name == text or not has_book


def test_in_the_book_nobody_searches() -> None:
    own = Noting()
    player = BookPlayer(own, 1)
    player.begin(GIPF)
    assert player.choose(GIPF.start(), SECOND) in GIPF.start().decisions()
    assert own.asked == [GIPF]


def test_outside_of_the_book_everything_is_left_to_the_player_itself() -> None:
    own, position, chance = Noting(), GIPF.start(), Random(5)
    player = BookPlayer(own, 1)
    while position.turn < 12:
        position = position.play(chance.choice(position.decisions()))
    assert player.choose(position, SECOND) == position.decisions()[-1]
    player.react(position, BLACK, SECOND)
    player.watch(position.decisions()[0])
    player.close()
    assert own.asked == [SECOND, BLACK, position.decisions()[0], "closed"]


def test_a_seed_decides_what_is_played() -> None:
    assert opening(7) == opening(7)
    assert len({tuple(opening(seed)) for seed in range(20)}) > 5


def test_a_player_that_is_replaced_goes_on_in_the_same_way() -> None:
    first, position = BookPlayer(Noting(), 3), GIPF.start()
    for _ in range(4):
        chosen = first.choose(position, SECOND)
        assert BookPlayer(Noting(), 3).choose(position, SECOND) == chosen
        position = position.play(chosen)


def test_a_contest_is_begun_with_the_book_of_its_game() -> None:
    game = linked("tzaar fixed", **{"link.first": "user"})
    contest = game.position(JUMP).play("Zc3>e5").play("challenge")
    assert contest.played is not None
    assert contest.played.game.name == "tzaar"
    own = Noting()
    chosen = [BookPlayer(own, seed).choose(contest, SECOND) for seed in range(12)]
    assert not own.asked
    assert {*chosen} <= {*contest.decisions()}
    assert len({*chosen}) > 1


def test_an_analysis_uses_no_book() -> None:
    assert think(GIPF.start(), nodes=500, level=10).nodes >= 500

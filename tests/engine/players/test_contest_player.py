"""A player that leaves the games inside contests to another one."""

from gipfel import BLACK, WHITE, Decision, Game, Position, Side
from gipfel.engine.players.contest_player import ContestPlayer
from gipfel.engine.players.player import Player
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from tests.helpers.linked_games import JUMP, linked

SECOND = SearchLimits(seconds=1)


class Noting(Player):
    """Makes the first legal decision, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.score = 70

    def begin(self, game: Game) -> None:
        self.asked.append(game)

    def prepare_contest(self, game: Game) -> None:
        self.asked.append(game.name)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        self.asked.append(limits)
        return position.decisions()[0]

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        self.asked.append(side)
        return None

    def watch(self, decision: Decision) -> None:
        self.asked.append(decision)

    def close(self) -> None:
        self.asked.append("closed")


def test_each_plays_its_part() -> None:
    own, contests = Noting(), Noting()
    player = ContestPlayer("both", own, contests)
    game = linked("tamsk level3", **{"link.first": "user", "link.time": "real"})
    before = game.position(JUMP)
    player.begin(game)
    player.choose(before, SECOND)
    assert player.score == 70, "what the player thinks that chose"
    announced = before.play("Zc3>e5")
    player.choose(announced, SECOND)
    contest = announced.play("challenge")
    assert contest.played is not None
    player.prepare_contest(contest.played.game)
    assert player.choose(contest, SECOND) in contest.decisions()
    player.react(contest, BLACK, SECOND)
    player.react(before, WHITE, SECOND)
    decision = before.decisions()[0]
    player.watch(decision)
    player.close()
    assert own.asked == [game, SECOND, SECOND, WHITE, decision, "closed"]
    assert contests.asked == ["tamsk", SearchLimits(), BLACK, "closed"], "it has its own limits"


def test_a_spec_makes_such_a_player() -> None:
    player = PlayerSpec.read("level:1,contests=2").make_player(1)
    assert isinstance(player, ContestPlayer)
    assert player.name == "level:1,contests=2"
    contest = linked("zertz blitz", **{"link.first": "user"}).position(JUMP).play("Zc3>e5").play("challenge")
    player.begin(contest.game)
    assert player.choose(contest, SECOND) in contest.decisions()


def test_lots_and_dice_are_no_games() -> None:
    own, contests = Noting(), Noting()
    coin = linked("coin").position(JUMP).play("Zc3>e5").play("challenge")
    ContestPlayer("both", own, contests).choose(coin, SECOND)
    assert (own.asked, contests.asked) == ([SECOND], [])

"""Players that prove wins: they play them, and avoid what is proven to lose."""

from functools import cache

import pytest

import gipfel
from gipfel.engine.players.levels import make_searcher, with_endings
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
from gipfel.engine.search.analysis import Analysis, SearchLimits, line_of
from gipfel.engine.search.ending_searcher import EndingSearcher
from gipfel.engine.search.proof_number_searcher import Claim, ProofNumberSearcher
from gipfel.games.core.position import Position
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from gipfel.notation.errors import OptionError

ZERTZ = "37 ----/---W1/6/6-/2B3/4-/-2- 3.7.4 2.1.0 0.0.5 2 -"
LIMITS = SearchLimits(nodes=500_000)


@cache
def engine() -> EndingSearcher:
    game = gipfel.game("zertz")
    searcher = with_endings(make_searcher(game, seed=0), game, share=20)
    assert isinstance(searcher, EndingSearcher)
    return searcher


def test_a_proven_win_is_played_to_its_end() -> None:
    """The search alone does not see this win with as many nodes."""
    position = gipfel.game("zertz").position(ZERTZ)
    winner = position.side
    engine().forget()
    analysis = engine().think(position, LIMITS)
    assert analysis.lines[0].score >= CERTAIN - FARTHEST_WIN
    assert analysis.nodes < 50_000
    alone = engine().search.think(position, SearchLimits(nodes=200_000))
    assert not alone.lines[0].proven
    for _ in range(40):
        if position.outcome is not None:
            break
        position = position.play(engine().think(position, LIMITS).decision.code)
    assert position.outcome is not None
    assert position.outcome.winner == winner


class Stubborn:
    """A search that prefers certain decisions, whatever they are worth, and expects to lose."""

    EXPECTED = -2000

    def __init__(self, preferred: list[int]) -> None:
        self.preferred = preferred

    def think(self, position: Position, limits: SearchLimits, *_: object) -> Analysis:
        wanted = [*self.preferred, *position.codes]
        code = next(code for code in wanted if code in position.codes and code not in limits.without)
        return Analysis(position, (line_of(position, self.EXPECTED, [code]),), 1, 1, 0.0)

    def forget(self) -> None: ...

    def prepare(self) -> None: ...


def test_a_decision_that_is_proven_to_lose_is_avoided() -> None:
    game = gipfel.game("zertz")
    won = game.position(ZERTZ)
    lost, position = None, won
    proofs = ProofNumberSearcher(game, 8)
    # A decision of the winner that gives the win to nobody, then one of the loser that loses at once.
    for code in won.codes:
        after = won.play(code)
        for reply in after.codes if after.side == won.side else ():
            other = after.play(reply)
            if other.outcome is not None or not other.game.endings.late(other.state):
                continue
            answer = proofs.ask(other.state, won.side, lambda nodes: 20_000 - nodes)
            losing = answer.known(Claim.PROVEN)
            if other.side != won.side and losing and len(losing) < len(other.codes):
                lost, position = losing[0].code, other
                break
        if lost is not None:
            break
    assert lost is not None
    player = EndingSearcher(Stubborn([lost]), game, 40)
    assert Stubborn([lost]).think(position, LIMITS).decision.code == lost
    player.think(position, LIMITS)  # Now it knows that it is behind, and checks what it chooses.
    assert player.think(position, LIMITS).decision.code != lost


def test_early_positions_and_analyses_of_several_lines_are_only_searched() -> None:
    start = gipfel.game("zertz").start()
    engine().forget()
    engine().think(start, SearchLimits(nodes=2000))
    assert engine().proofs.nodes == 0 or engine().proofs.nodes < 20_000
    late = gipfel.game("zertz").position(ZERTZ)
    analysis = engine().think(late, SearchLimits(nodes=3000, lines=3))
    assert len(analysis.lines) == 3


def test_the_setting() -> None:
    assert PlayerSpec.read("level:10,endings=0").endings == 0
    assert PlayerSpec.read("level:10,endings=25").text == "level:10,endings=25"
    assert PlayerSpec.read("level:10").endings is None
    for wrong in ("endings=91", "endings=-1", "endings=x", "endings="):
        with pytest.raises(OptionError, match="per cent"):
            PlayerSpec.read(f"level:10,{wrong}")
    with pytest.raises(OptionError, match="no setting"):
        PlayerSpec.read("uct,endings=5")


@pytest.mark.parametrize(
    ("level", "share", "expected"), [(10, None, True), (8, None, False), (8, 10, True), (10, 0, False)]
)
def test_which_levels_prove(level: int, share: int | None, expected: bool) -> None:
    game = gipfel.game("zertz")
    searcher = with_endings(make_searcher(game, level, seed=0), game, level, share)
    assert isinstance(searcher, EndingSearcher) is expected
    assert isinstance(searcher, EndingSearcher | AlphaBetaSearcher)


def test_games_with_time_are_never_proven() -> None:
    game = gipfel.game("tamsk", "level2")
    searcher = make_searcher(game, seed=0)
    assert with_endings(searcher, game, share=20) is searcher

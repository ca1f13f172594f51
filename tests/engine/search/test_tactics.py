"""Forced wins: the engine has to find those in the folder tactics, and they have to be what they claim.

The positions were made by scripts/make_tactics.py. Each file says how many nodes the engine may search.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from gipfel.engine.players.levels import make_searcher
from gipfel.engine.search.analysis import Searcher, SearchLimits
from gipfel.engine.search.proof import Answer, Prover, proves
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game, game_names
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from tests.helpers.forced_wins import wins_by_force

FOLDER = Path(__file__).parent / "tactics"
ENOUGH = 20
BUDGET = 3_000_000
"""Nodes; no proof here takes more."""
PROVEN_AGAIN = 4
"""The number of positions of each game, those with the shortest wins, that are proven again."""
MANY = 60
"""If more decisions than this do not win, that is checked for this number of them."""


@dataclass(frozen=True)
class Tactic:
    """A position in which the side to act wins within some decisions, with any of the winning ones first."""

    game: str
    version: str
    text: str
    decisions: int
    winning: frozenset[str]

    @property
    def position(self) -> Position:
        return played(self.game, self.version).position(self.text)


def read(name: str) -> tuple[int, list[Tactic]]:
    """The number of nodes that the engine may search in a game, and the positions."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    first, *rest = [line for line in lines if not line.startswith("#")]
    return int(first.removeprefix("nodes ")), [tactic(name, *line.split(" | ")) for line in rest]


def tactic(name: str, version: str, text: str, decisions: str, winning: str) -> Tactic:
    return Tactic(name, version, text, int(decisions), frozenset(winning.split()))


NAMES = [name for name in game_names() if (FOLDER / f"{name}.txt").exists()]
"""The games with positions; those of other packages have none here."""
NODES = {name: read(name)[0] for name in NAMES}
TACTICS = {name: read(name)[1] for name in NAMES}
ALL = [pytest.param(t, id=f"{name}-{i + 1}") for name in NAMES for i, t in enumerate(TACTICS[name])]
SAMPLE = [
    pytest.param(t, id=f"{name}-{TACTICS[name].index(t) + 1}")
    for name in NAMES
    for t in sorted(TACTICS[name], key=lambda t: t.decisions)[:PROVEN_AGAIN]
]


@cache
def played(name: str, version: str) -> Game:
    compiled = game(name, version)
    compiled.compile()
    return compiled


@cache
def engine(of: Game) -> Searcher:
    return make_searcher(of, seed=0)


@cache
def prover(of: Game) -> Prover:
    return proves(of)


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_and_of_all_kinds(name: str) -> None:
    tactics = TACTICS[name]
    assert len(tactics) >= ENOUGH
    assert len({t.text for t in tactics}) == len(tactics)
    assert {t.position.side for t in tactics} == {0, 1}


@pytest.mark.parametrize("tactic", ALL)
def test_the_engine_finds_the_win(tactic: Tactic) -> None:
    position = tactic.position
    engine(position.game).forget()
    analysis = engine(position.game).think(position, SearchLimits(nodes=NODES[tactic.game]))
    score = analysis.lines[0].score
    assert CERTAIN - FARTHEST_WIN <= score <= CERTAIN - tactic.decisions
    decision = analysis.decision.text
    assert decision in tactic.winning or wins_with(position, decision, CERTAIN - score) is Answer.YES


def wins_with(position: Position, decision: str, decisions: int) -> Answer:
    """Does a decision of the side to act win by force, within this number of decisions with itself?"""
    after = position.play(decision)
    return prover(position.game).wins(after.state, position.side, decisions - 1, BUDGET)


@pytest.mark.parametrize("tactic", SAMPLE)
def test_the_win_is_forced_and_only_so(tactic: Tactic) -> None:
    position, decisions = tactic.position, tactic.decisions
    assert prover(position.game).wins(position.state, position.side, decisions - 1, BUDGET) is Answer.NO
    for decision in tactic.winning:
        assert wins_with(position, decision, decisions) is Answer.YES
    others = [d.text for d in position.decisions() if d.text not in tactic.winning]
    for decision in others[:: 1 + len(others) // MANY]:
        assert wins_with(position, decision, decisions) is Answer.NO


# The prover itself.


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("name", ["tamsk", "zertz"])
def test_the_prover_proves_what_is_meant(name: str, fast: bool) -> None:
    """Until the end of some games the answers to short questions are those of the definition."""
    chance = Random(4)
    prover = proves(game(name), fast)
    answers: Counter[bool] = Counter()
    for tactic in TACTICS[name][:3]:
        position = tactic.position
        while position.outcome is None:
            for side, decisions in product((0, 1), (1, 2, 3)):
                if len(position.codes) ** decisions < 1000:
                    meant = wins_by_force(position, side, decisions)
                    assert prover.wins(position.state, side, decisions, BUDGET) is Answer(int(meant))
                    answers[meant] += 1
            position = position.play(chance.choice(position.codes))
    assert min(answers[True], answers[False]) >= 10


def test_a_proof_keeps_to_its_budget() -> None:
    tactic = TACTICS["gipf"][0]
    position = tactic.position
    prover = proves(position.game)
    question = position.state, position.side, tactic.decisions
    assert prover.wins(*question, 100) is Answer.OUT_OF_NODES
    assert prover.nodes == 100
    assert prover.wins(*question, BUDGET) is Answer.YES
    assert 100 < prover.nodes < BUDGET

"""Solved endings: those in the folder endings are solved again within the nodes that their file allows.

They were made by scripts/make_endings.py, which checked each of them by another method. That is done
again here.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from scripts.exhaustive import best_lead

import gipfel
from gipfel.engine.search.proof import Prover, proves
from gipfel.engine.solving import solve
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from tests.helpers.check import CHECK, only_in_check, some_of

FOLDER = Path(__file__).parent / "endings"
ENOUGH = 40
SAMPLE = 5
"""The number of positions of each game that are always solved; `make check` solves all."""
BUDGET = 3_000_000
MOST_LISTED = 20_000
WINNERS = {"1-0": Side.WHITE, "0-1": Side.BLACK, "1/2-1/2": None}


@dataclass(frozen=True)
class Ending:
    """A position with its result: the decisions until a win, White's best lead, or `-` for a draw."""

    game: str
    version: str
    text: str
    result: str
    detail: str

    @property
    def position(self) -> Position:
        return compiled(self.game, self.version).position(self.text)

    @property
    def counts_lead(self) -> bool:
        return self.detail[0] in "+-" and self.detail != "-"


@cache
def compiled(name: str, version: str) -> Game:
    game = gipfel.game(name, version)
    game.compile()
    return game


@cache
def prover(game: Game) -> Prover:
    return proves(game)


def read(name: str) -> tuple[int, list[Ending]]:
    """The nodes allowed in a game, and its endings."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    nodes = next(int(line.split()[1]) for line in lines if line.startswith("nodes "))
    rows = [line.split(" | ") for line in lines if " | " in line and not line.startswith("#")]
    return nodes, [Ending(name, *row) for row in rows]


NAMES = [name for name in gipfel.game_names() if (FOLDER / f"{name}.txt").exists()]
NODES = {name: read(name)[0] for name in NAMES}
ENDINGS = {name: read(name)[1] for name in NAMES}


def some(name: str) -> list[Ending]:
    """A few endings of a game, evenly spread, or all in `make check`."""
    endings = ENDINGS[name]
    return endings if CHECK else endings[:: len(endings) // SAMPLE]


CHOSEN = [
    pytest.param(ending, id=f"{name}-{ENDINGS[name].index(ending) + 1}")
    for name in NAMES
    for ending in some(name)
]


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_and_of_several_kinds(name: str) -> None:
    endings = ENDINGS[name]
    assert len(endings) >= ENOUGH
    assert len({ending.text for ending in endings}) == len(endings)
    assert {"1-0", "0-1"} <= {ending.result for ending in endings}
    assert {ending.position.side for ending in endings} == {Side.WHITE, Side.BLACK}


@pytest.mark.parametrize("ending", some_of(CHOSEN, 24))
def test_the_ending_is_solved(ending: Ending) -> None:
    position = ending.position
    solution = solve(position, None, nodes=NODES[ending.game], megabytes=32)
    assert solution.solved
    assert solution.winner == WINNERS[ending.result]
    if ending.counts_lead:
        assert solution.lead_is_best
        assert solution.lead == abs(int(ending.detail))
    elif solution.winner is not None:
        assert solution.decisions is not None
        assert solution.decisions >= int(ending.detail)
    end = solution.line[-1].position.play(solution.line[-1])
    if end.outcome is not None:
        assert end.outcome.winner == solution.winner


@pytest.mark.parametrize("ending", CHOSEN)
def test_another_method_agrees(ending: Ending) -> None:
    position, winner = ending.position, WINNERS[ending.result]
    if ending.counts_lead:
        assert best_lead(position, MOST_LISTED) == int(ending.detail)
    elif winner is None:
        assert best_lead(position, MOST_LISTED) == 0
    else:
        decisions = int(ending.detail)
        assert prover(position.game).length(position.state, winner, decisions, BUDGET) == decisions


@only_in_check
@pytest.mark.parametrize("name", NAMES)
def test_small_tables_give_the_same_results(name: str) -> None:
    for ending in ENDINGS[name]:
        solution = solve(ending.position, None, nodes=4 * NODES[name], megabytes=1)
        assert not solution.solved or solution.winner == WINNERS[ending.result]

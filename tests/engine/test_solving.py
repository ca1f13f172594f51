"""Solving positions: results, leads, lines, limits, and what cannot be solved."""

from threading import Event
from typing import Any

import pytest

import gipfel
from gipfel.engine import CannotSolve, solve
from gipfel.engine.search.proof import Answer, proves
from gipfel.games.core.side import BLACK, WHITE

ZERTZ = "37 ----/---W1/6/6-/2B3/4-/-2- 3.7.4 2.1.0 0.0.5 2 -"
DVONN = ".RR....../..B3......./B3*..W3......./W4.W2W3....../......... W M"


def test_a_win_with_its_shortest_line() -> None:
    position = gipfel.game("zertz").position(ZERTZ)
    solution = solve(position, None, nodes=3_000_000)
    assert solution.solved
    assert solution.winner == BLACK
    assert solution.cannot_win == (WHITE,)
    assert solution.is_shortest
    assert solution.decisions == len(solution.line) == 7
    after = solution.line[-1].position.play(solution.line[-1])
    assert after.outcome is not None
    assert after.outcome.winner == BLACK
    assert solution.proof_size > 0
    assert solution.nodes > solution.proof_size
    assert not solution.note
    prover = proves(position.game)
    assert prover.wins(position.state, BLACK, 7, 5_000_000) is Answer.YES
    assert prover.wins(position.state, BLACK, 6, 5_000_000) is Answer.NO


def test_the_best_lead() -> None:
    position = gipfel.game("dvonn").position(DVONN)
    solution = solve(position, None, nodes=500_000)
    assert (solution.winner, solution.lead, solution.lead_is_best) == (WHITE, 7, True)
    end = solution.line[-1].position.play(solution.line[-1])
    assert end.outcome is not None
    assert end.outcome.winner == WHITE


def test_limits_are_kept_and_what_is_known_is_said() -> None:
    start = gipfel.game("gipf").start()
    solution = solve(start, None, nodes=20_000)
    assert not solution.solved
    assert solution.winner is None
    assert solution.line == ()
    assert solution.nodes < 60_000
    assert solution.note == "the limits were reached first"


def test_it_can_be_stopped_and_tells_how_far_it_is() -> None:
    stop, seen = Event(), list[float]()

    def progress(part: float) -> None:
        seen.append(part)
        if len(seen) > 3:
            stop.set()

    solution = solve(gipfel.game("yinsh").start(), 1000, stop=stop, progress=progress)
    assert not solution.solved
    assert solution.note == "stopped"
    assert all(0 <= part < 1 for part in seen)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (lambda: gipfel.game("tamsk", "level2").start(), "time decides"),
        (
            lambda: gipfel.game("dvonn").position(
                "W9***......../........../.........../........../......... W M"
            ),
            "over",
        ),
    ],
)
def test_what_cannot_be_solved(position, message: str) -> None:
    with pytest.raises(CannotSolve, match=message):
        solve(position())


def test_chance_and_contests_are_refused() -> None:
    position = gipfel.game("project", "dice").start()
    while position.played is position and not position.by_chance:
        codes = position.codes
        contested = [code for code in codes if position.play(code).played is not position.play(code)]
        position = position.play((contested or codes)[-1])
        if position.outcome is not None or position.turn > 60:
            pytest.fail("no contest came up")
    with pytest.raises(CannotSolve):
        solve(position)


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"nodes": -1}, {"megabytes": 0}, {"megabytes": "x"}], ids=str
)
def test_limits_with_which_nothing_can_be_solved(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(gipfel.OptionError, match=f"{name}=.* is not possible"):
        solve(gipfel.game("gipf").start(), **wrong)

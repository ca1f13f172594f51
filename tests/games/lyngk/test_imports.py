"""Games of LYNGK that other programs have written: none can be read yet, and Gipfel says why."""

import io

import pytest

import gipfel

GAME = """(;GM[41]VV[1]SU[{setup}]P0[id "Ada"]P1[id "Ben"]
; P0[0 Start P0]
; P0[1 Claim R F]
; P0[2 Move B 4 E 2]
; P0[3 Done]
)"""


@pytest.mark.parametrize("setup", ["lyngk 2 123456 100", "Lyngk-6 2 123456 100"])
def test_the_set_up_of_boardspace_cannot_be_told(setup: str) -> None:
    ((_, problem),) = gipfel.games_in(io.BytesIO(GAME.format(setup=setup).encode()))
    assert not isinstance(problem, gipfel.Record)
    assert "not supported yet" in str(problem)
    assert "only from which key" in str(problem)

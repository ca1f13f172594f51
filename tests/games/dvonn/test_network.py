"""What the network of DVONN has learned."""

import pytest

import gipfel
from gipfel.engine import think
from gipfel.kernel.link import can_compile

NODES = 300_000
LEAST = -150
"""In thousandths of a logit: hardly worse than even."""


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("BWBRWWBBB/BWWWWBBWWB/BBWWWWWBRBB/BWWWWWWWBB/BBWWBBRBB W M", gipfel.WHITE),  # 26-4
        ("WWWBBWBWW/BWBBWBBWBW/WBBWBBBWWBW/WBBBRBWWWW/BBBRBWRWW W M", gipfel.BLACK),  # 33-0
    ],
)
def test_who_won_later_is_not_thought_to_be_lost(text: str, winner: gipfel.Side) -> None:
    """After all pieces have been placed; counting pieces and free stacks is far off in these positions."""
    position = gipfel.game("dvonn").position(text)
    score = think(position, nodes=NODES).lines[0].score
    assert (score if position.side == winner else -score) >= LEAST

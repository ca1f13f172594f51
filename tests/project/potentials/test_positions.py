"""Position texts that are refused, with the reason."""

import pytest

from gipfel import PositionError
from gipfel.project.potentials.game import Project


def test_bad_positions() -> None:
    game = Project("ultimate")
    for text, message in (
        ("- w m W:21//G1", "six fields or more"),
        ("z9=Wp w m W:21//G1 B:21//G1 0/0", "there is no spot 'z9'"),
        ("e5=Wq w m W:21//G1 B:21//G1 0/0", "the stack 'Wq'"),
        ("e5=Wpd,e5=Wp w m W:21//G1 B:21//G1 0/0", "is named twice"),
        ("e5=Wd w m W:21//B B:21//B 0/0", "is impossible"),
        ("- x m W:21//G1 B:21//G1 0/0", "the side is 'x'"),
        ("- w q W:21//G1 B:21//G1 0/0", "the slot is 'q'"),
        ("- w m W:21/Q2/G1 B:21//G1 0/0", "must be W: with reserve"),
        ("- w m W:21//G1 B:21//G1 zero", "lost basics"),
        ("- w m W:21//G1 B:21//G1 0/0 weather:fine", "is not known here"),
        ("- w k W:21//G1 B:21//G1 0/0", "an announced move"),
        ("- w x W:21//G1 B:21//G1 0/0", "nothing to decide"),
        ("- w m W:21//G1 B:21//G1 0/0 | W x", "none is played"),
    ):
        with pytest.raises(PositionError, match=message):
            game.position(text)

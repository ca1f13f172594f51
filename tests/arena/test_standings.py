"""Standings, and the picture of them."""

import json
import re
from dataclasses import replace

import pytest

from gipfel.arena.picture import EDGE, FIGURES, LETTER, WIDTH, drawn, png
from gipfel.arena.ratings import Rating
from gipfel.arena.sprt import Sprt
from gipfel.arena.standings import compute_standings, summary
from gipfel.arena.statistics import Pairs
from tests.helpers.matches import GIPF, random_match, result


def test_a_standing_counts_pairs_and_failures() -> None:
    match = random_match()
    games = [
        result(0, 1, 0, False, "1-0"),
        result(0, 1, 0, True, "0-1"),
        result(0, 1, 1, False, "1/2-1/2"),
        result(0, 1, 1, True, "1-0"),
        result(0, 1, 2, False, "1-0", failed="black"),
    ]
    stand = compute_standings(match, games)
    (meeting,) = stand.meetings
    assert (meeting.wins, meeting.draws, meeting.losses, meeting.points) == (3, 1, 1, 3.5)
    assert meeting.pairs == Pairs((0, 1, 0, 0, 1)), "a single game is no pair yet"
    assert stand.failures == [[], ["why"]]
    assert stand.white_score == pytest.approx(0.7)
    plain = summary(match, stand, "why", Sprt(0, 10))
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    svg = drawn(GIPF, stand)
    assert svg.count("random (") == 2
    assert png(svg).startswith(b"\x89PNG")


def test_a_picture_has_room_for_everything() -> None:
    """Long names differ where they are shown, and no label of the grid reaches what stands beside it."""
    long = "level:10,seconds=0.2,threads=2,weights="
    names = [f"{long}before.json", f"{long}after.json", "random"]
    ratings = [Rating(1812, 900), Rating(-0.3, 3), Rating(-1812, 1300)]
    stand = replace(compute_standings(random_match(), []), names=names, ratings=ratings)
    texts = re.findall(r'<text x="([0-9.]+)"[^>]*>([^<]+)</text>', drawn(GIPF, stand))
    shown = {text: float(x) for x, text in texts}
    assert {"0 ± 3", "−1812 ± 1300", "−4000", "+4000"} <= shown.keys()
    assert sum(text.startswith("level:10") for text in shown) == 2
    ends = [x + LETTER * len(text) for text, x in shown.items() if text.startswith("level:10")]
    assert max(ends) < shown["−4000"] - 20 < shown["+4000"] + 20 < WIDTH - EDGE - FIGURES

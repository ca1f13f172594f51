"""Real games of other servers, from a folder beside the repository that is not part of it."""

from collections import Counter
from pathlib import Path

import pytest

import gipfel
from gipfel import GameProblem
from tests.helpers.check import some_of
from tests.helpers.paths import ROOT

SAMPLES = ROOT.parent / "shared" / "records"
NUMBERS = {
    "boardspace-dvonn.sgf.gz": 300,
    "boardspace-yinsh.sgf.gz": 5,
    "boardspace-zertz-37.sgf.gz": 300,
    "boardspace-zertz-48.sgf.gz": 100,
    "boardspace-zertz-61.sgf.gz": 60,
    "littlegolem-dvonn.txt": 1,
    "littlegolem-tzaar.sgf": 2,
}


def sample(name: str) -> Path:
    """A file with real games."""
    if not (SAMPLES / name).exists():
        pytest.skip(f"there is no {name} in {SAMPLES}: the real games are not part of the repository")
    return SAMPLES / name


@pytest.mark.parametrize("name", NUMBERS)
def test_all_real_games_are_read_to_their_end(name: str) -> None:
    games = [game for _, game in gipfel.games_in(sample(name))]
    problems = [str(game) for game in games if isinstance(game, GameProblem)]
    records = [game for game in games if not isinstance(game, GameProblem)]
    assert problems == []
    assert len(records) == NUMBERS[name]
    assert Counter(record.result for record in records)["*"] == 0
    assert [record.comments for record in records if record.comments] == []
    assert not any({"white", "black"} & {*record.headers} for record in records)
    for record in some_of(records, 5):
        assert gipfel.replay(gipfel.read_record(gipfel.write_record(record))).turn_texts() == [
            turn.text for turn in record.turns
        ]

"""Games of the engine against itself as observations, actions and results."""

from pathlib import Path

import numpy as np
import pytest

import gipfel
from gipfel.arena.selfplay import encoded
from gipfel.arena.selfplay.data_file import DataFile, DataFileProblem, PlayedGame, chunk_bytes
from gipfel.arena.selfplay.encoded import EncodedGames, encoded_chunks, read_encoded, write_encoded
from gipfel.arena.selfplay.games import NO_SCORE
from gipfel.arena.selfplay.runner import SelfPlay
from gipfel.kernel.state import ONGOING, RESULT
from gipfel.testing import random_game

NAME, VERSION = "tzaar", "random"
GAME = gipfel.game(NAME, VERSION)
SEEDS = (1, 2, 3)


def played(seed: int, result: int | None = None) -> PlayedGame:
    """A random game; the first two decisions have no score, the others their number."""
    game = random_game(NAME, VERSION, seed)
    codes = np.array([decision.code for decision in game.decisions])
    scores = np.where(np.arange(len(codes)) < 2, NO_SCORE, np.arange(len(codes)))
    return PlayedGame(seed, seed, game.position.state[RESULT] if result is None else result, codes, scores)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with some finished games and an unfinished one."""
    path = tmp_path / "games"
    with DataFile(path, SelfPlay(GAME, 1, 1, 2).terms) as file:
        file.add(chunk_bytes(0, [*map(played, SEEDS), played(4, ONGOING)]))
    return path


def check(found: EncodedGames) -> None:
    """Compare arrays with the positions of the games."""
    row = 0
    for seed in SEEDS:
        game = random_game(NAME, VERSION, seed)
        outcome = game.position.outcome
        assert outcome is not None
        for number, decision in enumerate([*game.decisions][2:], 2):
            position = decision.position
            assert (found.observations[row] == position.observation()).all()
            assert found.actions[row] == position.action(decision)
            assert found.results[row] == (1 if outcome.winner == position.side else -1)
            assert found.scores[row] == number
            assert found.games[row] == seed
            row += 1
    assert {len(array) for array in found} == {row}


def test_finished_games_are_encoded(games: Path) -> None:
    check(read_encoded(games))


def test_they_can_be_read_in_parts(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoded, "CHUNK", 1)
    parts = [*encoded_chunks(games)]
    assert len(parts) == len(SEEDS)
    check(EncodedGames(*[np.concatenate(arrays) for arrays in zip(*parts, strict=True)]))


def test_they_can_be_read_without_numba(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    check(read_encoded(games))


def test_the_archive_has_the_same_arrays(games: Path, tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    number = write_encoded(games, tmp_path / "encoded.npz", lambda *done: reports.append(done))
    with np.load(tmp_path / "encoded.npz") as archive:
        check(EncodedGames(**archive))
    assert reports[0] == (0, number)
    assert reports[-1] == (number, number)


def test_a_file_without_finished_games_gives_empty_arrays(tmp_path: Path) -> None:
    with DataFile(tmp_path / "games", SelfPlay(GAME, 1, 1, 2).terms):
        pass
    assert write_encoded(tmp_path / "games", tmp_path / "encoded.npz", lambda *_: None) == 0
    with np.load(tmp_path / "encoded.npz") as archive:
        assert archive["observations"].shape == (0, GAME.encoding.size)


def test_what_cannot_be_read_or_written_is_said(games: Path, tmp_path: Path) -> None:
    with pytest.raises(DataFileProblem, match="cannot read"):
        read_encoded(tmp_path / "nothing")
    with pytest.raises(DataFileProblem, match="cannot write"):
        write_encoded(games, tmp_path / "nowhere" / "encoded.npz", lambda *_: None)
    (tmp_path / "text").write_text("text")
    with pytest.raises(DataFileProblem, match="has no games of the engine"):
        read_encoded(tmp_path / "text")

"""Games of the engine against itself: they are legal, can be played again, and survive interruptions."""

import os
import signal
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import gipfel
from gipfel.arena.executors import ExecutorLost, LocalExecutor
from gipfel.arena.selfplay import runner
from gipfel.arena.selfplay.data_file import DataFile, DataFileProblem, read_games
from gipfel.arena.selfplay.examples import examples_of
from gipfel.arena.selfplay.games import NO_SCORE
from gipfel.arena.selfplay.runner import SelfPlay, play_chunk, play_until
from gipfel.kernel.link import can_compile
from gipfel.kernel.state import ONGOING, RESULT
from gipfel.project.potentials.evaluation import odds
from tests.helpers.check import CHECK, some_of

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")

GAMES = [
    *(("gipf", "standard"), ("dvonn", "standard"), ("yinsh", "blitz"), ("tzaar", "random")),
    *(("zertz", "blitz"), ("tamsk", "level1"), ("project", "ultimate")),
]


def plan(name: str = "gipf", version: str = "basic", seed: int = 1) -> SelfPlay:
    return SelfPlay(gipfel.game(name, version), nodes=30, seed=seed, opening=3)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk has all its games only in `make check`."""
    if not CHECK:
        monkeypatch.setattr(runner, "CHUNK_GAMES", 25)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(("name", "version"), some_of(GAMES, 2))
def test_games_are_legal_and_reach_their_result(name: str, version: str, tmp_path: Path) -> None:
    how = plan(name, version)
    with DataFile(tmp_path / "games", how.terms) as file:
        file.add(play_chunk(how, 0))
        assert file.chunks == 1
    games = [*read_games(tmp_path / "games")]
    assert len(games) == file.games
    assert sum(game.positions for game in games) == file.positions > 0
    for played in games[:3]:
        position = how.game.start(seed=played.seed)
        for number, (code, score) in enumerate(zip(played.codes, played.scores, strict=True)):
            assert code in position.codes
            if number < how.opening or len(position.codes) == 1:
                assert score == NO_SCORE
            position = position.play(int(code))
        assert position.state[RESULT] == played.result
        assert (position.outcome is None) == (played.result == ONGOING)


def test_contests_are_decided_by_lot(tmp_path: Path) -> None:
    """Every result occurs about as often as agreed, and none of them has a score."""
    how = plan("project", "dice")
    game, rules = how.game, how.game.rules.linked(False)
    with DataFile(tmp_path / "games", how.terms) as file:
        file.add(play_chunk(how, 0))
    results: Counter[int] = Counter()
    for played in read_games(tmp_path / "games"):
        state, likely = [*game.start(seed=played.seed).state], [0] * game.rules.most
        for code, score in zip(played.codes, played.scores, strict=True):
            if odds(state, game.contest_odds(), likely):
                assert score == NO_SCORE
                results[rules.codes(state).index(code)] += 1
            rules.play(state, int(code))
        assert rules.outcome(state) == played.result
    number = results.total()
    assert number > 50
    for result, per_mille in enumerate(likely[: len(results)]):
        spread = 4 * (per_mille * (1000 - per_mille) / number) ** 0.5
        assert abs(1000 * results[result] / number - per_mille) <= spread


def test_a_chunk_depends_on_nothing_but_its_number() -> None:
    first, second = play_chunk(plan(), 0), play_chunk(plan(), 1)
    assert first != second
    assert play_chunk(plan(), 0) == first
    assert play_chunk(plan(seed=2), 0) != first


@pytest.mark.usefixtures("small_chunks")
def test_examples_are_the_positions_with_a_score(tmp_path: Path) -> None:
    how = plan("dvonn", "standard")
    learned = how.game.evaluation.learned
    assert learned is not None
    with DataFile(tmp_path / "games", how.terms) as file:
        file.add(play_chunk(how, 0))
    played = next(read_games(tmp_path / "games"))
    examples = examples_of(how.game, learned.inputs, [played])
    position, number = how.game.start(seed=played.seed), 0
    for code, score in zip(played.codes, played.scores, strict=True):
        searched = score != NO_SCORE and abs(score) < 900_000
        if searched and not how.game.evaluation.follow_up([*position.state]):
            assert (examples.side[number], examples.score[number]) == (position.side, score)
            room = [0] * 256
            count = learned.inputs.inputs([*position.state], room)
            expected = [*room[32 : 32 + count], *[learned.inputs.number] * (learned.inputs.most - count)]
            assert examples.inputs[number].tolist() == expected
            number += 1
        position = position.play(int(code))
    assert number == len(examples)
    winner = position.outcome.winner if position.outcome else None
    wanted = [0.5 if winner is None else float(winner == side) for side in examples.side]
    assert np.array_equal(examples.result, np.array(wanted, np.float32))


def test_games_with_other_weights_are_other_games(tmp_path: Path) -> None:
    weights = tmp_path / "weights.json"
    weights.write_text("{}")
    first = replace(plan(), weights=str(weights)).terms
    weights.write_text('{"discs": 1}')
    assert (
        len({str(terms) for terms in (first, replace(plan(), weights=str(weights)).terms, plan().terms)}) == 3
    )


def test_a_killed_process_is_said_in_one_sentence(tmp_path: Path) -> None:
    executor = LocalExecutor(1)
    os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
    try:
        with (
            DataFile(tmp_path / "games", plan().terms) as file,
            pytest.raises(ExecutorLost, match="the same command continues"),
        ):
            play_until(10, plan(), file, executor, lambda *_: None)
    finally:
        executor.stop(at_once=True)


def test_the_file_of_other_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with DataFile(path, plan().terms):
        pass
    with pytest.raises(DataFileProblem, match="was begun with seed 1, not 2"):
        DataFile(path, plan(seed=2).terms)
    for content in (b"nonsense", b"{}\n", b"\xff\xfe\n", b'{"gipfel selfplay": 9}\n'):
        path.write_bytes(content)
        with pytest.raises(DataFileProblem, match="gipfel selfplay writes them"):
            DataFile(path, plan().terms)
        assert path.read_bytes() == content

"""Batches: many games at once are the same games as one at a time."""

import gc
import threading
from itertools import pairwise

import numpy as np
import pytest

import gipfel
from gipfel.batch import Batch, IllegalActions
from gipfel.games.core.encoding import Encoding
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.registry import game_of_position
from gipfel.games.gipf import notation, rules, scene
from gipfel.kernel.evaluation import no_chance
from gipfel.kernel.state import DRAW, ONGOING, State
from tests.helpers.check import some_of
from tests.helpers.own_games import OWN, versions_of

VERSIONS = some_of([version for version in versions_of(OWN) if version[0] != "punct"], 3)
LARGE = [("punct", "standard")]
SMALL = gipfel.game("gipf", "basic")


def numbers(batch: Batch, chance: np.random.Generator) -> np.ndarray:
    """A random legal decision for each game, by its number."""
    return (chance.random(batch.number) * batch.legal_lists().counts).astype(np.int64)


def is_plain(game: gipfel.Game) -> bool:
    """Is a decision of a batch the same as one of a position? Not where time runs or contests are drawn."""
    return game.clockwork is None and game.evaluation.odds is no_chance


# --- The same games as positions --------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS + LARGE)
def test_a_batch_plays_the_same_games_as_positions(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    batch, chance = Batch(game, 3, seed=5), np.random.default_rng(5)
    shown = [batch.position(i) for i in range(3)]
    for _ in range(10 if name == "punct" else 150):
        lists, observations, masks = batch.legal_lists(), batch.observe(), batch.masks()
        chosen = numbers(batch, chance)
        for i, position in enumerate(shown):
            assert batch.sides[i] == position.side
            assert batch.turns[i] == position.turn
            codes = lists.codes[lists.starts[i] : lists.starts[i] + lists.counts[i]]
            assert codes.tolist() == position.codes
            assert (observations[i] == position.observation()).all()
            assert (masks[i] == position.legal_mask()).all()
            assert [position.action(code) for code in position.codes[:20]] == lists.of(i)[:20].tolist()
        step = batch.choose(chosen)
        for i, position in enumerate(shown):
            after = position.play(position.codes[chosen[i]]) if is_plain(game) else batch.position(i)
            if is_plain(game) and step.finished[i]:
                outcome = after.outcome
                assert outcome is not None
                rewards = {None: [0, 0], gipfel.WHITE: [1, -1], gipfel.BLACK: [-1, 1]}
                assert step.rewards[i].tolist() == rewards[outcome.winner]
                after = batch.position(i)
                assert after.turn == 0
            elif not step.finished[i]:
                assert after == batch.position(i)
            shown[i] = after


@pytest.mark.parametrize(
    ("name", "version"), some_of([("gipf", "standard"), ("dvonn", "random"), ("project", "dice")], 1)
)
def test_interpreted_and_compiled_batches_are_the_same(
    name: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = Batch(gipfel.game(name, version), 4, seed=3, threads=2)
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    slow = Batch(gipfel.game(name, version), 4, seed=3, threads=2)
    chance = np.random.default_rng(1)
    for _ in range(60):
        chosen = numbers(fast, chance)
        one, two = fast.choose(chosen), slow.choose(chosen)
        assert (one.results == two.results).all()
        assert (fast.observe() == slow.observe()).all()
        assert (fast.masks() == slow.masks()).all()
        assert [*map(str, map(fast.position, range(4)))] == [*map(str, map(slow.position, range(4)))]
    assert fast.random_steps(50) == slow.random_steps(50)
    assert (fast.playouts(2).results == slow.playouts(2).results).all()
    assert (fast.legal_lists().of(3) == slow.legal_lists().of(3)).all()
    actions = [int(fast.legal_lists().of(i)[0]) for i in range(4)]
    assert (fast.step(actions).finished == slow.step(actions).finished).all()


def test_the_number_of_threads_changes_nothing() -> None:
    batches = [Batch(gipfel.game("dvonn", "random"), 50, seed=9, threads=threads) for threads in (1, 2, 7)]
    for _ in range(40):
        played = [batch.random_steps(7) for batch in batches]
        assert len({*played}) == 1
    results = [(batch.observe(), batch.playouts(3).results) for batch in batches]
    for one, two in pairwise(results):
        assert (one[0] == two[0]).all()
        assert (one[1] == two[1]).all()


@pytest.mark.parametrize("name", ["gipf", "zertz", "project"])
def test_steps_are_the_same_with_any_number_of_threads(name: str) -> None:
    batches = [Batch(gipfel.game(name), 130, seed=9, threads=threads) for threads in (1, 2, 5)]
    arrays = [(batch.observe(), batch.masks()) for batch in batches]
    for turn in range(60):
        for batch, (observations, masks) in zip(batches, arrays, strict=True):
            if turn % 2:
                batch.step(batch.random_actions(), observations, masks)
            else:
                batch.choose(batch.random_numbers(), observations, masks)
        lists = [batch.legal_lists() for batch in batches]
        for (one, two), (before, after) in zip(pairwise(arrays), pairwise(lists), strict=True):
            assert (one[0] == two[0]).all()
            assert (one[1] == two[1]).all()
            assert (before.counts == after.counts).all()
            assert (before.starts == after.starts).all()
            assert (before.codes == after.codes).all()


def test_random_choices_are_legal_and_differ() -> None:
    batch = Batch(SMALL, 200, seed=3, threads=2)
    out, masks = np.zeros(200, np.int64), batch.masks()
    for _ in range(30):
        assert batch.random_actions(out) is out
        assert masks[np.arange(200), out].all()
        batch.step(out, masks=masks)
    counts = batch.legal_lists().counts
    drawn = np.array([batch.random_numbers() for _ in range(100)])
    assert (drawn >= 0).all()
    assert (drawn < counts).all()
    assert (drawn.max(axis=0) > counts * 0.8).mean() > 0.9
    assert (drawn.min(axis=0) < counts * 0.2).mean() > 0.9


def test_random_choices_of_finished_games_are_taken() -> None:
    batch = Batch(SMALL, 6, seed=3, auto_reset=False)
    batch.random_steps(1000)
    assert batch.random_numbers().tolist() == batch.random_actions().tolist() == [0] * 6
    assert not batch.step(batch.random_actions()).finished.any()


@pytest.mark.parametrize("out", [np.zeros(5, np.int32), np.zeros(4, np.int64), [0] * 5])
def test_random_choices_need_a_fitting_array(out: object) -> None:
    with pytest.raises(gipfel.OptionError, match=r"writeable array of int64 with the shape \(5,\)"):
        Batch(SMALL, 5).random_numbers(out)  # type: ignore[arg-type]


def test_every_step_can_write_into_other_arrays() -> None:
    batch, other = Batch(SMALL, 64, seed=1, threads=2), Batch(SMALL, 64, seed=1)
    kept = np.zeros((20, 64, batch.encoding.size), np.int8)
    for row in kept:
        batch.choose(batch.random_numbers(), row)
        other.choose(other.random_numbers())
        assert (row == other.observe()).all()


def test_threads_end_with_their_batch() -> None:
    before = set(threading.enumerate())
    batch = Batch(SMALL, 64, threads=3)
    threads = set(threading.enumerate()) - before
    assert len(threads) == 2
    batch.random_steps(3)
    del batch
    gc.collect()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def test_the_seed_decides() -> None:
    one, two, other = (Batch(SMALL, 30, seed=seed) for seed in (1, 1, 2))
    for batch in (one, two, other):
        batch.random_steps(20)
    assert (one.observe() == two.observe()).all()
    assert (one.observe() != other.observe()).any()


def test_random_set_ups_are_drawn_by_the_seed() -> None:
    game = gipfel.game("tzaar", "random")
    starts = {str(Batch(game, 40, seed=1, starts=8).position(i)) for i in range(40)}
    assert 1 < len(starts) <= 8
    assert starts == {str(Batch(game, 40, seed=1, starts=8).position(i)) for i in range(40)}
    batch = Batch(game, 40, seed=1, starts=8)
    batch.random_steps(300)
    assert batch.turns.max() < 100


# --- Ends -------------------------------------------------------------------------------------------


def test_finished_games_begin_anew_or_stay() -> None:
    again, once = Batch(SMALL, 20, seed=4), Batch(SMALL, 20, seed=4, auto_reset=False)
    chance = np.random.default_rng(4)
    ended = np.zeros(20, np.int8)
    while (ended == ONGOING).any():
        step = once.choose(numbers(once, chance))
        assert not (step.finished & (ended != ONGOING)).any()
        ended = np.where(step.finished, step.results, ended)
    assert (once.results == ended).all()
    assert once.masks().sum() == 0
    assert once.legal_lists().counts.sum() == 0
    assert not once.step(np.full(20, -7)).finished.any()
    assert once.random_steps(3).decisions == 0
    assert (once.playouts(2).results.sum(axis=1) == 2).all()
    assert again.random_steps(500).finished > 100
    assert (again.legal_lists().counts > 0).all()
    once.reset()
    assert (once.turns == 0).all()


def test_long_games_are_cut_off() -> None:
    batch, chance = Batch(SMALL, 10, most_turns=5), np.random.default_rng(1)
    steps = [batch.choose(numbers(batch, chance)) for _ in range(5)]
    assert steps[-1].truncated.all()
    assert steps[-1].finished.all()
    assert (steps[-1].results == DRAW).all()
    assert not steps[-1].rewards.any()
    assert not steps[-2].finished.any()


REPEATED = [
    ("punct", "wTi5:0,bEf4:0 w S", "i5-i5:1|f4-f4:1|i5-i5:0|f4-f4:0|i5-i5:1|f4-f4:1|i5-i5:0|f4-f4:0"),
    (
        "zertz",
        "37 ----/-----/-WGBW-/-G3B-/-WGBW-/-----/---- 0.0.0 1.0.0 0.1.0 1 -",
        "Wd4|Gd5|x d5Wd3|x d2Gd4|Wd2|Gd5|x d5Gd3|x d2Gd4|Gd2",
    ),
]


@pytest.mark.parametrize(("name", "text", "turns"), REPEATED, ids=["punct", "zertz"])
def test_a_position_that_occurs_three_times_is_a_draw(name: str, text: str, turns: str) -> None:
    position = game_of_position(name, text).position(text)
    batch = Batch(position.game, 2, starts=[position], auto_reset=False)
    for turn in turns.split("|"):
        for decision in batch.position(0).turn_decisions(turn):
            assert not batch.results.any()
            step = batch.choose([batch.position(0).codes.index(decision.code)] * 2)
    assert step.finished.all()
    assert (step.results == DRAW).all()
    assert (batch.results == DRAW).all()


# --- Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_action_names_its_game_and_changes_nothing(threads: int) -> None:
    batch = Batch(SMALL, 9, seed=2, threads=threads)
    batch.random_steps(4)
    legal = np.array([batch.legal_lists().of(i)[0] for i in range(9)])
    before = [str(batch.position(i)) for i in range(9)]
    for action in (-1, 10**6, 80, -(2**63)):
        wrong = legal.copy()
        wrong[6] = action
        with pytest.raises(IllegalActions, match=rf"game 6: action {action} is not legal; \d+ are legal"):
            batch.step(wrong)
    count = int(batch.legal_lists().counts[7])
    with pytest.raises(IllegalActions, match=f"game 7: there is no legal decision with the number {count}"):
        batch.choose(np.array([0] * 7 + [count, -1]))
    assert [str(batch.position(i)) for i in range(9)] == before
    batch.step(legal)
    assert [str(batch.position(i)) for i in range(9)] != before


@pytest.mark.parametrize("actions", [[1, 2], np.zeros(5), [[0]] * 5, ["a"] * 5, None, [True] * 5])
def test_what_are_no_actions_is_refused(actions: object) -> None:
    batch = Batch(SMALL, 5)
    for play in (batch.step, batch.choose):
        with pytest.raises(IllegalActions, match="5 whole numbers are needed"):
            play(actions)  # type: ignore[operator]


def test_arrays_to_write_into_must_fit() -> None:
    batch = Batch(SMALL, 5)
    width = batch.encoding.size
    out = np.full((5, width), 77, np.int8)
    assert batch.observe(out) is out
    assert out.max() < 77
    flags = np.ones((5, batch.encoding.number_of_actions), np.bool_)
    assert batch.masks(flags) is flags
    assert (flags == batch.masks()).all()
    for bad in (out[:4], out.astype(float), np.zeros((5, 2 * width), np.int8)[:, ::2], [1]):
        with pytest.raises(gipfel.OptionError, match="contiguous array of int8 with the shape"):
            batch.observe(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments",
    [
        {"number": 0},
        {"number": 1.5},
        {"number": True},
        {"threads": 0},
        {"most_turns": 0},
        {"starts": 0},
        {"starts": []},
        {"starts": [gipfel.game("dvonn").start()]},
        {"seed": "x"},
        {"game": "gipf"},
    ],
)
def test_arguments_are_checked(arguments: dict[str, object]) -> None:
    with pytest.raises(gipfel.OptionError):
        Batch(**{"game": SMALL, "number": 4, **arguments})  # type: ignore[arg-type]


def test_a_game_that_is_not_there_has_no_position() -> None:
    with pytest.raises(gipfel.OptionError, match="number is 4; it must be a whole number from 0 to 3"):
        Batch(SMALL, 4).position(4)


def test_games_can_begin_in_given_positions() -> None:
    position = SMALL.start().play("e1-e3")
    batch = Batch(SMALL, 4, starts=[position])
    assert all(batch.position(i) == position for i in range(4))
    over = SMALL.start()
    while over.decisions():
        over = over.play(over.decisions()[0])
    with pytest.raises(gipfel.OptionError, match="no game can begin"):
        Batch(SMALL, 4, starts=[over])


def test_a_step_writes_observations_and_masks() -> None:
    batch = Batch(SMALL, 6, seed=1, threads=2)
    observations = np.zeros((6, batch.encoding.size), np.int8)
    masks = np.zeros((6, batch.encoding.number_of_actions), np.int8)
    batch.choose([0] * 6, observations, masks)
    assert (observations == batch.observe()).all()
    assert (masks == batch.masks()).all()
    batch.step([lists[0] for lists in map(batch.legal_lists().of, range(6))], masks=masks)
    assert (masks == batch.masks()).all()


def test_lists_that_are_too_long_for_their_array_get_more_room() -> None:
    """A position of this game has thousands of legal decisions; there is room for some sixty at first."""
    batch = Batch(gipfel.game("punct"), 12, seed=1, threads=2)
    assert batch.legal_lists().counts.min() > 1000
    batch.choose(np.arange(12))
    for i in (0, 5, 6, 11):
        position = batch.position(i)
        lists = batch.legal_lists()
        assert lists.codes[lists.starts[i] :][: lists.counts[i]].tolist() == position.codes


def test_actions_of_old_lists_are_refused() -> None:
    batch = Batch(SMALL, 2)
    lists = batch.legal_lists()
    batch.random_steps()
    with pytest.raises(gipfel.OptionError, match="before the next step"):
        _ = lists.actions


class Repeating(FolderGame):
    """A game with a rule of repetition, but without its kernel."""

    name = "repeating"
    title = "Repeating"
    versions = ("only",)
    rules_module = rules
    notation = notation
    pictures = scene
    pointing = None
    words = None
    repetitions = 3

    def start_state(self, seed: int | None) -> State:
        return SMALL.start_state(seed)

    def own_encoding(self) -> Encoding:
        return SMALL.encoding


def test_a_rule_of_repetition_needs_a_kernel() -> None:
    with pytest.raises(gipfel.OptionError, match="its Rules need repetition_hash"):
        Batch(Repeating(), 4)

"""Learned evaluations: the integers of a network, and its file."""

from array import array
from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel.kernel.evaluation import HIGHEST, LEVEL, SCRATCH, SLOT
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.network import (
    HIDDEN,
    INPUTS_AT,
    LARGEST_SUM,
    MOST_CHANGED,
    MOST_INPUTS,
    OUT_BITS,
    BadNetwork,
    Network,
    NetworkInputs,
    is_network,
    learned_evaluate,
    read_network,
)
from gipfel.kernel.state import SIDE, State
from gipfel.testing.random_games import positions, sample
from tests.helpers.check import some_of

GAMES = [name for name in gipfel.game_names() if gipfel.game(name).evaluation.learned is not None]


def inputs_of(name: str) -> NetworkInputs:
    learned = gipfel.game(name).evaluation.learned
    assert learned is not None
    return learned.inputs


def random_network(name: str, seed: int = 1) -> Network:
    """A network whose weights are as large as possible."""
    known, chance = inputs_of(name), Random(seed)
    features = len(gipfel.game(name).evaluation.features)
    rows = array("h", chance.choices((-known.middle, 0, known.middle), k=(known.number + 1) * HIDDEN))
    out = array("i", (chance.randint(-99, 99) for _ in range(known.buckets * (2 * HIDDEN + 1 + features))))
    return Network(known.middle, rows, out, {})


def score_by_definition(name: str, network: Network, state: State) -> int:
    """The score without lanes: every sum by itself."""
    known, evaluation = inputs_of(name), gipfel.game(name).evaluation
    room = [0] * SCRATCH
    seen = room[INPUTS_AT : INPUTS_AT + known.inputs(state, room)]
    evaluation.measure(state, room)
    values = room[: len(evaluation.features)]
    views = [seen, [known.partner(i) for i in seen]]
    if state[SIDE] == gipfel.BLACK:
        views.reverse()
    sums = [
        sum(network.rows[i * HIDDEN + k] for i in [*view, known.number])
        for view in views
        for k in range(HIDDEN)
    ]
    first = known.bucket(state) * (2 * HIDDEN + 1 + len(values))
    out = network.out[first : first + 2 * HIDDEN + 1 + len(values)]
    cut_off = [min(max(value, 0), network.one) for value in sums]
    total = sum(value * weight for value, weight in zip([*cut_off, 1], out, strict=False)) >> OUT_BITS
    signed = total if state[SIDE] == gipfel.WHITE else -total
    plain = sum(value * weight for value, weight in zip(values, out[2 * HIDDEN + 1 :], strict=True))
    return min(max(signed + plain, -HIGHEST), HIGHEST)


@pytest.mark.parametrize("name", some_of(GAMES, 2))
@pytest.mark.parametrize("fast", [False, True] if can_compile() else [False])
def test_lanes_give_the_same_sums(name: str, fast: bool) -> None:
    """Also where all weights are as large as possible."""
    game, network = gipfel.game(name), random_network(name)
    arrays = game.rules.arrays(fast)
    evaluate = link(learned_evaluate(inputs_of(name), network, game.evaluation), fast=fast)
    for position in sample(positions(name, game.version, 1), 15):
        state = [*position.state]
        found = evaluate(arrays.array(state), arrays.zeros(SCRATCH))
        assert found == score_by_definition(name, network, state)


@pytest.mark.parametrize("name", GAMES)
def test_no_sum_is_too_large_for_its_lane(name: str) -> None:
    known = inputs_of(name)
    assert (known.most + 1) * 2 * known.middle <= LARGEST_SUM
    assert known.middle >= 200, "weights would be rounded too much"
    assert known.most <= (MOST_INPUTS if known.changes is None else MOST_CHANGED)


@pytest.mark.parametrize("name", [name for name in GAMES if inputs_of(name).changes is not None])
@pytest.mark.parametrize("fast", [False, True] if can_compile() else [False])
def test_updated_sums_do_not_depend_on_what_was_evaluated_before(name: str, fast: bool) -> None:
    """Also where the position before is of another game, and all weights are as large as possible."""
    game, network, chance = gipfel.game(name), random_network(name), Random(2)
    arrays = game.rules.arrays(fast)
    evaluate = link(learned_evaluate(inputs_of(name), network, game.evaluation), fast=fast)
    levels = 5
    room = arrays.zeros(SCRATCH + levels * SLOT)
    seen = [position for seed in (1, 2) for position in positions(name, game.version, seed)]
    for position in seen[:40] + chance.choices(seen, k=80):
        state = [*position.state]
        room[LEVEL] = chance.randrange(levels)
        assert evaluate(arrays.array(state), room) == score_by_definition(name, network, state)


@pytest.mark.parametrize("name", GAMES)
def test_a_refined_rough_score_is_the_evaluation(name: str) -> None:
    game = gipfel.game(name)
    strongest = game.evaluation.strongest
    assert strongest.rough is not None
    for position in sample(positions(name, game.version, 3), 15):
        state, room = [*position.state], [0] * SCRATCH
        refined = strongest.refined(state, room, strongest.rough(state, room))
        assert refined == strongest.evaluate(state, [0] * SCRATCH)


@pytest.mark.parametrize("name", GAMES)
def test_every_network_is_small_and_is_used(name: str) -> None:
    evaluation = gipfel.game(name).evaluation
    assert evaluation.learned is not None
    assert evaluation.learned.path.stat().st_size <= 300_000
    assert evaluation.strongest.evaluate is not evaluation.evaluate
    assert evaluation.strongest.features == evaluation.features


def test_a_network_is_written_and_read(tmp_path: Path) -> None:
    known, network = inputs_of("gipf"), random_network("gipf")
    features = len(gipfel.game("gipf").evaluation.features)
    path = tmp_path / "gipf.network"
    network.write(path)
    read = read_network(path, known, features)
    assert (read.one, read.rows, read.out) == (network.one, network.rows, network.out)
    assert is_network(path)
    whole = path.read_bytes()
    for end in (0, 1, 5, 40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:end])
        with pytest.raises(BadNetwork, match=r"gipf\.network"):
            read_network(path, known, features)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no network can be read from bad"),
        (b"{}", "no network can be read from bad"),
        (b'{"one": "x", "rows": 0, "out": 0}\n', "no network can be read from bad"),
        (b'{"one": 1, "rows": 0, "out": 0}\n', "other inputs or features"),
        (b"[]\nxyz", "no network can be read from bad"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises(BadNetwork, match=message):
        read_network(path, inputs_of("gipf"), 11)


def test_weights_that_would_overflow_are_refused(tmp_path: Path) -> None:
    known, network = inputs_of("gipf"), random_network("gipf")
    network.rows[0] = known.middle + 1
    network.write(tmp_path / "large")
    with pytest.raises(BadNetwork, match="too large"):
        read_network(tmp_path / "large", known, len(gipfel.game("gipf").evaluation.features))

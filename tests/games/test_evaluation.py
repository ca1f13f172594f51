"""What holds for the evaluations of all games."""

from typing import Any

import pytest

import gipfel
from gipfel.kernel.evaluation import SCRATCH
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.state import ONGOING, RESULT
from tests.helpers.random_games import positions, sample

VERSIONS = [
    (name, version)
    for name in gipfel.game_names()
    for version in type(gipfel.game(name)).versions
    if version != "menu"
]


@pytest.mark.skipif(not can_compile(), reason="Numba is not here")
@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_interpreted_and_compiled_agree(name: str, version: str) -> None:
    import numpy

    evaluation = gipfel.game(name, version).evaluation
    kernels = (evaluation.measure, evaluation.evaluate, evaluation.follow_up, evaluation.promise)
    measure, evaluate, follow_up, promise = (link(kernel) for kernel in kernels)
    values: Any = numpy.zeros(SCRATCH, numpy.int64)
    for position in sample(positions(name, version, 2), 12):
        state = position.state
        if state[RESULT] != ONGOING:
            continue
        array: Any = numpy.array(state, numpy.int64)
        plain = [0] * SCRATCH
        evaluation.measure(state, plain)
        measure(array, values)
        features = len(evaluation.features)
        assert values[:features].tolist() == plain[:features]
        assert evaluate(array, values) == evaluation.evaluate(state, plain)
        assert follow_up(array) == evaluation.follow_up(state)
        for code in gipfel.game(name, version).rules.codes(state)[:200]:
            assert promise(array, code) == evaluation.promise(state, code)

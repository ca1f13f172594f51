"""Training of networks: what scripts/train_network.py begins with."""

import pytest

import gipfel
from gipfel.kernel.link import can_compile
from gipfel.kernel.network import read_network

GAMES = [name for name in gipfel.game_names() if gipfel.game(name).evaluation.learned is not None]


@pytest.mark.skipif(not can_compile(), reason="training needs Numba")
@pytest.mark.parametrize("name", GAMES)
def test_training_can_go_on_from_a_network(name: str) -> None:
    """A network that is taken as the start, and is not trained any further, stays as it is."""
    import numpy as np
    from scripts.train_network import Model

    game = gipfel.game(name)
    features = len(game.evaluation.features)
    assert game.evaluation.learned is not None
    known = game.evaluation.learned.inputs
    network = read_network(game.evaluation.learned.path, known, features)
    model = Model(known, game, np.linspace(0.5, 30, features), np.random.default_rng(1))
    assert model.network({}).rows != network.rows
    model.begin_with(network)
    same = model.network({})
    assert (same.one, same.rows, same.out) == (network.one, network.rows, network.out)

"""Noise in the evaluation of weak players: each position is always misjudged by the same amount."""

from gipfel.engine.search.transposition import hashed
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State


@kernel("int64(int64[::1], int64, int64)")
def evaluation_noise(state: State, noise: int, seed: int) -> int:
    """How much a weak player misjudges a position: up to twice the noise, mostly less."""
    h = hashed(state) ^ seed
    h ^= h >> 29
    return noise * ((h & 1023) + ((h >> 10) & 1023) - 1023) // 512

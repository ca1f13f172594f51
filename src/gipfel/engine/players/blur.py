"""How weak players see positions: not quite as they are, but always in the same way."""

from gipfel.engine.search.transposition import hashed
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State


@kernel("int64(int64[::1], int64, int64)")
def blurred(state: State, blur: int, seed: int) -> int:
    """How much a weak player misjudges a position: up to twice the blur, mostly less."""
    h = hashed(state) ^ seed
    h ^= h >> 29
    return blur * ((h & 1023) + ((h >> 10) & 1023) - 1023) // 512

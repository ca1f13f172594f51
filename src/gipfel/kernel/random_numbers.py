"""Reproducible random numbers: in kernels a 32-bit xorshift generator in an array of one entry; shuffles."""

from hashlib import sha256

from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

WORD = 0xFFFFFFFF
PER_MILLE = 1000


@kernel("int64(int64[::1], int64)")
def draw(generator: State, n: int) -> int:
    """A random number from 0 to n - 1; the generator advances."""
    x = generator[0]
    x ^= (x << 13) & WORD
    x ^= x >> 17
    x ^= (x << 5) & WORD
    generator[0] = x
    return (x * n) >> 32


@kernel("int64(int64[::1], int64, int64)")
def draw_lots(likely: State, count: int, lot: int) -> int:
    """The index of the result that a lot from 0 to PER_MILLE - 1 stands for; `likely` is per mille."""
    i = 0
    while i < count - 1 and lot >= likely[i]:
        lot -= likely[i]
        i += 1
    return i


def seeded_generator(seed: int) -> State:
    """A generator from any seed. Its entry is never zero, and similar seeds give different numbers."""
    x = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 31)) * 0xD6E8FEB86659FD93) & 0xFFFFFFFFFFFFFFFF
    return [((x >> 32) & WORD) | 1]


def shuffled(name: str, seed: int, number: int) -> list[int]:
    """The numbers from 0 to number - 1 in the order of the SHA-256 digests of the texts "NAME SEED NUMBER".

    All orders are equally likely, and the same name and seed give the same order for ever.
    """
    return sorted(range(number), key=lambda one: sha256(f"{name} {seed} {one}".encode()).digest())

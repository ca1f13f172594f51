"""Verifiable chance: dice, coins, cards and lots by commit and reveal.

Each side commits to a secret by showing its digest, then both secrets are revealed, and the result
follows from the two of them. Whoever has the secrets can check the commitments and the result.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex

from gipfel.games.core.side import Side
from gipfel.locale import note
from gipfel.notation.errors import NotationError

SECRET = 16
"""The length of a secret in random bytes."""
FACES = 6
CARDS = 52
LOWEST_CARD = 2
SUITS = 4


@dataclass(frozen=True, slots=True)
class Proof:
    """The two revealed secrets, White's first."""

    white: str
    black: str

    @classmethod
    def fresh(cls) -> "Proof":
        """New random secrets."""
        return cls(token_hex(SECRET), token_hex(SECRET))

    @classmethod
    def read(cls, text: str) -> "Proof":
        """Secrets from their text: two hexadecimal numbers separated by a slash. Raises NotationError."""
        match = re.fullmatch(r"([0-9a-f]{16,128})/([0-9a-f]{16,128})", text)
        if match is None:
            raise NotationError(
                note(
                    "{text} is not a pair of secrets; write two hexadecimal numbers, like ab12.../cd34...",
                    text=repr(text[:80]),
                )
            )
        return cls(match[1], match[2])

    def __str__(self) -> str:
        return f"{self.white}/{self.black}"

    def secret(self, side: Side) -> str:
        return self.black if side else self.white

    def _numbers(self, purpose: str) -> Iterator[int]:
        """An endless sequence of numbers that neither side can choose."""
        count = 0
        while True:
            seed = f"{purpose}|{self.white}|{self.black}|{count}"
            yield int.from_bytes(sha256(seed.encode()).digest()[:8], "big")
            count += 1

    def dice(self, purpose: str) -> tuple[int, int]:
        """The user's roll and the opponent's."""
        numbers = self._numbers(purpose)
        return next(numbers) % FACES + 1, next(numbers) % FACES + 1

    def cards(self, purpose: str) -> tuple[int, int]:
        """The ranks of two cards of one deck, 2 to 14, the user's first."""
        numbers = self._numbers(purpose)
        first = next(numbers) % CARDS
        second = (first + 1 + next(numbers) % (CARDS - 1)) % CARDS
        return first // SUITS + LOWEST_CARD, second // SUITS + LOWEST_CARD

    def bit(self, purpose: str) -> int:
        """A coin, or a lot."""
        return next(self._numbers(purpose)) % 2


def commitment(secret: str) -> str:
    """The digest that a side publishes before the secrets are revealed."""
    return sha256(f"gipfel {secret}".encode()).hexdigest()

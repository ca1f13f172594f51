"""Keys of seats: a visitor with a key may take the seat. Only hashes of keys are stored."""

from hashlib import sha256
from secrets import token_urlsafe

KEY_BYTES = 24
"""192 random bits: nobody guesses a key, so a hash without salt is enough."""
HASH_LETTERS = 64


def new_key() -> str:
    """A new random key."""
    return token_urlsafe(KEY_BYTES)


def hashed(token: str) -> str:
    """The hash of a key: enough to check it, useless for taking a seat."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

"""Keys of seats: who has one may sit there. Only their hashes are kept."""

from hashlib import sha256
from secrets import token_urlsafe

KEY_BYTES = 24
"""192 random bits: nobody guesses a key, so a plain hash hides it well enough."""
HASH_LETTERS = 64


def new_key() -> str:
    """A key nobody has had before."""
    return token_urlsafe(KEY_BYTES)


def hashed(token: str) -> str:
    """What is kept of a key: enough to know it again, and nothing to sit down with."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

"""What the tests of self-play share."""

import pytest


@pytest.fixture(autouse=True)
def compiled(plain_python: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unlike the rest of the arena, self-play is compiled."""
    monkeypatch.delenv("GIPFEL_INTERPRETED")

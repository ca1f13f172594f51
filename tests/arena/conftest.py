"""What all tests of the arena share."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Compile nothing, so that processes start quickly, and use a data folder of our own."""
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    monkeypatch.setenv("GIPFEL_CLOCK", "cpu")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

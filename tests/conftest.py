"""Options of the test suite."""

import sys
from pathlib import Path

import pytest

POTENTIALS = Path(__file__).parents[1] / "docs" / "rules" / "potentials.md"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--examples",
        default=str(POTENTIALS),
        help="a file of worked turns for tests/project/potentials/test_examples.py",
    )


def pytest_sessionfinish() -> None:
    """Stop the PostgreSQL of this process, if one was started."""
    if "tests.helpers.postgres" in sys.modules:
        sys.modules["tests.helpers.postgres"].stop()


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are interpreted: a few decisions take less time than compiling."""
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")

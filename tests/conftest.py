"""Options of the test suite."""

import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--examples",
        default=str(DATA / "potentials.txt"),
        help="a file of worked turns for test_potentials_examples.py",
    )


def pytest_sessionfinish() -> None:
    """The PostgreSQL of this process ends with its tests, if one was begun."""
    if "tests.postgres" in sys.modules:
        sys.modules["tests.postgres"].stop()

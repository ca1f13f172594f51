"""Options of the test suite."""

from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--examples",
        default=str(DATA / "potentials.txt"),
        help="a file of worked turns for test_potentials_examples.py",
    )

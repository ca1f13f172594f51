"""Tests that take too long for every change.

`make test` runs a sample of them, `make check` all.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

from tests.helpers.soak import SIZE

T = TypeVar("T")
CHECK = bool(os.environ.get("GIPFEL_CHECK"))
only_in_check = pytest.mark.skipif(not (CHECK or SIZE), reason="for make check and make soak")
DATABASES = ["sqlite", "postgresql"] if CHECK else ["sqlite"]
"""For tests whose logic does not depend on the database."""


def some_of(values: Sequence[T], number: int) -> list[T]:
    """At most so many of the values, spread evenly, the first among them; in `make check` all."""
    if CHECK or SIZE or len(values) <= number:
        return [*values]
    return [values[index * len(values) // number] for index in range(number)]

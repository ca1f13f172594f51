"""Tests that take too long for every change.

`make test` runs a sample of them, `make check` all: `make long-tests` finds the files that import this one.
"""

import os

import pytest

from tests.helpers.soak import SIZE

CHECK = bool(os.environ.get("GIPFEL_CHECK"))
only_in_check = pytest.mark.skipif(not (CHECK or SIZE), reason="for make check and make soak")
DATABASES = ["sqlite", "postgresql"] if CHECK else ["sqlite"]
"""For tests whose logic does not depend on the database."""

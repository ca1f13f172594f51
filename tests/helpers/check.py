"""Tests that take too long for every change."""

import os

import pytest

CHECK = bool(os.environ.get("GIPFEL_CHECK"))
only_in_check = pytest.mark.skipif(not CHECK, reason="for make check")

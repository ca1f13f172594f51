"""Where things are in the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder of the repository."""
TESTS = ROOT / "tests"
GOLDEN = TESTS / "games" / "golden"
"""Recorded playthroughs, one file for each version of each game."""
EXAMPLES = ROOT / "examples"
TINY_ENGINE = EXAMPLES / "tiny_engine.py"

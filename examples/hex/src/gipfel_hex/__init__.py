"""Hex, as a game of another package."""

"""A game that cannot be loaded."""

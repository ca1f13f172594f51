"""Searches: alpha-beta, best-first and UCT, and what they share."""

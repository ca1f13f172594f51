"""LYNGK."""

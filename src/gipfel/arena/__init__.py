"""Matches between players, and what their results say about strength."""

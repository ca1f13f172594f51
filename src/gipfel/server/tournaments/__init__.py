"""Tournaments of people: rights, changes, and what pages show."""

"""Texts that all games share: records, parts of position texts, TOML, and the errors for bad input."""

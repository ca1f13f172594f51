"""Notices to players who have no page open: it is their turn."""

"""Lessons and puzzles: positions with a task, what counts as right, and the answers to it."""

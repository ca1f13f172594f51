"""Three in a row again, but Numba cannot compile how a piece is placed."""

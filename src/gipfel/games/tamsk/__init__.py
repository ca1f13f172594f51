"""TAMSK, the game of time: level 1 by turns, levels 2 and 3 by the clock."""

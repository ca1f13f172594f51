"""Players: levels, greedy and random play, external engines, and how they are written as text."""

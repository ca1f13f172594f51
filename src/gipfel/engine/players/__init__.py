"""Players: levels of the engine, greedy and random players, external engines, and their specs as text."""

"""GIPF with potentials: a game folder like the others."""

"""Games that the engine plays against itself, to learn from."""

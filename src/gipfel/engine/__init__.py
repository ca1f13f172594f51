"""Programs that choose decisions: searches, levels, players, and the engine protocol."""

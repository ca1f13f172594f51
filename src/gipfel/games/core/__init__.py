"""What all games share: the Game protocol, positions, playthroughs, the registry, pointing, replay."""

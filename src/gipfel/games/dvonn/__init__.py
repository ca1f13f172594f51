"""DVONN, the game of stacks that must stay in contact with the red pieces."""

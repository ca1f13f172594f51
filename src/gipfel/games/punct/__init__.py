"""PÜNCT, the game of pieces that climb on one another to connect two sides of the board."""

"""MATRX GIPF: all pieces but the GIPF-pieces come in as pairs, and each pair has a move in it."""

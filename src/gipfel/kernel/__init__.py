"""Kernels: linking and compiling them, and what runs on those of any game (perft, playouts, bench)."""

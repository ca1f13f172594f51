"""Searches: alpha-beta, best-first and UCT, each as kernels and as a searcher, and what they share."""

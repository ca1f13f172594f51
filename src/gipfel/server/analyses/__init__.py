"""Analyses of games: trees of variations with comments, and what engines have found out about positions."""

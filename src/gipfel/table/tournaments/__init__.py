"""Tournaments of people: players, pairings, results and standings. Knows neither pages nor databases."""

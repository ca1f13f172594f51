"""Three in a row on nine places: rules, notation and scene, and nothing that is optional."""

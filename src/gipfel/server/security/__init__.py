"""Who may do what, and how much: origin, throttling, limits, permissions, visitors."""

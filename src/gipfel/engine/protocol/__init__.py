"""The engine protocol: its grammar, both ends of it, and a checker for other engines."""

"""The engine protocol: its grammar, the engine's loop, external engines as processes, and a checker."""

"""TZAAR: three types of pieces, of which none may be lost."""

"""Themes of puzzles: words for what happens in a line."""

THEMES: tuple[str, ...] = ()


def themes_of(puzzle) -> tuple[str, ...]:
    return ()

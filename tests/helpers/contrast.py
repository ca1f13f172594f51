"""The contrast of colours, as the accessibility guidelines (WCAG 2) define it."""

TEXT, SHAPE = 4.5, 3.0
"""The least contrast of text, and of shapes, that the guidelines demand."""


def luminance(colour: str) -> float:
    """Relative luminance as the guidelines define it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, *others: str) -> float:
    """The least contrast of a colour with any of the others."""
    least = []
    for other in others:
        darker, lighter = sorted((luminance(one), luminance(other)))
        least.append((lighter + 0.05) / (darker + 0.05))
    return min(least)

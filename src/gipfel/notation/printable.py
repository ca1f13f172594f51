"""Texts that people have written elsewhere, made safe to show: in one line, without invisible characters."""

JOINERS = "\u200c\u200d"
"""Not printable, but needed in Persian names and in some emoji."""


def printable_part(text: str) -> str:
    """The text in one line, without characters that cannot be printed or that change its direction."""
    if text.isprintable():
        return " ".join(text.split())
    text = "".join(letter if letter.isprintable() or letter in JOINERS else " " for letter in text)
    return " ".join(text.split())

"""The base of all errors that Gipfel raises for bad input; the others are in `gipfel.notation.errors`."""

LONGEST = 1000
"""The most characters of a message; input may be repeated in it."""


class GipfelError(ValueError):
    """Bad input; the message is one sentence for a person."""

    def __init__(self, message: str) -> None:
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"
        super().__init__(message)

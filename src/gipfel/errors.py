"""The base of all errors that Gipfel raises for bad input; the others are in `gipfel.notation.errors`."""

from gipfel.locale.texts import say

LONGEST = 1000
"""The most characters of a message; input may be repeated in it."""


class GipfelError(ValueError):
    """Bad input; the message is one sentence for a person.

    A message that is a note can be read in two ways: `str(error)` is English, for logs, records and programs;
    `error.translated` is for players.
    """

    def __init__(self, message: str) -> None:
        super().__init__(str(_shortened(message)))
        self._message = message

    @property
    def translated(self) -> str:
        """The message in the current language; English if it is not a note."""
        return _shortened(say(self._message))


def _shortened(message: str) -> str:
    if len(message) <= LONGEST:
        return message
    return f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"

"""Reading JSON that clients send. What would take long to read or to check is refused before."""

import json
from typing import Any, NoReturn

HALF_A_CHARACTER = "\\ud"
"""How JSON writes a surrogate; a lone one cannot be stored or sent."""
MOST_KEYS = 100
"""The most members of one object; the largest has the options of a game."""
MOST_PARTS = 3_000
"""The most objects and lists in a text; the largest analyses need 2700. Brackets in texts count, too."""

MOST_COMMAS = 20_000
"""The most commas, and so items of lists; those in texts count, too, and long records have some thousand."""


class TooManyParts(ValueError):
    """A text with more parts than any message has."""


def read_json(data: str | bytes) -> object:
    """The data in a JSON text. Raises ValueError, or TooManyParts."""
    text = data if isinstance(data, str) else data.decode()
    if text.count("[") + text.count("{") > MOST_PARTS:
        raise TooManyParts("too many objects and lists")
    if text.count(",") > MOST_COMMAS:
        raise TooManyParts("too many items")
    try:
        content: object = _DECODER.decode(text)
        if HALF_A_CHARACTER in text.lower():
            json.dumps(content, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return content


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(members) > MOST_KEYS:
        raise TooManyParts("too many members of an object")
    return dict(members)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_object)

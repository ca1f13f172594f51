"""Reading JSON that clients send."""

import json
from typing import NoReturn

HALF_A_CHARACTER = "\\ud"
"""How JSON writes a surrogate; a lone one cannot be stored or sent."""


def read_json(data: str | bytes) -> object:
    """The data in a JSON text. Raises ValueError."""
    try:
        text = data if isinstance(data, str) else data.decode()
        content: object = json.loads(text, parse_constant=_no_number)
        if HALF_A_CHARACTER in text.lower():
            json.dumps(content, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return content


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")

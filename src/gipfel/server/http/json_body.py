"""What is sent to the server: objects in JSON, in UTF-8, and not too long."""

import json
from typing import Any, NoReturn

from starlette.requests import Request

from gipfel.locale import say
from gipfel.notation.errors import GipfelError

HALF_A_CHARACTER = "\\ud"
"""How JSON writes half of a rare character; alone it is no text that could be kept or sent."""


class BadRequest(GipfelError):
    """A request that cannot be answered; the message says why."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.status = status


def read_json(data: str | bytes) -> object:
    """What JSON describes. Raises ValueError."""
    try:
        text = data if isinstance(data, str) else data.decode()
        plain: object = json.loads(text, parse_constant=_no_number)
        if HALF_A_CHARACTER in text.lower():
            json.dumps(plain, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return plain


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


async def read_body(request: Request, most: int) -> dict[str, Any]:
    """What a request sends, as an object; it may have so many bytes. Raises BadRequest."""
    data = await request.body()
    if len(data) > most:
        raise BadRequest(say("This is too long."), 413)
    try:
        body = read_json(data)
    except ValueError as error:
        raise BadRequest(say("The request is not written in JSON."), 400) from error
    if not isinstance(body, dict):
        raise BadRequest(say("The request must be an object in JSON."), 400)
    return body

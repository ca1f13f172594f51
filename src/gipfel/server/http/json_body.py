"""Reading JSON that clients send."""

import json
from typing import Any, NoReturn

from starlette.requests import Request

from gipfel.locale import say
from gipfel.notation.errors import GipfelError

HALF_A_CHARACTER = "\\ud"
"""How JSON writes a surrogate; a lone one cannot be stored or sent."""


class BadRequest(GipfelError):
    """A request that cannot be answered; the message says why."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.status = status


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


async def read_body(request: Request, most: int) -> dict[str, Any]:
    """The object in the body of a request, which may have at most `most` bytes. Raises BadRequest."""
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

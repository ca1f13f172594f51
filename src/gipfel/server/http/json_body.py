"""Bodies of requests in JSON."""

from starlette.requests import Request

from gipfel.locale import say
from gipfel.server.contract.json_text import TooManyParts, read_json
from gipfel.server.contract.requests import BadRequest
from gipfel.server.contract.shared import Json


async def read_body(request: Request, most: int) -> Json:
    """The object in the body of a request, which may have at most `most` bytes. Raises BadRequest."""
    data = await read_bytes(request, most)
    try:
        body = read_json(data)
    except TooManyParts as error:
        raise BadRequest(say("This is too long."), 413) from error
    except ValueError as error:
        raise BadRequest(say("The request is not written in JSON."), 400) from error
    if not isinstance(body, dict):
        raise BadRequest(say("The request must be an object in JSON."), 400)
    return body


async def read_bytes(request: Request, most: int) -> bytes:
    """The body of a request, which may have at most `most` bytes. Raises BadRequest."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise BadRequest(say("This is too long."), 413)
    return bytes(data)

"""POST requests by httpx, as an ordinary program sends them."""

import httpx

from gipfel.server.contract.shared import Json
from tests.helpers.server.lean_posts import UNUSED, Answer

PATIENCE = 60


class LibraryPosts:
    """Sends JSON to a server, `host:port`."""

    def __init__(self, server: str) -> None:
        self._server = server
        # No client: it would mix up the cookies.
        limits = httpx.Limits(keepalive_expiry=UNUSED)
        self._transport = httpx.AsyncHTTPTransport(verify=False, limits=limits)

    async def post(self, path: str, body: Json, headers: dict[str, str]) -> Answer:
        """Raises httpx.HTTPError if the connection is lost."""
        request = httpx.Request("POST", f"http://{self._server}{path}", json=body, headers=headers)
        request.extensions["timeout"] = httpx.Timeout(PATIENCE).as_dict()
        answer = await self._transport.handle_async_request(request)
        content = await answer.aread()
        cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
        return Answer(answer.status_code, cookie, content)

    async def close(self) -> None:
        await self._transport.aclose()

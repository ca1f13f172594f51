"""POST requests over connections that stay open. httpx looks at every open connection at each request."""

import asyncio
import json
from time import monotonic
from typing import NamedTuple

from gipfel.server.contract.shared import Json

UNUSED = 2.0
"""Seconds after which an unused connection is given up; servers close theirs after 5 s."""
END_OF_HEAD = b"\r\n\r\n"


class Line(NamedTuple):
    """An open connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    since: float
    """When it was used last."""


class Answer(NamedTuple):
    """What a server has answered."""

    status: int
    cookie: str
    """The cookie that is to be kept, `name=value`; empty if there is none."""
    body: bytes


class Posts:
    """Sends JSON to a server, `host:port`."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._free: list[Line] = []

    async def post(self, path: str, body: Json, headers: dict[str, str]) -> Answer:
        """Raises OSError or asyncio.IncompleteReadError if the connection is lost."""
        line = await self._line()
        content = json.dumps(body).encode()
        sent = {
            "Host": self._server,
            **headers,
            "Content-Type": "application/json",
            "Content-Length": str(len(content)),
        }
        lines = "".join(f"{name}: {text}\r\n" for name, text in sent.items())
        line.writer.write(f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + content)
        answer = await _answer(line.reader)
        self._free.append(Line(line.reader, line.writer, since=monotonic()))
        return answer

    async def _line(self) -> Line:
        while self._free:
            line = self._free.pop()
            if monotonic() - line.since < UNUSED:
                return line
            line.writer.close()
        host, _, port = self._server.rpartition(":")
        return Line(*await asyncio.open_connection(host, int(port)), since=0.0)

    async def close(self) -> None:
        for line in self._free:
            line.writer.close()
        self._free.clear()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    first, *lines = (await reader.readuntil(END_OF_HEAD)).decode().strip().split("\r\n")
    fields = {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(fields["content-length"]))
    return Answer(int(first.split()[1]), fields.get("set-cookie", "").partition(";")[0], body)

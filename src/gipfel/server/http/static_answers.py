"""Answers that are the same for everybody: compressed once, and not sent to a client that has them."""

import gzip
import re
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

COMMENT = re.compile(rb"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
TYPE = re.compile(rb"/\*\* @type \{.*?\} \*/ ")
INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)
SMALL = 600
"""Bytes; less is not worth compressing."""
REVALIDATE = "no-cache"
"""Browsers may cache it, but have to revalidate."""
FOREVER = "public, max-age=31536000, immutable"
"""What is at this address never changes."""


@dataclass(frozen=True)
class StaticAnswer:
    """A static answer, compressed once."""

    body: bytes
    kind: str
    cache: str = REVALIDATE
    headers: dict[str, str] = field(default_factory=dict)

    @cached_property
    def tag(self) -> str:
        """The same for equal bytes."""
        return f'"{sha256(self.body).hexdigest()[:12]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        return gzip.compress(self.body) if len(self.body) > SMALL else None

    def answer(self, request: Request) -> Response:
        """The whole answer, or 304 if the client has it."""
        headers = {"etag": self.tag, "cache-control": self.cache, "vary": "accept-encoding", **self.headers}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                self.compressed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(self.body, media_type=self.kind, headers=headers)


def without_comments(source: bytes) -> bytes:
    """A module or style sheet without comments, types and indents, which are a third of what is sent.

    Every line stays in its place, so that errors of the browser name the right one.
    """
    commented = COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), source)
    return INDENT.sub(b"", TYPE.sub(b"", commented))

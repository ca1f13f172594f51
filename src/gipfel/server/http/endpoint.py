"""Endpoints: an address of the server with its handler and the types of its bodies and answers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gipfel.server.contract.requests import RequestBody

Handler = Callable[[Request], Awaitable[Response]] | Callable[[Request], Response]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A request that a client can make."""

    method: str
    path: str
    """As Starlette reads it, e.g. `/api/tables/{id}`."""
    handler: Handler
    """Its docstring is the documentation of the endpoint."""
    answer: type | str
    """A type of `gipfel.server.contract.answers`, or a description of an answer that is not JSON."""
    bodies: tuple[type[RequestBody], ...] = ()
    """The body has one of these types; empty if the request has no body."""
    query: tuple[str, ...] = ()

    def route(self) -> Route:
        return Route(self.path, self.handler, methods=[self.method])

    @property
    def shown_path(self) -> str:
        """The path as a person writes it, e.g. `/api/tables/ID?at=`."""
        path = self.path.replace(":path", "")
        for name in [part.partition("}")[0] for part in path.split("{")[1:]]:
            path = path.replace(f"{{{name}}}", name.upper())
        return f"{path}?{'&'.join(f'{name}=' for name in self.query)}" if self.query else path

    @property
    def answer_name(self) -> str:
        return self.answer if isinstance(self.answer, str) else self.answer.__name__

    @property
    def body_names(self) -> list[str]:
        return [body.__name__ for body in self.bodies]

    @property
    def text(self) -> str:
        return " ".join((self.handler.__doc__ or "").split())

"""An address of the server together with the types of what it takes and what it answers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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
    """A type of `gipfel.server.contract.answers`, or in words what is not JSON."""
    body: type | str = ""
    """A type of `gipfel.server.contract.requests`, or the fields of an object."""
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
    def body_name(self) -> str:
        return self.body if isinstance(self.body, str) else self.body.__name__

    @property
    def text(self) -> str:
        return " ".join((self.handler.__doc__ or "").split())

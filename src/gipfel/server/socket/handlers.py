"""The type of the handlers of messages."""

from collections.abc import Awaitable, Callable
from typing import Any

from gipfel.server.contract.client_messages import ClientMessage
from gipfel.server.contract.server_messages import Answer

Handler = Callable[[Any, Any], Awaitable[Answer | None]]
"""A method that answers messages of one type; None if there is nothing to answer, or not yet."""
Handlers = dict[type[ClientMessage], Handler]
"""The handlers that a class has, by the type of the message. They are not bound: each connection would need
3 kB for its own."""

"""The type of the handlers of messages."""

from collections.abc import Awaitable, Callable
from typing import Any

from gipfel.server.contract.client_messages import ClientMessage
from gipfel.server.contract.server_messages import Answer

Handler = Callable[[Any], Awaitable[Answer | None]]
"""Answers messages of one type; None if there is nothing to answer, or not yet."""
Handlers = dict[type[ClientMessage], Handler]
"""The handlers of a connection, by the type of the message."""

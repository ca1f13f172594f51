"""A mail server on this machine, which keeps what it gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue
from socket import create_server
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword


class MailServer:
    """Accepts every mail, except to addresses that begin with `gone`."""

    def __init__(self, *login: str) -> None:
        self.arrived: Queue[EmailMessage] = Queue()
        self.login = login
        self.port = 0

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address.startswith("gone"):
            return "550 there is no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.arrived.put(message)
        return "250 OK"

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        right = (
            isinstance(data, LoginPassword) and (data.login.decode(), data.password.decode()) == self.login
        )
        return AuthResult(success=right, handled=False)  # the server answers

    def next(self) -> EmailMessage:
        return self.arrived.get(timeout=30)


@contextmanager
def mail_server(*login: str, **options: Any) -> Iterator[MailServer]:
    """Run a mail server; `login`: the user and the password without which it takes nothing."""
    handler = MailServer(*login)
    if login:
        options |= {"authenticator": handler.authenticate, "auth_required": True}
    with create_server(("127.0.0.1", 0)) as free:
        handler.port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=handler.port, **options)
    controller.start()
    try:
        yield handler
    finally:
        controller.stop()

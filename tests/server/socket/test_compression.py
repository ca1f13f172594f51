"""Long messages are compressed, short ones are sent as they are, and both arrive."""

from typing import Any

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from gipfel.server.socket.compression import LONG, LongMessageDeflateFactory


def agreed() -> tuple[Any, Any]:
    """Both ends of a connection that compresses messages."""
    client = ClientPerMessageDeflateFactory()
    params = [(name, None if value is True else value) for name, value in client.get_request_params()]
    answer, sparing = LongMessageDeflateFactory().process_request_params(params, [])
    return sparing, client.process_response_params(answer, [])


@pytest.mark.parametrize("length", [0, 1, LONG - 1, LONG, 10 * LONG])
def test_everything_arrives(length: int) -> None:
    server, page = agreed()
    for _ in range(3):
        sent = Frame(Opcode.TEXT, b"a board " * length)
        over = server.encode(sent)
        assert over.rsv1 == (len(sent.data) >= LONG)
        assert page.decode(over).data == sent.data


def test_what_a_page_compresses_is_understood() -> None:
    server, page = agreed()
    for text in (b"one", b"two" * 1000):
        assert server.decode(page.encode(Frame(Opcode.TEXT, text))).data == text


def test_nothing_is_kept_between_messages() -> None:
    server, _ = agreed()
    server.encode(Frame(Opcode.TEXT, b"x" * LONG))
    assert not hasattr(server, "encoder")
    assert not hasattr(server, "decoder")

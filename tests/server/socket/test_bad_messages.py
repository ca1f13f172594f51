"""Messages and addresses that make no sense."""

import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.helpers.server.running import Page, RunningServer


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        "7",
        "{}",
        '{"type": "dragon", "id": 1}',
        '{"type": "point"}',
        '{"type": "point", "number": "0", "prefix": []}',
        '{"type": "point", "number": 0, "prefix": [["dot"]]}',
        '{"type": "point", "number": 0, "prefix": [], "more": 1}',
        '{"type": "decide", "number": -1, "decision": "e1-e3"}',
        '{"type": "decide", "number": 1e400, "decision": "e1-e3"}',
        '{"type": "seat", "side": "white", "seat": {"kind": "ghost"}}',
        '{"type": "seat", "side": "red", "seat": {}}',
        '{"type": "undo", "id": {}}',
        '{"type": "undo", "id": ' + "9" * 400 + "}",
        '{"type": "undo", "id": ' + "9" * 20 + "}",
        '{"type": "undo", "id": "\\ud800", "more": 1}',
        '{"type": "decide", "number": 0, "decision": "\\udc00"}',
        '{"type": "rename", "side": "white", "name": "\\ud800"}',
        "[" * 60_000,
        '{"type": "rename", "side": "white", "name": "' + "x" * 70_000 + '"}',
        b"\x00\x01",
    ],
    ids=lambda message: str(message)[:40],
)
def test_what_makes_no_sense_is_refused(page: Page, message: str | bytes) -> None:
    page.socket.send(message)
    refused = page.until("refused")
    assert refused["reason"]
    assert "Traceback" not in refused["reason"]
    assert page.ask("point", number=0, prefix=[])["type"] == "pointing"


def test_there_is_no_such_table(server: RunningServer) -> None:
    with connect(f"ws://{server.name}/api/tables/nothing/socket?v=1", proxy=None) as socket:
        assert json.loads(socket.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    with connect(f"ws://{server.name}/api/tables/x/socket?v=9&language=fa", proxy=None) as socket:
        assert json.loads(socket.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed):
            socket.recv()
    for path in ("record", "picture.svg"):
        assert server.client.get(f"/api/tables/nothing/{path}").status_code == 404

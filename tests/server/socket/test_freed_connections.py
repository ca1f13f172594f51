"""What a connection needs is freed when it ends, without the garbage collector."""

import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from gipfel.server.socket import connection
from tests.helpers.server.in_process import served_here
from tests.helpers.server.running import Server
from tests.helpers.waiting import wait_until


def test_a_connection_that_has_ended_is_freed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would keep its table in memory until garbage is collected, and that is done rarely."""
    known: list[ref[connection.Connection]] = []

    class Noted(connection.Connection):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            known.append(ref(self))

    monkeypatch.setattr(connection, "Connection", Noted)
    gc.disable()
    try:
        with served_here(tmp_path / "tables.db") as name:
            server = Server(name)
            table_id = server.new(game="gipf")
            for _ in range(2):
                with server.visitor() as visitor, visitor.answering_page(table_id) as page:
                    page.ask("point", number=0, prefix=[])
            wait_until(lambda: [one() for one in known] == [None, None], 10)
    finally:
        gc.enable()

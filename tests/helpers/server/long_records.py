"""An attack on the memory of a server: tables with a long record, and branches of it, all open at once."""

import os
from contextlib import ExitStack
from pathlib import Path

from tests.helpers.long_games import long_record
from tests.helpers.server.proxied import ProxiedClient
from tests.helpers.server.running import RunningServer

ATTACKER = "203.0.113.66"


def long_records(server: RunningServer, decisions: int, branches: int, address: str = ATTACKER) -> None:
    """Make a table with a record of PÜNCT and branches of its last position, and connect to all of them."""
    client = ProxiedClient(server, address)
    table_id = client.new(record=long_record(decisions))["id"]
    with ExitStack() as stack:
        for at in range(decisions - branches, decisions):
            answer = client.ask("POST", f"/api/tables/{table_id}/branch", json={"at": at})
            assert answer.status_code == 201, answer.text
            page = stack.enter_context(client.page(answer.json()["id"]))
            assert page.table["number"] == at
            page.ask("view", at=at // 2)


def memory(server: RunningServer) -> float:
    """The memory of a server's process in megabytes."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def peak_memory(server: RunningServer) -> float:
    """The most memory that a server's process has had, in megabytes."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    [peak] = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(peak) * 1024 / 1e6

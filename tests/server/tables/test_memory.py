"""Memory: long records are no way to fill it."""

from pathlib import Path

from tests.helpers.check import only_in_check
from tests.helpers.server.long_records import long_records, memory, peak_memory
from tests.helpers.server.proxied import HOSTED
from tests.helpers.server.running import serving


@only_in_check
def test_branches_of_a_long_record_need_little_memory(tmp_path: Path) -> None:
    """A sixth of the attack in benchmarks/attacks.py; each table needed 100 MB once."""
    with serving(tmp_path / "tables.db", *HOSTED) as server:
        before = memory(server)
        long_records(server, decisions=2000, branches=3)
        assert peak_memory(server) - before < 60

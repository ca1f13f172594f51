"""The backup by timer: its command run again and again beside a live server."""

import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.check import CHECK, DATABASES, only_in_check
from tests.helpers.server.running import RunningServer, serving
from tests.helpers.units import DEPLOY as UNITS
from tests.helpers.units import STATE, Machine, settings

UNIT = "gipfel-backup.service"
KEPT = 3
RUNS = KEPT + (2 if CHECK else 1)


@pytest.fixture
def server(url: str, tmp_path: Path) -> Iterator[RunningServer]:
    """A server that runs meanwhile."""
    with serving(tmp_path / "server", "--database-url", url) as running:
        yield running


class Backup:
    """The backup of a host, in a folder."""

    def __init__(self, folder: Path, url: str, keep: str = str(KEPT)) -> None:
        self.url = url
        self._machine = Machine(folder, {"GIPFEL_DATABASE_URL": url, "GIPFEL_BACKUP_KEEP": keep})
        self._machine.prepare(UNIT)
        self.folder = self._machine.path(f"{STATE}/gipfel/backups")

    def run(self) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self._machine.command(UNIT),
            env=self._machine.environment(UNIT),
            umask=int(settings(UNITS / UNIT)["UMask"][0], 8),
            capture_output=True,
            text=True,
            timeout=60,
        )

    @property
    def files(self) -> list[Path]:
        """The oldest first."""
        return sorted(self.folder.glob("gipfel-*.jsonl.gz"))


@only_in_check
@pytest.mark.parametrize("url", DATABASES, indirect=True)
def test_the_newest_backups_are_kept(server: RunningServer, url: str, tmp_path: Path) -> None:
    """The newest one has everything, and can be read into an empty database."""
    backup = Backup(tmp_path / "host", url)
    (backup.folder / "notes.txt").write_text("not a backup")
    (backup.folder / ".gipfel-0123456789abcdef.tmp").write_text("interrupted")
    tables, seen = [], []
    for _ in range(RUNS):
        table_id = server.new(game="gipf")
        with server.page(table_id) as page:
            page.play_at_random(Random(len(tables)), 3)
        tables.append(table_id)
        done = backup.run()
        assert (done.returncode, done.stderr) == (0, "")
        seen.append(backup.files[-1])
    assert backup.files == seen[-KEPT:]
    assert {path.name for path in backup.folder.iterdir()} == {
        "notes.txt",
        *(path.name for path in backup.files),
    }
    assert {stat.S_IMODE(path.stat().st_mode) for path in backup.files} == {0o600}
    copy = sqlite_url(tmp_path / "copy.db")
    assert imported(backup.files[-1], str(copy)) == f"Imported {RUNS} tables.\n"
    with closing(Store(copy)) as store:
        assert [store.load(table_id).number for table_id in tables] == [3] * RUNS


def imported(file: Path, url: str) -> str:
    """What `gipfel import` prints."""
    command = [sys.executable, "-m", "gipfel", "import", str(file), "--database-url", url]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_without_a_new_backup_no_old_one_is_removed(tmp_path: Path) -> None:
    backup = Backup(tmp_path / "host", f"sqlite:///{tmp_path / 'missing.db'}")
    for day in range(1, KEPT + 3):
        (backup.folder / f"gipfel-2026010{day}T030000.000000000Z.jsonl.gz").touch()
    before = backup.files
    done = backup.run()
    assert done.returncode == 2
    assert "there is no database" in done.stderr
    assert backup.files == before


@pytest.mark.parametrize("keep", ["0", "-1", "many", "3; rm"])
def test_a_wrong_number_is_refused(tmp_path: Path, keep: str) -> None:
    """Else a mistake in a file of settings could remove all backups."""
    backup = Backup(tmp_path / "host", f"sqlite:///{tmp_path / 'missing.db'}", keep)
    done = backup.run()
    assert done.returncode == 2
    assert done.stderr == f"GIPFEL_BACKUP_KEEP is '{keep}'; it has to be a number from 1\n"

"""The units for systemd: judged by systemd's own tools, and their command started in a folder."""

import os
import re
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from gipfel.server.security.owner import VARIABLE
from tests.helpers.debian import is_root
from tests.helpers.host_programs import required
from tests.helpers.server.reverse_proxies import free_port
from tests.helpers.server.running import PATIENCE, TOKEN, Server
from tests.helpers.units import CACHE, STATE, Machine, settings
from tests.helpers.units import DEPLOY as UNITS
from tests.helpers.waiting import wait_until

SERVER, BACKUP, TIMER = "gipfel@.service", "gipfel-backup.service", "gipfel-backup.timer"
EXPOSURE = 15
"""The most that systemd may find, in tenths: it counts from 0 (nothing to attack) to 10."""
CLEAN = (0, -signal.SIGTERM)
"""Exit codes that systemd takes for success."""
LOCAL = {"GIPFEL_DATABASE_URL": "", "GIPFEL_PUBLIC_URL": "", VARIABLE: TOKEN, "GIPFEL_BROWSER": "no"}
"""A server without PostgreSQL and proxy, whose tables are in the folder of the unit."""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path, LOCAL)


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [required("systemd-analyze"), "--no-pager", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_systemd_accepts_the_units(machine: Machine) -> None:
    paths = [str(machine.unit(name)) for name in (SERVER, BACKUP, TIMER)]
    done = analyze("verify", "--man=no", "--recursive-errors=no", *paths)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", [SERVER, BACKUP])
def test_systemd_finds_little_to_attack(machine: Machine, name: str) -> None:
    done = analyze("security", "--offline=yes", f"--threshold={EXPOSURE}", str(machine.unit(name)))
    assert done.returncode == 0, done.stdout


def test_compiling_is_possible() -> None:
    """Numba writes the engines into memory and executes it; the backup needs no such memory."""
    assert "MemoryDenyWriteExecute" not in settings(UNITS / SERVER)
    assert settings(UNITS / BACKUP)["MemoryDenyWriteExecute"] == ["yes"]


# --- The command ----------------------------------------------------------------------------------------


@contextmanager
def started(machine: Machine, before: tuple[str, ...] = ()) -> Iterator[Server]:
    """The server as the unit starts it, perhaps by another program before it."""
    port = free_port()
    machine.prepare(SERVER)
    log = machine.folder / "log"
    with log.open("w") as writing:
        process = subprocess.Popen(
            [*before, *machine.command(SERVER, str(port))],
            env=machine.environment(SERVER),
            stdout=writing,
            stderr=writing,
            umask=int(settings(UNITS / SERVER)["UMask"][0], 8),
            start_new_session=True,
        )
    try:
        wait_until(lambda: healthy(port) or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield Server(f"127.0.0.1:{port}")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE) in CLEAN, log.read_text()


def healthy(port: int) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).status_code == 200
    return False


def let_an_engine_play(server: Server) -> None:
    """Let an engine make its first decision, which needs a worker process and compiled kernels."""
    seats = {"white": {"kind": "engine", "player": "level:1"}}
    with server.page(server.new(game="gipf", version="basic", seats=seats)) as page:
        page.until_number(1)


def test_the_command_serves_and_keeps_everything_in_its_folders(machine: Machine) -> None:
    with started(machine) as server:
        server.new(game="gipf")
    database = machine.path(f"{STATE}/gipfel/tables.db")
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    for folder in (STATE, CACHE):
        assert stat.S_IMODE(machine.path(f"{folder}/gipfel").stat().st_mode) == 0o700
    assert {path.name for path in machine.path(STATE).iterdir()} == {"gipfel"}
    assert {path.name for path in machine.path(CACHE).iterdir()} <= {"gipfel"}


def test_the_server_uses_only_system_calls_that_the_unit_allows(tmp_path: Path) -> None:
    """With an engine that thinks; strace lists all others."""
    machine = Machine(tmp_path, {**LOCAL, "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", "")})
    trace = tmp_path / "trace"
    allowed = allowed_calls() | ({"fchown"} if is_root() else set())  # SQLite calls it for root only
    others = "!" + ",".join(f"?{name}" for name in sorted(allowed))
    strace = (required("strace"), "-f", "-qq", "-I4", "--seccomp-bpf", "-e", "signal=none", "-o", str(trace))
    if subprocess.run([*strace, "true"], capture_output=True).returncode:
        pytest.skip("The test of system calls is skipped: strace may not trace here.")
    with started(machine, (*strace, "-e", f"trace={others}")) as server:
        let_an_engine_play(server)
    assert trace.read_text() == ""


def allowed_calls() -> set[str]:
    """The system calls that the unit allows."""
    allowed: set[str] = set()
    for value in settings(UNITS / SERVER)["SystemCallFilter"]:
        names = {name for word in value.lstrip("~").split() for name in calls_of(word)}
        allowed = allowed - names if value.startswith("~") else allowed | names
    return allowed


def calls_of(word: str) -> set[str]:
    """The system calls of a group, and of the groups in it."""
    if not word.startswith("@"):
        return {word}
    lines = analyze("syscall-filter", word).stdout.splitlines()[1:]
    members = {found[1] for line in lines if (found := re.match(r"\s+(@?[\w-]+)$", line))}
    assert members, word
    return {name for member in members for name in calls_of(member)}

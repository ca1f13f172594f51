"""The checklist of `gipfel serve --check`: what is unsafe or unwise in settings; nothing is started."""

import os
import re
import socket
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from gipfel.server.checklist import check_all
from gipfel.server.checklist.database import (
    BACKUP_FOLDER,
    DAY,
    EARLIEST,
    check_backups,
    check_clock,
    check_contents,
    check_database,
    check_encryption,
    check_password,
    check_schema,
    check_sqlite_files,
)
from gipfel.server.checklist.files import ENOUGH_SPACE, LEAST_SPACE, check_file, check_folder, check_space
from gipfel.server.checklist.findings import Finding, Level
from gipfel.server.checklist.machine import (
    Machine,
    check_cache,
    check_cores,
    check_open_files,
    check_token,
    check_user,
)
from gipfel.server.checklist.network import (
    check_address,
    check_cluster,
    check_metrics,
    check_port,
    check_proxies,
)
from gipfel.server.security.owner import VARIABLE, load_token, token_path
from gipfel.server.settings import Settings
from gipfel.table.clock import real_now
from gipfel.table.storage import migrations
from gipfel.table.storage.store import Store
from tests.helpers import postgres
from tests.helpers.command_line import shell
from tests.helpers.debian import is_root
from tests.helpers.stores import change, played

OK, ADVICE, UNSAFE = Level.OK, Level.ADVICE, Level.UNSAFE
PUBLIC = {"public_url": "https://gipfel.example.org", "proxies": ("127.0.0.1",)}
LONG = "kX9vQ2mZ7pL4wR8t"


def levels(findings: list[Finding]) -> list[Level]:
    return [finding.level for finding in findings]


# --- Addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cluster", "level"),
    [
        ("tls://engines.example.org:8786", OK),
        ("tcp://127.0.0.1:8786", OK),
        ("tcp://localhost:8786", OK),
        ("tcp://10.0.0.5:8786", ADVICE),
        ("tcp://engines.example.org:8786", UNSAFE),
        ("tcp://9.9.9.9:8786", UNSAFE),
    ],
)
def test_a_cluster_that_strangers_may_reach_is_unsafe(cluster: str, level: Level) -> None:
    assert check_cluster(Settings(cluster=cluster)).level == level
    assert level in levels(check_all(Settings(cluster=cluster), Machine()))


@pytest.mark.parametrize(
    ("settings", "level"),
    [
        ({}, OK),
        ({"host": "::1"}, OK),
        ({"host": "0.0.0.0"}, UNSAFE),
        ({"host": "192.168.1.5"}, UNSAFE),
        ({"public_url": "http://gipfel.example.org"}, UNSAFE),
        ({"public_url": "https://gipfel.example.org"}, OK),
        ({"public_url": "https://gipfel.example.org", "host": "0.0.0.0"}, ADVICE),
    ],
)
def test_the_traffic_of_visitors_is_protected(settings: Mapping[str, Any], level: Level) -> None:
    assert check_address(Settings(**settings)).level == level


@pytest.mark.parametrize(
    ("networks", "level"),
    [
        (("127.0.0.1",), OK),
        (("127.0.0.0/8",), OK),
        (("203.0.113.7",), OK),
        (("10.1.2.0/24",), OK),
        (("10.1.0.0/16",), ADVICE),
        (("172.16.0.0/12",), UNSAFE),
        (("127.0.0.1", "10.0.0.0/8"), UNSAFE),
        (("10.1.0.0/16", "10.0.0.0/8"), UNSAFE),
        (("2001:db8::/64",), OK),
        (("2001:db8::/56",), ADVICE),
        (("2001:db8::/32",), UNSAFE),
    ],
)
def test_only_those_one_knows_are_trusted(networks: tuple[str, ...], level: Level) -> None:
    trusting = Settings(public_url="https://gipfel.example.org", proxies=networks)
    assert check_proxies(trusting).level == level
    showing = Settings(public_url="https://gipfel.example.org", metrics_for=networks)
    assert check_metrics(showing).level == level


def test_behind_a_proxy_that_is_not_trusted_visitors_share_limits() -> None:
    assert check_proxies(Settings(public_url="https://gipfel.example.org")).level == ADVICE
    assert check_proxies(Settings(host="0.0.0.0")).level == OK


def test_a_port_in_use_is_named() -> None:
    assert check_port("").level == OK
    found = check_port("cannot listen on 127.0.0.1, port 8765: Address already in use")
    assert found.level == ADVICE
    assert found.text.startswith("Cannot listen on 127.0.0.1, port 8765: Address already in use. ")


# --- Files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "level"),
    [(0o600, OK), (0o400, OK), (0o640, ADVICE), (0o604, UNSAFE), (0o602, UNSAFE), (0o666, UNSAFE)],
)
def test_files_are_private(tmp_path: Path, mode: int, level: Level) -> None:
    path = tmp_path / "secret"
    assert check_file("files", path) is None
    path.touch()
    path.chmod(mode)
    found = check_file("files", path)
    assert found is not None
    assert found.level == level


@pytest.mark.parametrize(
    ("mode", "level"), [(0o700, OK), (0o755, OK), (0o770, ADVICE), (0o777, UNSAFE), (0o1777, OK)]
)
def test_nobody_else_writes_to_a_folder(tmp_path: Path, mode: int, level: Level) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)
    assert check_folder("files", folder).level == level
    assert check_folder("files", folder / "not" / "made" / "yet").level == level


def test_files_of_other_users_are_not_trusted(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.touch(0o600)
    if is_root():  # root is nobody's other user
        for own in (path, tmp_path):
            os.chown(own, 1, 1)
    found = check_file("files", path, user=os.getuid() + 2)
    assert found is not None
    assert found.level == UNSAFE
    assert check_folder("files", tmp_path, user=os.getuid() + 2).level == UNSAFE


def test_a_folder_has_to_be_writable(tmp_path: Path) -> None:
    assert check_folder("files", tmp_path, writable=False).level == UNSAFE


@pytest.mark.parametrize(
    ("free", "level"),
    [(LEAST_SPACE - 1, UNSAFE), (LEAST_SPACE, ADVICE), (ENOUGH_SPACE - 1, ADVICE), (ENOUGH_SPACE, OK)],
)
def test_space_is_left(tmp_path: Path, free: int, level: Level) -> None:
    assert check_space("space", tmp_path, free).level == level
    assert str(free // 1_000_000) in check_space("space", tmp_path, free).text
    assert check_space("space", tmp_path / "missing").text  # that of this machine


# --- The database ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "machine", "level"),
    [
        (f"postgresql://gipfel:{LONG}@localhost/gipfel", {}, OK),
        (f"postgresql://gipfel@localhost/gipfel?password={LONG}", {}, OK),
        ("postgresql://gipfel@localhost/gipfel", {"environment": {"PGPASSWORD": LONG}}, OK),
        ("postgresql://gipfel@localhost/gipfel", {}, ADVICE),
        ("postgresql://gipfel:PASSWORD@localhost/gipfel", {}, UNSAFE),
        ("postgresql://gipfeltournament:GipfelTournament@localhost/gipfel", {}, UNSAFE),
        ("postgresql://gipfel:aaaaaaaaaaaaaaaaaa@localhost/gipfel", {}, UNSAFE),
        (
            f"postgresql://gipfel:{LONG}@localhost/gipfel",
            {"arguments": ("gipfel", "serve", f"--database-url=postgresql://gipfel:{LONG}@localhost/gipfel")},
            UNSAFE,
        ),
    ],
)
def test_the_password_is_a_secret(url: str, machine: Mapping[str, Any], level: Level) -> None:
    [found] = check_password(make_url(url), Machine(**machine))
    assert found.level == level
    assert LONG not in found.text


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://localhost/gipfel", []),
        ("postgresql:///gipfel", []),
        ("postgresql://127.0.0.1/gipfel", []),
        ("postgresql://db.example.org/gipfel", [ADVICE]),
        ("postgresql://db.example.org/gipfel?sslmode=prefer", [ADVICE]),
        ("postgresql://db.example.org/gipfel?sslmode=verify-full", [OK]),
    ],
)
def test_traffic_to_a_database_elsewhere_is_encrypted(url: str, expected: list[Level]) -> None:
    assert levels(check_encryption(make_url(url), Machine())) == expected


def test_an_address_that_cannot_be_read_is_unsafe() -> None:
    found = check_database(Settings(database_url="mysql://x"), Machine())
    assert levels(found) == [UNSAFE]


def test_the_files_of_sqlite_are_private(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    assert levels(check_sqlite_files(path))[0] == OK
    path.touch(0o600)
    beside = tmp_path / "tables.db-wal"
    beside.touch()
    beside.chmod(0o644)
    assert levels(check_sqlite_files(path))[0] == UNSAFE


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    with postgres.database() as found:
        yield found


def contents(url: str, now: int | None = None) -> list[Finding]:
    from gipfel.table.storage.database import read_url

    return check_contents(read_url(url), now or real_now())


def test_an_empty_database_is_fine_and_stays_empty(url: str) -> None:
    for _ in range(2):
        found = contents(url)
        assert levels(found) == [OK, OK]
        assert "creates" in found[0].text


def test_a_database_is_read_and_written(url: str) -> None:
    with closing(Store(url)) as store:
        played(store)
    found = contents(url, now=10**13)
    assert levels(found) == [OK, OK]
    assert "up to date" in found[0].text


def test_a_clock_that_is_behind_the_database_is_noticed(url: str) -> None:
    with closing(Store(url)) as store:
        played(store)
    found = contents(url, now=EARLIEST)
    assert levels(found) == [OK, ADVICE]
    assert "ahead of this machine's clock" in found[1].text


def test_an_old_schema_is_only_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "NEWEST", "0001")
        Store(url).close()
    for _ in range(2):  # the check does not migrate
        found = contents(url)
        assert found[0].level == ADVICE
        assert "from 0001" in found[0].text


def test_the_schema_of_a_newer_gipfel_is_unsafe(url: str) -> None:
    with closing(Store(url)) as store:
        change(store, "update alembic_version set version_num = '9999'")
    assert levels(contents(url))[0] == UNSAFE
    assert check_schema("9999").level == UNSAFE


def state_of_files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Permissions and contents; SQLite notes in the -shm file who reads, so that one counts as empty."""
    return {
        path.name: (path.stat().st_mode, b"" if path.name.endswith("-shm") else path.read_bytes())
        for path in folder.iterdir()
    }


@pytest.mark.parametrize("used", [False, True])
def test_a_check_changes_no_file(tmp_path: Path, used: bool) -> None:
    """Whether a server has the file open or not; so a second check finds the same."""
    path = tmp_path / "tables.db"
    settings, machine = Settings(database_url=f"sqlite:///{path}"), Machine()
    with closing(Store(settings.database_url)) as store:
        played(store)
        if not used:
            store.close()
        path.chmod(0o664)
        before = state_of_files(tmp_path)
        assert (f"{path.name}-wal" in before) == used
        first = check_database(settings, machine)
        assert UNSAFE in levels(first)
        assert state_of_files(tmp_path) == before
        second = check_database(settings, machine)
    assert [one.text for one in first if one.topic != "space"] == [
        one.text for one in second if one.topic != "space"
    ]


def test_a_file_stays_without_write_ahead_log(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with closing(Store(f"sqlite:///{path}")) as store:
        played(store)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode=delete")
    before = state_of_files(tmp_path)
    assert levels(contents(f"sqlite:///{path}"))[0] == OK
    assert state_of_files(tmp_path) == before


def test_a_damaged_file_is_unsafe(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"this is not a database, and long enough to be read as one" * 100)
    found = contents(f"sqlite:///{path}")
    assert levels(found) == [UNSAFE]
    assert found[0].text.startswith("The ")


def test_a_database_that_does_not_answer_is_unsafe() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens
        port = closed.getsockname()[1]
        found = contents(f"postgresql://gipfel:{LONG}@127.0.0.1:{port}/gipfel?connect_timeout=5")
    assert levels(found) == [UNSAFE]
    assert LONG not in found[0].text


def test_a_clock_before_this_program_is_wrong() -> None:
    assert check_clock(EARLIEST - 1, None).level == UNSAFE
    assert check_clock(EARLIEST, None).level == OK


# --- Backups ---------------------------------------------------------------------------------------------


def test_backups_are_made_and_private(tmp_path: Path) -> None:
    public = Settings(**PUBLIC)
    machine = Machine(environment={BACKUP_FOLDER: str(tmp_path)})
    assert levels(check_backups(Settings(), Machine())) == []
    assert levels(check_backups(public, Machine())) == [ADVICE]
    assert levels(check_backups(public, machine)) == [ADVICE]
    path = tmp_path / "gipfel-20260101T030000.000000000Z.jsonl.gz"
    path.touch(0o600)
    assert levels(check_backups(public, machine)) == [OK]
    later = Machine(environment=machine.environment, now=real_now() + 3 * DAY)
    [old] = check_backups(public, later)
    assert (old.level, "3 days old" in old.text) == (ADVICE, True)
    path.chmod(0o644)
    assert levels(check_backups(public, machine)) == [UNSAFE]


# --- The machine -----------------------------------------------------------------------------------------


def test_root_is_no_user_for_a_server() -> None:
    assert check_user(Settings(**PUBLIC), Machine()).level == OK
    assert check_user(Settings(**PUBLIC), Machine(root=True)).level == UNSAFE
    assert check_user(Settings(), Machine(root=True)).level == ADVICE


def test_few_files_and_cores_are_named() -> None:
    found = check_open_files(Machine(open_files=1024))
    assert (found.level, "924 visitors" in found.text) == (ADVICE, True)
    assert check_open_files(Machine(open_files=20_000)).level == OK
    assert check_cores(Machine(cores=1)).level == ADVICE
    assert check_cores(Machine(cores=2)).level == OK


def test_the_token_of_the_owner_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    assert check_token(Settings(**PUBLIC), Machine()) == []
    assert levels(check_token(Settings(), Machine())) == [OK]
    load_token()
    assert levels(check_token(Settings(), Machine())) == [OK]
    token_path().chmod(0o644)
    assert levels(check_token(Settings(), Machine())) == [UNSAFE]
    assert levels(check_token(Settings(), Machine(environment={VARIABLE: LONG}))) == [OK]
    assert levels(check_token(Settings(), Machine(environment={VARIABLE: "short"}))) == [UNSAFE]


def test_others_cannot_put_code_into_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GIPFEL_INTERPRETED", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert levels(check_cache()) == [OK]
    tmp_path.chmod(0o777)
    assert levels(check_cache()) == [UNSAFE]
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    assert levels(check_cache()) == [ADVICE]


def test_everything_is_checked(tmp_path: Path) -> None:
    """A local server has no proxies, no metrics for others and few visitors."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    local = {finding.topic for finding in check_all(Settings(database_url=url), Machine())}
    public = {finding.topic for finding in check_all(Settings(database_url=url, **PUBLIC), Machine())}
    assert local == {
        "address",
        "port",
        "files",
        "space",
        "database",
        "clock",
        "user",
        "owner",
        "engine cache",
    }
    assert public == (local - {"owner"}) | {"proxies", "metrics", "backup", "open files", "engines"}


# --- The command -----------------------------------------------------------------------------------------


def checked(tmp_path: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """The exit code and the output of the command, one finding a line."""
    folders = {"XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    done = shell("serve", "--check", *arguments, env={**os.environ, **folders, "COLUMNS": "500", **variables})
    assert done.stderr == ""
    return done.returncode, re.sub(r"\n +", " ", done.stdout)


def test_a_local_server_is_safe_and_is_not_started(tmp_path: Path) -> None:
    code, out = checked(tmp_path)
    assert code == 0
    assert "0 unsafe" in out
    assert not [*tmp_path.iterdir()]


def test_unsafe_settings_are_an_error(tmp_path: Path) -> None:
    """Options and variables alike."""
    code, out = checked(tmp_path, "--host", "0.0.0.0", GIPFEL_METRICS_FOR="10.0.0.0/8")
    assert code == 1
    assert [line.split()[1] for line in out.splitlines() if line.startswith("unsafe")][:2] == [
        "address",
        "metrics",
    ]


def test_a_port_in_use_does_not_stop_the_check(tmp_path: Path) -> None:
    with socket.socket() as used:
        used.bind(("127.0.0.1", 0))
        used.listen()
        code, out = checked(tmp_path, "--port", str(used.getsockname()[1]))
    assert code == 0
    assert "Address already in use" in out


def test_the_password_of_a_command_line_is_not_repeated(tmp_path: Path) -> None:
    url = f"postgresql://gipfel:{LONG}@127.0.0.1:1/gipfel"
    code, out = checked(tmp_path, "--database-url", url)
    assert code == 1
    assert "in the command line" in out
    assert LONG not in out

"""Checks of the machine and of the user that runs the server."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from gipfel.arena.executors import cores
from gipfel.kernel.compile_cache import cache_folder
from gipfel.kernel.link import can_compile
from gipfel.server.checklist.files import check_file, check_folder, check_space
from gipfel.server.checklist.findings import Finding, Level, advice, ok, sentence, unsafe
from gipfel.server.security.owner import VARIABLE, read_token, token_path
from gipfel.server.settings import BadSetting, Settings
from gipfel.table.clock import real_now

USER, OPEN_FILES, ENGINES, CACHE, TOKEN = "user", "open files", "engines", "engine cache", "owner"
ENOUGH_FILES = 4_096
"""Each visitor takes one, and two behind a proxy on the same machine."""
OWN_FILES = 100
"""Files that the server opens for itself: database, engine workers, modules."""
FEWEST_CORES = 2
UNLIMITED = 1 << 30


@dataclass(frozen=True, slots=True)
class Machine:
    """What the checks have to know about this machine and this process."""

    root: bool = False
    """Does the process run as root?"""
    open_files: int = UNLIMITED
    """The number of files that the process may open."""
    cores: int = FEWEST_CORES
    now: int = field(default_factory=real_now)
    arguments: tuple[str, ...] = ()
    """The command line, which every user of the machine can read."""
    environment: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def here(cls) -> "Machine":
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        return cls(root, _open_files(), cores(), real_now(), tuple(sys.argv), os.environ)


def _open_files() -> int:
    with suppress(ImportError):  # other systems have no such limit
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return UNLIMITED if soft == resource.RLIM_INFINITY else soft
    return UNLIMITED


def check_machine(settings: Settings, machine: Machine) -> list[Finding]:
    found = [check_user(settings, machine), *check_token(settings, machine)]
    if not settings.local:
        found += [check_open_files(machine), check_cores(machine)]
    return [*found, *check_cache()]


def check_user(settings: Settings, machine: Machine) -> Finding:
    """Would an error in the server give away the whole machine?"""
    if not machine.root:
        return ok(USER, "The server does not run as root.")
    text = "The server runs as root, so an error in it could give away the whole machine; use another user"
    return advice(USER, f"{text}.") if settings.local else unsafe(USER, f"{text}, as gipfel@.service does.")


def check_token(settings: Settings, machine: Machine) -> list[Finding]:
    """Can only its owner know the token of a local server?"""
    if not settings.local:
        return []
    if given := machine.environment.get(VARIABLE):
        return [_check_given_token(given)]
    found = check_file(TOKEN, token_path())
    return [ok(TOKEN, "The server makes a secret token for its owner.") if found is None else found]


def _check_given_token(given: str) -> Finding:
    try:
        read_token(given)
    except BadSetting as problem:
        return unsafe(TOKEN, sentence(str(problem)))
    return ok(TOKEN, f"The token of the owner is that of {VARIABLE}.")


def check_open_files(machine: Machine) -> Finding:
    """Can enough visitors be connected?"""
    if machine.open_files >= ENOUGH_FILES:
        return ok(OPEN_FILES, "Enough files can be open at the same time.")
    return advice(
        OPEN_FILES,
        f"Only {machine.open_files} files can be open, enough for about "
        f"{max(0, machine.open_files - OWN_FILES)} visitors; set LimitNOFILE=20000, or ulimit -n 20000.",
    )


def check_cores(machine: Machine) -> Finding:
    """Can a person's game go on while somebody else's engine thinks?"""
    if machine.cores < FEWEST_CORES:
        return advice(
            ENGINES,
            "There is one worker for all engines, so people wait for each other; use two cores or more.",
        )
    return ok(ENGINES, f"{machine.cores} workers for engines.")


def check_cache() -> list[Finding]:
    """Can compiled engines be kept, and does nobody else put code there?"""
    if not can_compile():
        return [advice(CACHE, "Engines are not compiled and play slowly; install Numba.")]
    folder = cache_folder()
    found = [check_folder(CACHE, folder), check_space(CACHE, folder)]
    return [finding for finding in found if finding.level != Level.OK] or found[:1]

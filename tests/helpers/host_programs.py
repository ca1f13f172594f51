"""Programs of a host that tests start: proxies, the tools of systemd, another wall clock.

python -m tests.helpers.host_programs     installs those that are missing, where that is possible
"""

import os
import shutil
import sys

import pytest

from tests.helpers.debian import install

PACKAGES = {
    "nginx": "nginx-light",
    "caddy": "caddy",
    "faketime": "faketime",
    "openssl": "openssl",
    "strace": "strace",
    "systemd-analyze": "systemd",
}
"""The package of Debian for each program."""
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
"""A user's own path often lacks the folders of servers."""


def find(program: str) -> str | None:
    return shutil.which(program, path=PATH)


def missing(program: str) -> str:
    """Why the tests with a program are skipped, and what to do."""
    return (
        f"The tests with {program} are skipped: it was not found here. "
        f"Install it (Debian: apt-get install {PACKAGES[program]})."
    )


def required(program: str) -> str:
    """The path of a program; the test is skipped if there is none."""
    found = find(program)
    if found is None:
        pytest.skip(missing(program))
    return found


def main() -> int:
    """Find or install all of them; the tests are skipped without, so this never fails."""
    wanted = [package for program, package in PACKAGES.items() if find(program) is None]
    if wanted:
        install(", ".join(wanted), wanted)
    for program, package in PACKAGES.items():  # one that the distribution lacks stops no other one
        if len(wanted) > 1 and find(program) is None:
            install(package, [package])
        if find(program) is None:
            print(missing(program))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Units of systemd, and what systemd would do with them, in a folder."""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.helpers.paths import ROOT

DEPLOY = ROOT / "deploy"
INSTALLED = "/opt/gipfel"
STATE, CACHE = "/var/lib", "/var/cache"
SPECIFIERS = {"%S": STATE, "%C": CACHE}
GIPFEL = """\
#!/bin/sh
exec {python} -m gipfel "$@"
"""


def settings(unit: Path) -> dict[str, list[str]]:
    """The values of each setting of a unit, in order; an empty one clears those before it."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found[name] = [*found.get(name, []), value] if value else []
    return found


class Machine:
    """A folder that stands for the file system of a host: programs, settings, and the folders of a unit."""

    def __init__(self, folder: Path, variables: Mapping[str, str]) -> None:
        """`variables` replace those of `gipfel.env`; an empty one removes it."""
        self.folder = folder
        self._variables = variables
        programs = self.path(INSTALLED) / "bin"
        programs.mkdir(parents=True)
        self._write_program(programs / "gipfel", GIPFEL.format(python=shlex.quote(sys.executable)))
        backup = (DEPLOY / "gipfel-backup").read_text(encoding="utf-8")
        self._write_program(programs / "gipfel-backup", backup)

    def _write_program(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def path(self, path: str) -> Path:
        """Where an absolute path of the host is in the folder."""
        return self.folder / path.lstrip("/")

    def _inside(self, text: str) -> str:
        """A value with its specifiers resolved and all its paths in the folder."""
        for specifier, path in SPECIFIERS.items():
            text = text.replace(specifier, path)
        for path in (INSTALLED, STATE, CACHE):
            text = text.replace(path, str(self.path(path)))
        return text

    def unit(self, name: str) -> Path:
        """A unit of `deploy` whose programs are those in the folder."""
        text = (DEPLOY / name).read_text(encoding="utf-8").replace(INSTALLED, str(self.path(INSTALLED)))
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def prepare(self, unit: str) -> None:
        """Make the folders of a unit, as systemd does before it starts the program."""
        known = settings(DEPLOY / unit)
        for kind, base in (("StateDirectory", STATE), ("CacheDirectory", CACHE)):
            for name in " ".join(known.get(kind, [])).split():
                self.path(f"{base}/{name}").mkdir(
                    int(known[f"{kind}Mode"][-1], 8), parents=True, exist_ok=True
                )

    def command(self, unit: str, instance: str = "") -> list[str]:
        """The command that a unit starts."""
        [command] = settings(DEPLOY / unit)["ExecStart"]
        return shlex.split(self._inside(command).replace("%i", instance))

    def environment(self, unit: str) -> dict[str, str]:
        """The variables that a unit sets, and the rest of this process."""
        known = settings(DEPLOY / unit)
        assert known["EnvironmentFile"] == ["/etc/gipfel.env"]
        set_by_unit = [pair for line in known.get("Environment", []) for pair in shlex.split(line)]
        lines = (DEPLOY / "gipfel.env").read_text(encoding="utf-8").splitlines()
        pairs = [*set_by_unit, *(line for line in lines if line and not line.startswith("#"))]
        variables = {name: self._inside(text) for name, _, text in (pair.partition("=") for pair in pairs)}
        known_here = {**os.environ, **variables, **self._variables}
        return {name: text for name, text in known_here.items() if text}

"""The container file: built and started where that is possible; else its steps are run in a folder.

What is run is read from the file. In the folder, paths of the image lie below it, and the packages that
Gipfel needs come from the environment of the tests; with GIPFEL_CHECK=1 they are installed as in the image.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

import httpx
import pytest

from tests.helpers.check import CHECK, only_in_check
from tests.helpers.debian import is_root
from tests.helpers.paths import ROOT
from tests.helpers.server.reverse_proxies import free_port
from tests.helpers.waiting import wait_until

FILE = ROOT / "deploy" / "Containerfile"
PORT = "8765"
ENGINES = ("podman", "docker")
USER = "10001"
PATHS = ("/opt/gipfel", "/var/lib", "/build")
"""The folders of the image that the file names."""
FROM_HERE = {
    "PIP_NO_DEPS": "1",
    "PIP_NO_INDEX": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this as the value of `build isolation`
    "PIP_IGNORE_INSTALLED": "1",
}
"""What tells pip to install Gipfel alone."""


@dataclass(frozen=True)
class Step:
    """An instruction of the file."""

    name: str
    arguments: str


def steps() -> list[Step]:
    lines = FILE.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    written = [line for line in lines if line.strip() and not line.startswith("#")]
    return [Step(*line.split(maxsplit=1)) for line in written]


def arguments(name: str) -> list[str]:
    """The arguments of all instructions of a kind."""
    return [step.arguments for step in steps() if step.name == name]


# --- What the file says -----------------------------------------------------------------------------------


def test_the_image_runs_without_rights_and_has_no_secrets() -> None:
    assert arguments("USER") == [f"{USER}:{USER}"]
    assert arguments("EXPOSE") == [PORT]
    assert arguments("VOLUME") == ["/var/lib/gipfel"]
    assert len(arguments("HEALTHCHECK")) == 1
    assert not arguments("ARG")
    assert not re.search(r"password|secret|token|database_url", " ".join(arguments("ENV")), re.I)


def test_everything_that_is_copied_is_sent_to_the_builder() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    copied = {name for names, _ in map(copy, arguments("COPY")) for name in names}
    assert copied - {"/opt/gipfel"} == sent
    assert all((ROOT / name).exists() for name in sent)


def copy(text: str) -> tuple[list[str], str]:
    """What a COPY instruction copies, and where to."""
    *sources, target = [word for word in text.split() if not word.startswith("--")]
    return sources, target


# --- Its steps in a folder --------------------------------------------------------------------------------


class Image:
    """A folder in which the steps of the file are run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._here = folder
        self._port = str(free_port())
        self._environment = {**os.environ, **({} if CHECK else FROM_HERE)}
        self._environment["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self._environment.pop("PYTHONPATH", None)

    def _inside(self, text: str) -> str:
        """A text with the paths, the port and the user of this image."""
        for path in PATHS:
            text = text.replace(path, f"{self._folder}{path}")
        user = USER if is_root() else str(os.getuid())
        return text.replace(PORT, self._port).replace(f"={USER}", f"={user}")

    def build(self) -> None:
        for step in steps():
            if step.name == "WORKDIR":
                self._here = Path(self._inside(step.arguments))
                self._here.mkdir(parents=True)
            elif step.name == "COPY":
                self._copy(step.arguments)
            elif step.name == "RUN":
                self._run(self._inside(step.arguments))
            elif step.name == "ENV":
                pairs = shlex.split(self._inside(step.arguments))
                self._environment |= dict(pair.split("=", 1) for pair in pairs)

    def _copy(self, text: str) -> None:
        sources, target = copy(text)
        if "--from=build" in text:
            assert sources == [target]  # both stages are one folder here
            return
        for source in sources:
            path = ROOT / source
            if path.is_dir():
                shutil.copytree(path, self._here / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(path, self._here / target)

    def _run(self, command: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self._here,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        if not CHECK:
            self._lend_packages()

    def _lend_packages(self) -> None:
        """Let the environment of the image import the packages of this one, after its own."""
        for packages in self._folder.glob("opt/gipfel/lib/python*/site-packages"):
            (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")

    @contextmanager
    def running(self) -> Iterator[str]:
        """The address of the server that the image starts."""
        [command] = arguments("CMD")
        log = self._folder / "log"
        with log.open("w") as writing:
            process = subprocess.Popen(
                json.loads(self._inside(command)),
                cwd=self._folder,
                env=self._environment,
                stdout=writing,
                stderr=writing,
            )
        address = f"http://127.0.0.1:{self._port}"
        try:
            wait_until(lambda: answers(address) or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            yield address
        finally:
            process.terminate()
            process.wait(60)

    def health(self) -> int:
        """The exit code of the image's own check."""
        [check] = arguments("HEALTHCHECK")
        command = json.loads(self._inside(check.partition("CMD ")[2]))
        done = subprocess.run(command, env=self._environment, capture_output=True, timeout=60)
        return done.returncode

    def where(self) -> Path:
        """The folder from which the image imports Gipfel."""
        command = [self._inside("/opt/gipfel/bin/python"), "-c", "import gipfel; print(gipfel.__file__)"]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True)
        return Path(done.stdout.strip())


def answers(address: str) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{address}/health", timeout=60).status_code == 200
    return False


@only_in_check
def test_the_steps_of_the_file_make_a_server(tmp_path: Path) -> None:
    image = Image(tmp_path)
    image.build()
    assert image.where().is_relative_to(tmp_path)
    with image.running() as address:
        assert httpx.get(f"{address}/").status_code == 200
        assert httpx.post(f"{address}/api/tables", json={"game": "gipf"}).status_code == 201
        assert image.health() == 0
    assert image.health() != 0
    assert (tmp_path / "var/lib/gipfel/tables.db").exists()


# --- A real image -----------------------------------------------------------------------------------------


def engine() -> str:
    """A container engine that answers and has the base image; the test is skipped if there is none."""
    base = arguments("FROM")[-1]
    for name in filter(shutil.which, ENGINES):
        with suppress(subprocess.SubprocessError):
            for question in (["info"], ["image", "inspect", base]):
                subprocess.run([name, *question], capture_output=True, timeout=30, check=True)
            return name
    pytest.skip(f"The image is not built: no container engine answers here that has {base}.")


def test_the_image_is_built_and_started() -> None:
    program, tag, port = engine(), f"gipfel-test-{token_hex(4)}", free_port()
    build = [program, "build", "--pull=false", "--file", str(FILE), "--tag", tag, str(ROOT)]
    start = [program, "run", "--detach", "--name", tag, "--publish", f"127.0.0.1:{port}:{PORT}"]
    start += ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "all", tag]
    try:
        subprocess.run(build, check=True, timeout=900)
        subprocess.run(start, check=True, timeout=60)
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"))
    finally:
        for undo in (["rm", "--force", "--volumes", tag], ["rmi", "--force", tag]):
            subprocess.run([program, *undo], capture_output=True, timeout=60)

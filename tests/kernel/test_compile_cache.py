"""The cache of compiled kernels: whatever is in it, kernels are linked and give the right result."""

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from gipfel.kernel.compile_cache import CHECKSUMS, checksums
from gipfel.kernel.link import can_compile
from gipfel.kernel.random_numbers import draw, seeded_generator
from tests.helpers.check import some_of
from tests.helpers.debian import is_root
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not here")

CODE = """
import numba, numpy, sys
from gipfel.kernel.link import link
from gipfel.kernel.random_numbers import draw, seeded_generator
print("ready", flush=True)
sys.stdin.readline()
kernel = link(draw)
print(kernel(numpy.array(seeded_generator(1)), 1000), sum(kernel.stats.cache_misses.values()))
"""
RESULT = draw(seeded_generator(1), 1000)
LOADED, COMPILED = f"{RESULT} 0", f"{RESULT} 1"
"""The result of the kernel, and how often it was compiled."""
WITHOUT_PRIVILEGES = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
"""Starts a process of root's that may not ignore the permissions of files."""
TIMEOUT = 120


class Linking:
    """A process that links a kernel when it is told to."""

    def __init__(self, cache: Path, prefix: list[str] | None = None) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [*(prefix or []), sys.executable, "-c", CODE],
            cwd=ROOT,
            env={**os.environ, "XDG_CACHE_HOME": str(cache)},
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )
        assert self._process.stdout
        assert self._process.stdout.readline() == "ready\n"

    def start(self) -> None:
        assert self._process.stdin
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def end(self) -> tuple[str, list[str]]:
        """What it printed, and the lines of its log."""
        out, err = self._process.communicate(timeout=TIMEOUT)
        return out.strip(), err.splitlines()


def linked(cache: Path, prefix: list[str] | None = None) -> tuple[str, list[str]]:
    process = Linking(cache, prefix)
    process.start()
    return process.end()


def kernels(cache: Path) -> Path:
    return cache / "gipfel" / "kernels"


def kernel_folder(cache: Path) -> Path:
    [path] = kernels(cache).glob("*/" + CHECKSUMS)
    return path.parent


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with one compiled kernel."""
    cache = tmp_path_factory.mktemp("compiled")
    assert linked(cache) == (COMPILED, [])
    return cache


@pytest.fixture
def cache(compiled: Path, tmp_path: Path) -> Path:
    """A cache of a test's own with one compiled kernel."""
    return Path(shutil.copytree(compiled, tmp_path / "cache"))


def test_a_kernel_is_loaded_from_the_cache(cache: Path) -> None:
    assert linked(cache) == (LOADED, [])


def test_sha256sum_can_check_the_files(cache: Path) -> None:
    folder = kernel_folder(cache)
    lines = (folder / CHECKSUMS).read_text().splitlines()
    named = {path: digest for digest, path in (line.split("  ") for line in lines)}
    assert {Path(path).suffix for path in named} == {".nbi", ".nbc"}
    assert all(sha256((folder / path).read_bytes()).hexdigest() == digest for path, digest in named.items())


# --- Damage ---------------------------------------------------------------------------------------------


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def overwritten(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 20)


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def removed(path: Path) -> None:
    path.unlink()


def directory(path: Path) -> None:
    path.unlink()
    (path / "inside").mkdir(parents=True)


def link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def other_pickle(path: Path) -> None:
    path.write_bytes(pickle.dumps("something else"))


INDEX, MACHINE_CODE = "*.nbi", "*.nbc"
DAMAGE = [
    *((INDEX, how) for how in (emptied, truncated, overwritten, flipped, removed, directory)),
    *((INDEX, how) for how in (link_to_itself, other_pickle)),
    *((MACHINE_CODE, how) for how in (emptied, truncated, flipped, directory)),
    *((CHECKSUMS, how) for how in (truncated, removed, directory)),
]


@pytest.mark.parametrize(("file", "damage"), some_of(DAMAGE, 3))
def test_a_damaged_file_is_compiled_again(cache: Path, file: str, damage: Callable[[Path], None]) -> None:
    [path] = kernel_folder(cache).rglob(file)
    damage(path)
    said, log = linked(cache)
    assert said == COMPILED
    [line] = log
    assert ".draw-" in line
    assert "was damaged and has been compiled again" in line
    if damage is flipped:
        assert linked(cache) == (LOADED, [])


@pytest.mark.parametrize("file", some_of([INDEX, MACHINE_CODE], 1))
def test_a_file_that_numba_cannot_load_is_compiled_again(cache: Path, file: str) -> None:
    """Its checksum is right: an older version of a library has written it, for example."""
    folder = kernel_folder(cache)
    [path] = folder.rglob(file)
    version = pickle.loads(path.read_bytes()) if file == INDEX else ()
    path.write_bytes(pickle.dumps(version) + b"cno_such_module\nNoSuchClass\n.")
    (folder / CHECKSUMS).write_bytes(checksums(folder))
    said, [line] = linked(cache)
    assert said == COMPILED
    assert "it cannot be loaded" in line
    assert linked(cache) == (LOADED, [])


FORBIDDEN = [("file", 0), ("Numba", 0), ("Numba", 0o500), ("kernel", 0)]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are different there")
@pytest.mark.skipif(is_root() and not shutil.which("setpriv"), reason="root may read everything")
@pytest.mark.parametrize(("where", "mode"), some_of(FORBIDDEN, 1))
def test_what_permissions_forbid_is_compiled_again(cache: Path, where: str, mode: int) -> None:
    [path] = kernel_folder(cache).rglob(INDEX)
    {"file": path, "Numba": path.parent, "kernel": path.parent.parent}[where].chmod(mode)
    said, [line] = linked(cache, WITHOUT_PRIVILEGES if is_root() else None)
    assert said == COMPILED
    assert "was damaged" in line
    assert linked(cache) == (LOADED, [])


def test_a_file_in_place_of_the_folder_is_removed(cache: Path) -> None:
    folder = kernel_folder(cache)
    shutil.rmtree(folder)
    folder.write_bytes(b"not a folder")
    said, [line] = linked(cache)
    assert said == COMPILED
    assert "was damaged" in line


def test_a_process_that_was_killed_while_it_compiled_is_no_damage(cache: Path) -> None:
    folder = kernel_folder(cache)
    shutil.rmtree(folder)
    folder.mkdir()
    assert linked(cache) == (COMPILED, [])


def test_two_processes_heal_a_kernel_once(cache: Path) -> None:
    [path] = kernel_folder(cache).rglob(MACHINE_CODE)
    truncated(path)
    both = [Linking(cache), Linking(cache)]
    for process in both:
        process.start()
    ends = [process.end() for process in both]
    assert sorted(said for said, _ in ends) == [LOADED, COMPILED]
    assert len([line for _, log in ends for line in log]) == 1


# --- No cache -------------------------------------------------------------------------------------------


def test_without_a_folder_for_the_cache_kernels_are_compiled_each_time(tmp_path: Path) -> None:
    kernels(tmp_path).parent.mkdir()
    kernels(tmp_path).write_bytes(b"not a folder")
    for _ in range(2):
        said, [line] = linked(tmp_path)
        assert said.startswith(f"{RESULT} ")
        assert "cannot be stored in" in line


def test_on_a_full_disk_kernels_are_compiled_without_a_cache(tmp_path: Path) -> None:
    """The process may write files of up to 1 kB, and no compiled kernel is as small."""
    said, [line] = linked(tmp_path, ["bash", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "limited"])
    assert said.startswith(f"{RESULT} ")
    assert "cannot be stored in" in line
    assert linked(tmp_path) == (COMPILED, [])

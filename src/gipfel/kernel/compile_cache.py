"""The cache of compiled kernels: a folder for each kernel, checked before anything in it is loaded.

Numba unpickles the files of its cache and runs the machine code in them, so a damaged file could do anything.
Beside them the file `checksums` has the SHA-256 of each, in the format of `sha256sum`. A folder that does not
match it, or that Numba cannot load, is removed, and the kernel is compiled again. Where nothing can be
stored, kernels are compiled without a cache.
"""

import errno
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from gipfel.errors import GipfelError

LOG = logging.getLogger("gipfel.kernel")
CHECKSUMS = "checksums"
"""The name of the file with the checksums; it is written last, so without it a kernel is incomplete."""


class CannotCompile(GipfelError):
    """A kernel that Numba cannot compile; the message says where and why in one line."""


class NotStored(GipfelError):
    """A kernel that would have to be compiled, while only stored ones are wanted."""


def cache_folder() -> Path:
    """The folder of compiled kernels."""
    from platformdirs import user_cache_path

    return Path(user_cache_path("gipfel", appauthor=False)) / "kernels"


_not_stored: set[str] = set()
"""Kernels that this process has compiled but could not store."""


def has_stored_all() -> bool:
    """Has this process stored all kernels it has compiled, so that others find them?"""
    return not _not_stored


def load_or_compile(name: str, compiled: Callable[[bool], Any]) -> Any:
    """A kernel from the cache, or compiled and stored there.

    `compiled(cached)` calls Numba, with its cache or without. It raises CannotCompile.
    """
    folder = cache_folder() / name
    with _one_at_a_time(name):
        try:
            return _from_folder(folder, compiled)
        except OSError as error:
            _not_stored.add(name)
            _warn_not_stored(cache_folder(), error.strerror or type(error).__name__)
            with suppress(OSError):
                _remove(folder)
            return compiled(False)


def _from_folder(folder: Path, compiled: Callable[[bool], Any]) -> Any:
    """Load or compile a kernel in its folder, which is emptied first if it is damaged. Raises OSError."""
    stored = os.path.lexists(folder)
    damage = find_damage(folder) if stored else ""
    if not damage:
        try:
            return _compiled_in(folder, compiled)
        except CannotCompile:
            raise
        except Exception as error:
            if not stored:
                raise
            damage = f"it cannot be loaded: {type(error).__name__}"
    _remove(folder)
    kernel = _compiled_in(folder, compiled)
    LOG.warning("The compiled kernel %s was damaged and has been compiled again: %s.", folder.name, damage)
    return kernel


def _compiled_in(folder: Path, compiled: Callable[[bool], Any]) -> Any:
    import numba

    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):  # Numba would use a folder elsewhere
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with _numba_folder(numba.config, folder):
        kernel = compiled(True)
    if kernel.stats.cache_misses:
        try:
            (folder / CHECKSUMS).write_bytes(checksums(folder))
        except OSError:  # the kernel works; the next process compiles it again
            _not_stored.add(folder.name)
    return kernel


@contextmanager
def _numba_folder(config: Any, folder: Path) -> Iterator[None]:
    """Set the folder of Numba's cache, only while one of our kernels is compiled or loaded."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@cache
def _warn_not_stored(folder: Path, reason: str) -> None:
    LOG.warning(
        "Compiled kernels cannot be stored in %s: %s. Every process compiles them again.", folder, reason
    )


# --- Without compiling ------------------------------------------------------------------------------------

_ONLY_STORED = ContextVar("_ONLY_STORED", default=False)


@contextmanager
def only_stored_kernels() -> Iterator[None]:
    """Link compiled kernels only from the cache. The first one that is not there raises NotStored."""
    token = _ONLY_STORED.set(True)
    try:
        yield
    finally:
        _ONLY_STORED.reset(token)


def only_stored() -> bool:
    """Are only stored kernels wanted?"""
    return _ONLY_STORED.get()


def is_stored(name: str) -> bool:
    """Is a compiled kernel in the cache?"""
    return os.path.exists(cache_folder() / name / CHECKSUMS)


# --- Damage ---------------------------------------------------------------------------------------------


def find_damage(folder: Path) -> str:
    """What is wrong with the folder of a kernel; empty if nothing is, or if nothing is stored in it."""
    found = b""
    try:
        found = checksums(folder)
        expected = (folder / CHECKSUMS).read_bytes()
    except FileNotFoundError:
        return "it has no checksums" if found else ""
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    return "" if found == expected else "its files do not match their checksums"


def checksums(folder: Path) -> bytes:
    """The SHA-256 of each file below a folder, as `sha256sum` writes them. Raises OSError."""
    lines = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        if not os.access(place, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        for path in (Path(place, name) for name in sorted(names) if name != CHECKSUMS):
            digest = sha256(path.read_bytes()).hexdigest() if path.is_file() else "not a file"
            lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
    return "".join(lines).encode(errors="surrogateescape")


def _remove(path: Path) -> None:
    """Remove a file, or a folder with everything in it, even if its permissions forbid that."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    path.chmod(0o700)
    for child in path.iterdir():
        _remove(child)
    path.rmdir()


# --- Other processes, and people ------------------------------------------------------------------------


@contextmanager
def _one_at_a_time(name: str) -> Iterator[None]:
    """Lock a kernel: one process compiles it, the others wait and then load it from the cache."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # where files cannot be locked, each process compiles
            import fcntl

            folder = cache_folder() / "compiling"
            folder.mkdir(parents=True, exist_ok=True)
            fcntl.flock(stack.enter_context(open(folder / name, "wb")), fcntl.LOCK_EX)
        yield


def announce(name: str, title: str) -> None:
    """Say on a terminal that a kernel is being compiled, unless it is in the cache."""
    if title and sys.stderr.isatty() and not is_stored(name):
        print(f"Compiling {title} for this machine (once, some seconds) ...", file=sys.stderr, flush=True)

"""Kernels: plain Python functions that run as they are, or compiled by Numba.

`@kernel(signature)` marks a function as a kernel and changes nothing else. `link(kernel, bind, fast)`
returns something to call: the plain function (`fast=False`), or the same code compiled (`fast=True`).
A generic algorithm calls a game's kernels through functions marked `@placeholder`; `bind` says which
kernel stands for which name. What only compiled code can do is marked `@native` (see `memory`).

Compiled code is kept in the user's cache folder. The cache knows a kernel by a digest of its code, of
everything it calls and of every table it reads, so it can never be stale.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, TypeVar

OUTER: dict[str, Any] = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
"""How a linked kernel is compiled: it makes no arrays, so none need counting, which took 40 % of a search."""
INNER: dict[str, Any] = {**OUTER, "forceinline": True, "no_cpython_wrapper": True}
"""How the kernels it calls are compiled. A call with arrays costs some 15 ns: inlining doubles perft."""
MANNER = "indices from the front, parts without machine code, prefetch"
"""What `compiling` and `memory` do in a way of their own; code made in another manner is not used."""

F = TypeVar("F", bound=Callable[..., Any])
Bind = Mapping[str, Callable[..., Any]]


class UnlinkedKernel(RuntimeError):
    """A placeholder was called before a game's kernel was linked in its place."""


def kernel(signature: str) -> Callable[[F], F]:
    """Mark a function as a kernel with a Numba signature such as `"int64(int64[::1], int64)"`."""

    def mark(function: F) -> F:
        function.signature = signature  # type: ignore[attr-defined]
        return function

    return mark


def placeholder(function: F) -> F:
    """Mark a function as the place where a game's kernel of the same name will be linked in."""

    def unlinked(*_: object) -> None:
        raise UnlinkedKernel(f"{function.__name__} has to be linked to a game first")

    unlinked.placeholder = True  # type: ignore[attr-defined]
    return unlinked  # type: ignore[return-value]


def native(make: Callable[[], Any]) -> Callable[[F], F]:
    """Mark a function that is plain Python, but that compiled kernels call as what `make` returns."""

    def mark(function: F) -> F:
        function.native = cache(make)  # type: ignore[attr-defined]
        return function

    return mark


def can_compile() -> bool:
    """Is Numba here, and not switched off by GIPFEL_INTERPRETED=1?"""
    return not os.environ.get("GIPFEL_INTERPRETED") and find_spec("numba") is not None


def link(function: F, bind: Bind | None = None, fast: bool = True) -> F:
    """The kernel with everything it calls, ready to run; compiled if `fast`."""
    bindings = dict(bind or {})
    key = (function, tuple((name, bindings[name]) for name in sorted(bindings)), fast)
    if key in _linked:  # who only runs kernels never waits for somebody who compiles
        return _linked[key]  # type: ignore[return-value]
    with _locks[fast]:
        if key not in _linked:
            _linked[key] = _Linker(bindings, fast).link(function)
        return _linked[key]  # type: ignore[return-value]


_locks = {False: RLock(), True: RLock()}
_linked: dict[
    tuple[Callable[..., Any], tuple[tuple[str, Callable[..., Any]], ...], bool], Callable[..., Any]
] = {}
_inner: dict[bytes, Callable[..., Any]] = {}
"""Kernels that other compiled kernels call, by their digest."""


class _Linker:
    """Links one kernel and, first, the kernels it calls."""

    def __init__(self, bind: Bind, fast: bool) -> None:
        self.bind = bind
        self.fast = fast
        self.done: dict[Callable[..., Any], tuple[Callable[..., Any], bytes]] = {}

    def link(self, function: Callable[..., Any]) -> Callable[..., Any]:
        linked, _ = self._bound(function)
        return _compiled(linked, function.signature) if self.fast else linked  # type: ignore[attr-defined]

    def _bound(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], bytes]:
        """The plain function with every name it uses resolved, and the digest of all that."""
        if function not in self.done:
            self.done[function] = self._build(function)
        return self.done[function]

    def _build(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], bytes]:
        code = function.__code__
        signature: str = function.signature  # type: ignore[attr-defined]
        text = (code.co_code, code.co_consts, code.co_names, signature)
        digest = sha256(repr((function.__module__, *text, OUTER, INNER, MANNER)).encode())
        used: dict[str, Any] = {}
        for name in code.co_names:
            if name in function.__globals__:
                used[name], part = self._resolve(name, function.__globals__[name])
                digest.update(part)
        if not self.fast and all(function.__globals__[name] is value for name, value in used.items()):
            return function, digest.digest()
        scope = {"__name__": function.__module__, "__builtins__": __builtins__, **used}
        linked = FunctionType(code, scope, function.__name__)
        linked.__module__ = function.__module__
        # The cache file is named by the qualified name; Numba wants its last part to be the plain name.
        linked.__qualname__ = f"{digest.hexdigest()[:16]}.{function.__name__}"
        return linked, digest.digest()

    def _resolve(self, name: str, value: Any) -> tuple[Any, bytes]:
        """What a global name of a kernel stands for, and what it adds to the digest."""
        if getattr(value, "placeholder", False):
            if name not in self.bind:
                raise UnlinkedKernel(f"nothing is bound to the placeholder {name}")
            value = self.bind[name]
        if hasattr(value, "signature"):
            return self._called(value)
        if hasattr(value, "native"):
            return value.native() if self.fast else value, name.encode()
        if isinstance(value, list):
            return self._table(value), repr((name, value)).encode()
        if isinstance(value, int):
            return value, repr((name, value)).encode()
        raise TypeError(f"a kernel uses {name}, which is neither a kernel, nor an integer, nor a table")

    def _called(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], bytes]:
        """A kernel that another one calls, compiled with its caller: a cached caller never needs it."""
        linked, digest = self._bound(function)
        if not self.fast:
            return linked, digest
        if digest not in _inner:
            import numba

            from gipfel.kernel.numba_compiler import part_options

            _inner[digest] = numba.njit(**INNER, **part_options())(linked)
        return _inner[digest], digest

    def _table(self, value: list[Any]) -> Any:
        if not self.fast:
            return value
        import numpy

        return numpy.array(value, numpy.int64)


def _compiled(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    import numba

    from gipfel.kernel.numba_compiler import kernel_options

    options = {**OUTER, **kernel_options()}
    with _cache_folder(numba.config), _one_at_a_time(function.__qualname__):
        compiled: Callable[..., Any] = numba.njit(signature, cache=True, **options)(function)
    return compiled


@contextmanager
def _cache_folder(config: Any) -> Iterator[None]:
    """Let Numba keep our kernels in the user's cache folder, and other people's where they were."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before


@contextmanager
def _one_at_a_time(name: str) -> Iterator[None]:
    """Of several processes one compiles a kernel; the others wait for it and find it in the cache."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # where files cannot be locked, each compiles for itself
            import fcntl

            folder = cache_folder() / "compiling"
            folder.mkdir(parents=True, exist_ok=True)
            fcntl.flock(stack.enter_context(open(folder / name, "wb")), fcntl.LOCK_EX)
        yield


def cache_folder() -> Path:
    """Where compiled kernels are kept."""
    from platformdirs import user_cache_path

    return Path(user_cache_path("gipfel", appauthor=False)) / "kernels"


@contextmanager
def announced(what: str, kernels: Callable[..., Any]) -> Iterator[None]:
    """Say on a terminal that `what` is being compiled, unless it is known to be in the cache.

    `kernels` is a kernel of the game; everything beside it belongs to the game's sources.
    """
    sources = _source_digest(Path(kernels.__code__.co_filename).parent)
    known = cache_folder() / "known" / sha256(f"{what} {sys.version} {sources}".encode()).hexdigest()
    if known.exists():
        yield
        return
    if sys.stderr.isatty():
        print(f"Compiling {what} for this machine (once, some seconds) ...", file=sys.stderr, flush=True)
    yield
    with suppress(OSError):  # a cache that cannot be written only costs time
        known.parent.mkdir(parents=True, exist_ok=True)
        known.touch()


@cache
def _source_digest(game: Path) -> str:
    """A digest of everything that a game's kernels are made of: the shared kernels, and the game's folder."""
    root = Path(__file__).parents[1]
    digest = sha256()
    for source in sorted([*root.glob("kernel/*.py"), *root.glob("board/*.py"), *game.glob("*.py")]):
        with suppress(OSError):  # a game that is not made of files is announced each time
            digest.update(source.read_bytes())
    return digest.hexdigest()

"""Kernels: plain Python functions that run as they are, or compiled by Numba.

`@kernel(signature)` marks a function as a kernel and changes nothing else. `link(kernel, bind, fast)`
returns a function to call: the plain one (`fast=False`), or the same code compiled (`fast=True`). A generic
algorithm calls a game's kernels through functions marked `@placeholder`; `bind` tells which kernel takes the
place of which name. `@native` marks what only compiled code can do (see `prefetch`).

A kernel that needs many arrays takes them as one record: a NamedTuple whose fields are of type `State` (an
array) or `list[State]` (a table). A signature names it by its class: `"int64(Workspace, int64)"`. Compiled
code passes the fields as separate arguments, so a record costs nothing.

Compiled code is stored by `compile_cache`. Its name contains a digest of the kernel's code, of everything it
calls and of every table it reads, so cached code is never stale. Docstrings do not count.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, TypeVar

from gipfel.kernel.compile_cache import (
    CannotCompile,
    NotStored,
    announce,
    is_stored,
    load_or_compile,
    only_stored,
)

OUTER_OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
"""Numba's options for a linked kernel. Kernels create no arrays, so reference counting is off: it took 40 %
of a search."""
INNER_OPTIONS: dict[str, Any] = {**OUTER_OPTIONS, "forceinline": True, "no_cpython_wrapper": True}
"""Numba's options for the kernels it calls. A call with arrays takes some 15 ns: inlining doubles perft."""
COMPILER_CHANGES = (
    "indices from the front, parts optimised with their callers, without machine code, prefetch, "
    "adjacent instructions combined"
)
"""What `numba_compiler` and `prefetch` change in Numba; part of the digest, so a change here recompiles."""

F = TypeVar("F", bound=Callable[..., Any])
Bind = Mapping[str, Callable[..., Any]]


class Narrow(list[int]):
    """A table of numbers below 32768. Compiled kernels use 16 bits for each: more fits into a cache."""


class UnlinkedKernel(RuntimeError):
    """A placeholder was called that has not been linked to a game's kernel."""


def kernel(signature: str, inline: bool = True) -> Callable[[F], F]:
    """Mark a function as a kernel with a Numba signature such as `"int64(int64[::1], int64)"`.

    A capitalised name in the signature is a record, a global of the function's module. Without `inline` it is
    called: that is for what is large, takes long, and is used in several places, as each of them would have
    to be compiled.
    """

    def mark(function: F) -> F:
        function.signature = signature  # type: ignore[attr-defined]
        function.inline = inline  # type: ignore[attr-defined]
        return function

    return mark


def placeholder(function: F) -> F:
    """Mark a function that a game's kernel of the same name replaces when linked."""

    def unlinked(*_: object) -> None:
        raise UnlinkedKernel(f"{function.__name__} has to be linked to a game first")

    unlinked.placeholder = True  # type: ignore[attr-defined]
    return unlinked  # type: ignore[return-value]


def native(make: Callable[[], Any]) -> Callable[[F], F]:
    """Mark a plain function that compiled kernels replace by what `make` returns."""

    def mark(function: F) -> F:
        function.native = cache(make)  # type: ignore[attr-defined]
        return function

    return mark


def can_compile() -> bool:
    """Is Numba installed, and not switched off by GIPFEL_INTERPRETED=1?"""
    return not os.environ.get("GIPFEL_INTERPRETED") and find_spec("numba") is not None


def link(function: F, bind: Bind | None = None, fast: bool = True, title: str = "") -> F:
    """The kernel with everything it calls, ready to run; compiled if `fast`.

    With a `title`, a terminal shows that it is being compiled. Raises NotStored within `only_stored_kernels`.
    """
    bindings = dict(bind or {})
    key = (function, tuple((name, bindings[name]) for name in sorted(bindings)), fast)
    if key in linked_kernels:  # without the lock: a caller whose kernels are ready waits for no compiler
        return linked_kernels[key]  # type: ignore[return-value]
    if fast and only_stored() and not is_stored(Linker(bindings, fast=False).stored_name(function)):
        raise NotStored(f"{function.__name__} has not been compiled yet")
    with _locks[fast]:
        if key not in linked_kernels:
            linked_kernels[key] = Linker(bindings, fast).link(function, title)
        return linked_kernels[key]  # type: ignore[return-value]


_locks = {False: RLock(), True: RLock()}
linked_kernels: dict[
    tuple[Callable[..., Any], tuple[tuple[str, Callable[..., Any]], ...], bool], Callable[..., Any]
] = {}
"""All kernels that have been linked, by function, bindings, and whether they are compiled."""
_inner: dict[bytes, Callable[..., Any]] = {}
"""Kernels that other compiled kernels call, by their digest."""


class Linker:
    """Links one kernel and, first, the kernels it calls."""

    def __init__(self, bind: Bind, fast: bool) -> None:
        self.bind = bind
        self.fast = fast
        self.done: dict[Callable[..., Any], tuple[Callable[..., Any], bytes]] = {}

    def link(self, function: Callable[..., Any], title: str) -> Callable[..., Any]:
        linked, _ = self._bound(function)
        return _compiled(linked, function, self.stored_name(function), title) if self.fast else linked

    def stored_name(self, function: Callable[..., Any]) -> str:
        """The name of the compiled kernel in the cache. Numba need not be loaded to know it."""
        _, digest = self._bound(function)
        compiler = f"{_numba_version()}-{sys.version_info.major}.{sys.version_info.minor}"
        return f"{_qualified(digest, function)}-{compiler}"

    def _bound(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], bytes]:
        """The plain function with every name it uses resolved, and the digest of all of this."""
        if function not in self.done:
            self.done[function] = self._build(function)
        return self.done[function]

    def _build(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], bytes]:
        code = function.__code__
        signature: str = function.signature  # type: ignore[attr-defined]
        constants = [value for value in code.co_consts if value is not function.__doc__]
        text = (code.co_code, constants, code.co_names, signature, _layouts(function), _is_inline(function))
        options = (OUTER_OPTIONS, INNER_OPTIONS, COMPILER_CHANGES)
        digest = sha256(repr((function.__module__, *text, *options)).encode())
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
        linked.__qualname__ = _qualified(digest.digest(), function)
        return linked, digest.digest()

    def _resolve(self, name: str, value: Any) -> tuple[Any, bytes]:
        """The value of a global name in a kernel, and what it adds to the digest."""
        if getattr(value, "placeholder", False):
            if name not in self.bind:
                raise UnlinkedKernel(f"nothing is bound to the placeholder {name}")
            value = self.bind[name]
        if hasattr(value, "signature"):
            return self._called(value)
        if hasattr(value, "native"):
            return value.native() if self.fast else value, name.encode()
        if isinstance(value, list):
            return self.table(value), repr((name, value, *[Narrow] * isinstance(value, Narrow))).encode()
        if isinstance(value, int):
            return value, repr((name, value)).encode()
        raise TypeError(f"a kernel uses {name}, which is neither a kernel, nor an integer, nor a table")

    def _called(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], bytes]:
        """A kernel that another one calls. It is compiled with its caller; a cached caller never needs it."""
        linked, digest = self._bound(function)
        if not self.fast:
            return linked, digest
        if digest not in _inner:
            import numba

            from gipfel.kernel.numba_compiler import part_options

            inlined = {**INNER_OPTIONS, "forceinline": _is_inline(function)}
            _inner[digest] = numba.njit(**inlined, **part_options())(linked)
        return _inner[digest], digest

    def table(self, value: list[Any]) -> Any:
        """A table of numbers as kernels use it."""
        if not self.fast:
            return value
        import numpy

        return numpy.array(value, numpy.int16 if isinstance(value, Narrow) else numpy.int64)


def _is_inline(function: Callable[..., Any]) -> bool:
    return getattr(function, "inline", True)


def _qualified(digest: bytes, function: Callable[..., Any]) -> str:
    """A name for a compiled kernel. Numba names its files by it; its last part has to be the plain name."""
    return f"{digest.hex()[:16]}.{function.__name__}"


@cache
def _numba_version() -> str:
    from importlib.metadata import version  # takes longer than all of `import gipfel`

    return version("numba")


_LAYOUTS = {list[int]: "int64[::1]", list[list[int]]: "int64[:, ::1]"}
"""Numba's types of the fields of records, which are State or list[State]."""


def _records(function: Callable[..., Any]) -> dict[str, Any]:
    """The classes of the records that a kernel's signature names."""
    signature: str = function.signature  # type: ignore[attr-defined]
    return {name: function.__globals__[name] for name in re.findall(r"\b[A-Z]\w*", signature)}


def _layouts(function: Callable[..., Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The fields of the records of a kernel, with their types."""
    return [
        (name, [(field, _LAYOUTS[kind]) for field, kind in record.__annotations__.items()])
        for name, record in _records(function).items()
    ]


def _numba_signature(function: Callable[..., Any]) -> Any:
    """A kernel's signature with its records, as Numba wants it."""
    from numba import types

    names = dict(vars(types))
    for name, record in _records(function).items():
        kinds = [eval(_LAYOUTS[kind], names) for kind in record.__annotations__.values()]
        names[name] = types.BaseTuple.from_types(kinds, record)
    return eval(function.signature, names)  # type: ignore[attr-defined]


def _compiled(
    linked: Callable[..., Any], function: Callable[..., Any], name: str, title: str
) -> Callable[..., Any]:
    import numba

    from gipfel.kernel.numba_compiler import kernel_options

    options = {**OUTER_OPTIONS, **kernel_options()}
    signature = _numba_signature(function)

    def compiled(cached: bool) -> Callable[..., Any]:
        try:
            return numba.njit(signature, cache=cached, **options)(linked)  # type: ignore[no-any-return]
        except numba.core.errors.NumbaError as error:
            raise CannotCompile(_compiler_message(str(error), function)) from error

    announce(name, title)
    return load_or_compile(name, compiled)  # type: ignore[no-any-return]


_PLACE = re.compile(r'^File "(?P<file>[^"]+)", line (?P<line>\d+):\n+def (?P<kernel>\w+)', re.MULTILINE)
"""Where in the source an error is, in the messages of Numba; the first place is that of the error itself."""


_STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""Colours for a terminal; Numba writes them where the package colorama is installed."""


def _compiler_message(text: str, function: Callable[..., Any]) -> str:
    """A message of Numba in one line: the folder and the name of the kernel, the reason, and where it is."""
    text = _STYLE.sub("", text)
    lines = (line.strip() for line in text.splitlines())
    reason = next((line for line in lines if line and not line.startswith("Failed in ")), "no reason given")
    found = _PLACE.search(text)
    file = Path(found["file"] if found else function.__code__.co_filename)
    line = found["line"] if found else function.__code__.co_firstlineno
    name = found["kernel"] if found else function.__name__
    return f"{file.parent.name}: {name} cannot be compiled: {reason} ({file.name}, line {line})"

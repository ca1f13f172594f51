"""Compiles kernels with Numba, but without three things that it always does, and with one that it does not.

Numba lets a negative index count from the end of an array, which takes some instructions at every access.
Kernels use no negative indices (a test checks this); without these instructions a search is a sixth faster.

Numba optimises every function together with everything it calls, and generates its machine code. Parts, which
are kernels that only other kernels call, never run by themselves: they are optimised once, as a part of the
kernel that is run. Each level of calls would optimise everything below it again, which took half of the time.

Numba looks for the implementation of an operator such as `+` whenever it meets one, which took a fifth of
the time. Kernels use few operators with few types, so what was found is remembered.

Numba does not let LLVM combine adjacent scalar instructions (SLP vectorisation), such as the stores of
consecutive numbers. Kernels do: YINSH lists decisions that way.

Only `link` uses this module, and only when something has to be compiled. It depends on internals of Numba:
if a version of Numba lacks them, kernels are compiled like all other functions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba.core import codegen, compiler, config, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj


class KernelCompiler(compiler.Compiler):  # type: ignore[misc]  # Numba has no types
    """Compiles a kernel without support for negative indices."""

    def compile_extra(self, function: Any) -> Any:
        with (
            global_compiler_lock,
            _changed(config, "SLP_VECTORIZE", 1),
            _changed(arrayobj, "fix_integer_index", _plain_index),
            _changed(types.BaseFunction, "get_call_type", _remembered_call_type),
        ):
            return super().compile_extra(function)


@contextmanager
def _changed(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Change a part of Numba while a kernel is compiled; other threads cannot compile meanwhile."""
    original = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, original)


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


_find_call_type: Any = getattr(types.BaseFunction, "get_call_type", None)
_REMEMBERED = (types.Integer, types.IntegerLiteral, types.Boolean, types.Array)
"""The types of arguments with which functions always have the same implementation."""


def _remembered_call_type(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """The signature of a built-in function for these arguments, as it was found before."""
    if named or not all(isinstance(argument, _REMEMBERED) for argument in arguments):
        return _find_call_type(function, context, arguments, named)
    known = vars(function).setdefault("_gipfel_call_types", {})
    if arguments not in known:
        known[arguments] = _find_call_type(function, context, arguments, named)
    return known[arguments]


class PartCompiler(KernelCompiler):
    """Compiles a part, without machine code of its own."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.flags.no_compile = True
        result = super().compile_extra(function)
        # Numba identifies a callee by its entry point, a builtin function. This one is never called.
        key: Any = [].append
        result.target_context.insert_user_function(key, result.fndesc, [result.library])
        return result._replace(entry_point=key)


class PartLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a part: it can be linked into its callers, but not run."""

    def _optimize_final_module(self) -> None:
        """It is optimised with its callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@cache
def kernel_options() -> dict[str, Any]:
    """Numba's options for a kernel."""
    known = all(
        hasattr(owner, name)
        for owner, name in (
            (compiler.Compiler, "compile_extra"),
            (arrayobj, "fix_integer_index"),
            (config, "SLP_VECTORIZE"),
        )
    )
    return {"pipeline_class": KernelCompiler} if known and _find_call_type is not None else {}


@cache
def part_options() -> dict[str, Any]:
    """Numba's options for a part."""
    library = (
        "_optimize_final_module",
        "_finalize_final_module",
        "_finalize_dynamic_globals",
        "_verify_declare_only_symbols",
    )
    known = all(hasattr(codegen.JITCodeLibrary, name) for name in library) and all(
        hasattr(owner, name)
        for owner, name in ((compiler.Flags, "no_compile"), (compiler.CompileResult, "_replace"))
    )
    return {"pipeline_class": PartCompiler} if kernel_options() and known else kernel_options()

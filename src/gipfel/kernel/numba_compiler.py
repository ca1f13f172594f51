"""Compiles kernels with Numba, but without two things that Numba does for every function.

Numba lets a negative index count from the end of an array, which takes some instructions at every access.
Kernels use no negative indices (a test checks this); without these instructions a search is a sixth faster.

Numba generates machine code for every function. Parts, which are kernels that only other kernels call, are
inlined, so their own machine code would never run; leaving it out saves a quarter of the compile time.

Only `link` uses this module, and only when something has to be compiled. It depends on internals of Numba:
if a version of Numba lacks them, kernels are compiled like all other functions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba.core import codegen, compiler, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj


class KernelCompiler(compiler.Compiler):  # type: ignore[misc]  # Numba has no types
    """Compiles a kernel without support for negative indices."""

    def compile_extra(self, function: Any) -> Any:
        with _without_negative_indices():
            return super().compile_extra(function)


@contextmanager
def _without_negative_indices() -> Iterator[None]:
    """Use indices as they are; other threads cannot compile meanwhile."""
    with global_compiler_lock:
        original = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _plain_index
        try:
            yield
        finally:
            arrayobj.fix_integer_index = original


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


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

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@cache
def kernel_options() -> dict[str, Any]:
    """Numba's options for a kernel."""
    known = hasattr(compiler.Compiler, "compile_extra") and hasattr(arrayobj, "fix_integer_index")
    return {"pipeline_class": KernelCompiler} if known else {}


@cache
def part_options() -> dict[str, Any]:
    """Numba's options for a part."""
    library = ("_finalize_final_module", "_finalize_dynamic_globals", "_verify_declare_only_symbols")
    known = all(hasattr(codegen.JITCodeLibrary, name) for name in library) and all(
        hasattr(owner, name)
        for owner, name in ((compiler.Flags, "no_compile"), (compiler.CompileResult, "_replace"))
    )
    return {"pipeline_class": PartCompiler} if kernel_options() and known else kernel_options()

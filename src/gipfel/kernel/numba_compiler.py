"""How Numba compiles kernels: without two things that it does for every function and no kernel needs.

It lets an index below zero count from the end of an array, which costs some instructions at every access.
Kernels count from the front alone (a test looks whether they do); without this a search is a sixth faster.

It makes machine code of every function. That of a part, a kernel that only other kernels call, would never
run, since a part is inlined where it is called; leaving it out saves a quarter of the time of compiling.

Only `link` uses this, and only when something has to be compiled. It rests on the inside of Numba: where that
is another one, kernels are compiled as all functions are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba.core import codegen, compiler, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj


class KernelCompiler(compiler.Compiler):  # type: ignore[misc]  # Numba has no types
    """Compiles a kernel."""

    def compile_extra(self, function: Any) -> Any:
        with _counting_from_the_front():
            return super().compile_extra(function)


@contextmanager
def _counting_from_the_front() -> Iterator[None]:
    """Take indices as they are; whoever else compiles something waits until we are through."""
    with global_compiler_lock:
        usual = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _as_it_is
        try:
            yield
        finally:
            arrayobj.fix_integer_index = usual


def _as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


class PartCompiler(KernelCompiler):
    """Compiles a part."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.flags.no_compile = True
        result = super().compile_extra(function)
        # Numba knows callees by their entry point, a builtin function; this one is its own and never called.
        key: Any = [].append
        result.target_context.insert_user_function(key, result.fndesc, [result.library])
        return result._replace(entry_point=key)


class PartLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a part, ready to be linked into that of its callers, but not to run."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@cache
def kernel_options() -> dict[str, Any]:
    """What to tell Numba about a kernel."""
    known = hasattr(compiler.Compiler, "compile_extra") and hasattr(arrayobj, "fix_integer_index")
    return {"pipeline_class": KernelCompiler} if known else {}


@cache
def part_options() -> dict[str, Any]:
    """What to tell Numba about a part."""
    library = ("_finalize_final_module", "_finalize_dynamic_globals", "_verify_declare_only_symbols")
    known = all(hasattr(codegen.JITCodeLibrary, name) for name in library) and all(
        hasattr(owner, name)
        for owner, name in ((compiler.Flags, "no_compile"), (compiler.CompileResult, "_replace"))
    )
    return {"pipeline_class": PartCompiler} if kernel_options() and known else kernel_options()

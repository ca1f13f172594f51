"""Parts: kernels that are only ever called by other kernels.

Numba makes machine code of every function it compiles. That of a part would never run, since a part is
inlined where it is called; leaving it out saves a quarter of the time an engine takes to compile. Only `link`
uses this, and only when something has to be compiled.
"""

from functools import cache
from typing import Any

from numba.core import codegen, compiler


class PartLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a part, ready to be linked into that of its callers, but not to run."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class PartCompiler(compiler.Compiler):  # type: ignore[misc]  # Numba has no types
    """Compiles a function as a part."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.flags.no_compile = True
        result = super().compile_extra(function)
        # Numba knows callees by their entry point, a builtin function; this one is its own and never called.
        key: Any = [].append
        result.target_context.insert_user_function(key, result.fndesc, [result.library])
        return result._replace(entry_point=key)


@cache
def part_options() -> dict[str, Any]:
    """What to tell Numba about a part: nothing, if it is a Numba that works in another way."""
    library = ("_finalize_final_module", "_finalize_dynamic_globals", "_verify_declare_only_symbols")
    known = all(hasattr(codegen.JITCodeLibrary, name) for name in library) and all(
        hasattr(owner, name)
        for owner, name in (
            (compiler.Compiler, "compile_extra"),
            (compiler.Flags, "no_compile"),
            (compiler.CompileResult, "_replace"),
        )
    )
    return {"pipeline_class": PartCompiler} if known else {}

"""What a processor can be told about memory; a plain program has no use for it."""

from typing import Any

from gipfel.kernel.link import native
from gipfel.kernel.state import State


def _machine_code() -> Any:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    @intrinsic
    def fetch(context: Any, array: Any, index: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            entries = make_array(signature.args[0])(context, builder, values[0])
            place = builder.bitcast(builder.gep(entries.data, [values[1]]), cgutils.voidptr_t)
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(function, [place, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, index), code

    return fetch


@native(_machine_code)
def fetch(array: State, index: int) -> None:
    """Say that an entry will be needed soon, so that it is on its way before it is read."""

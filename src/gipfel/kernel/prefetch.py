"""Prefetching memory: an instruction in compiled kernels, nothing in interpreted ones."""

from typing import Any

from gipfel.kernel.link import native
from gipfel.kernel.state import State


def _prefetch_instruction() -> Any:
    """The processor's prefetch instruction, as a function that Numba compiles."""
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    to_read, as_close_as_possible, data = map(cgutils.int32_t, (0, 3, 1))

    def prefetch(_typing: Any, array: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            entries = make_array(signature.args[0])(context, builder, values[0])
            entry = builder.bitcast(builder.gep(entries.data, [values[1]]), cgutils.voidptr_t)
            numbers = [to_read, as_close_as_possible, data]
            kind = ir.FunctionType(ir.VoidType(), [entry.type, *(number.type for number in numbers)])
            instruction = builder.module.declare_intrinsic("llvm.prefetch", [entry.type], kind)
            builder.call(instruction, [entry, *numbers])
            return context.get_dummy_value()

        return types.void(array, index), generate

    return intrinsic(prefetch)


@native(_prefetch_instruction)
def prefetch(array: State, index: int) -> None:
    """Announce that an entry will soon be read or written, so that it is in the cache by then."""

"""What threads that share arrays need: atomic instructions in compiled kernels, plain ones in interpreted.

Interpreted kernels that share arrays run in one thread. `bytes_at` gives compiled kernels arrays that are not
among their arguments, so that a thread which waits inside a kernel can be given others.
"""

import platform
from typing import Any

from gipfel.kernel.link import native
from gipfel.kernel.state import State

WORD = 8
"""The size of an entry in bytes."""


def _entry(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """A pointer to the entry of an array; array and index are the first arguments of an instruction."""
    from numba.np.arrayobj import make_array

    return builder.gep(make_array(signature.args[0])(context, builder, values[0]).data, [values[1]])


def _load_instruction() -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    def load(_typing: Any, array: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.load_atomic(_entry(context, builder, signature, values), "acquire", WORD)

        return types.int64(array, types.int64), generate

    return intrinsic(load)


def _store_instruction() -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    def store(_typing: Any, array: Any, index: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            builder.store_atomic(values[2], _entry(context, builder, signature, values), "release", WORD)
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), generate

    return intrinsic(store)


def _add_instruction() -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    def add(_typing: Any, array: Any, index: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            builder.atomic_rmw("add", _entry(context, builder, signature, values), values[2], "acq_rel")
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), generate

    return intrinsic(add)


def _exchange_instruction() -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    def exchange(_typing: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            entry = _entry(context, builder, signature, values)
            pair = builder.cmpxchg(entry, values[2], values[3], "acq_rel", "acquire")
            return builder.zext(builder.extract_value(pair, 1), values[3].type)

        return types.int64(array, types.int64, types.int64, types.int64), generate

    return intrinsic(exchange)


def _relax_instruction() -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    has_pause = platform.machine().lower() in ("x86_64", "amd64")

    def relax(_typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if has_pause:
                kind = ir.FunctionType(ir.VoidType(), [])
                builder.call(builder.module.declare_intrinsic("llvm.x86.sse2.pause", (), kind), [])
            return context.get_dummy_value()

        return types.void(), generate

    return intrinsic(relax)


def _bytes_instruction() -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    kind = types.Array(types.int8, 1, "C")

    def bytes_at(_typing: Any, addresses: Any, which: Any, row: Any, width: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            first = builder.load(_entry(context, builder, signature, values))
            address = builder.add(first, builder.mul(values[2], values[3]))
            made, one = make_array(kind)(context, builder), ir.Constant(values[3].type, 1)
            populate_array(
                made,
                data=builder.inttoptr(address, made.data.type),
                shape=[values[3]],
                strides=[one],
                itemsize=one,
                meminfo=None,
            )
            return made._getvalue()

        return kind(addresses, types.int64, types.int64, types.int64), generate

    return intrinsic(bytes_at)


@native(_load_instruction)
def load(array: State, index: int) -> int:
    """Read an entry that another thread may write; what that thread wrote before it is seen, too."""
    return array[index]


@native(_store_instruction)
def store(array: State, index: int, value: int) -> None:
    """Write an entry that other threads read, after everything that was written before it."""
    array[index] = value


@native(_add_instruction)
def add(array: State, index: int, value: int) -> None:
    """Add to an entry to which other threads may add."""
    array[index] += value


@native(_exchange_instruction)
def exchange(array: State, index: int, old: int, new: int) -> int:
    """Write a new value if the entry has the old one: 1 if so, 0 if another thread was faster."""
    if array[index] != old:
        return 0
    array[index] = new
    return 1


@native(_relax_instruction)
def relax() -> None:
    """Tell the processor that this thread only waits."""


@native(_bytes_instruction)
def bytes_at(addresses: State, which: int, row: int, width: int) -> State:
    """A row of a table of int8 with this width, whose address is given; interpreted, the table itself is."""
    table: list[State] = addresses[which]  # type: ignore[assignment]
    return table[row]

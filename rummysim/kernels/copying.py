"""Copying a whole record onto another, which numba does for fields and elements of arrays only."""

from typing import Any

from numba.core import cgutils, config, types
from numba.extending import intrinsic

from rummysim.kernels._jit import kernel


@intrinsic
def _copy(typing_context: Any, source: Any, target: Any) -> Any:
    """Signature and code of a copy of all bytes of a record."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, source.size)
        cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
        return context.get_dummy_value()

    return types.void(source, target), generate


if config.DISABLE_JIT:

    def copy_record(source, target):
        """0; ``target`` is a copy of ``source``, a record of the same type."""
        for name in source.dtype.names:
            target[name] = source[name]
        return 0

else:

    @kernel()
    def copy_record(source, target):
        """0; ``target`` is a copy of ``source``, a record of the same type."""
        _copy(source, target)
        return 0

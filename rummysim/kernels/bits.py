"""Counting and finding bits of 64-bit words, as one machine instruction each."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic

from rummysim.kernels._jit import kernel

ONE = np.uint64(1)


@intrinsic
def _count(typing_context: Any, word: Any) -> Any:
    """Signature and code of LLVM's ``ctpop``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _lowest(typing_context: Any, word: Any) -> Any:
    """Signature and code of LLVM's ``cttz``, undefined for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


if config.DISABLE_JIT:

    def popcount(word):
        """Bits set in a uint64, as int64."""
        return int(word).bit_count()

    def trailing_zeros(word):
        """Place of the lowest bit set in a uint64 that is not 0, as int64."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @kernel()
    def popcount(word):
        """Bits set in a uint64, as int64."""
        return _count(word)

    @kernel()
    def trailing_zeros(word):
        """Place of the lowest bit set in a uint64 that is not 0, as int64."""
        return _lowest(word)

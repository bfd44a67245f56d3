"""Calling a large kernel where it lies, so that no caller compiles it again.

Numba puts what a kernel calls into its own code and compiles all of it once more, at every level
of calls. A kernel that is called by the name of its machine code instead is compiled once. The call
is not inlined then, which is nothing beside what a large kernel does.
"""

from typing import Any

import llvmlite.binding
from numba.core import config, types


def linked(compiled: Any) -> Any:
    """What kernels call instead of ``compiled``, a kernel with a declared signature.

    It must take records and numbers only. The machine code of its callers holds its name, in the
    cache as well; what lies there is told here, once in each process.
    """
    if config.DISABLE_JIT:
        return compiled
    (result,) = compiled.overloads.values()
    name = f"{compiled.py_func.__module__}.{compiled.py_func.__name__}"
    address = result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name)
    llvmlite.binding.add_symbol(name, address)
    return types.ExternalFunction(name, result.signature)

"""Calling a large kernel where it lies, so that no caller compiles it again.

Numba puts what a kernel calls into its own code and compiles all of it once more, at every level
of calls. A kernel that is called by the name of its machine code instead is compiled once. The call
is not inlined then, which is nothing beside what a large kernel does.
"""

from typing import Any

import llvmlite.binding
from numba.core import cgutils, config


def linked(compiled: Any) -> Any:
    """The same kernel, which has a declared signature, called where it lies by all other kernels.

    The machine code of its callers holds its name, in the cache as well; what lies there is told
    here, once in each process. An error in it (an index out of bounds in a policy of one's own) is
    one of the caller's, too.
    """
    if config.DISABLE_JIT:
        return compiled
    (result,) = compiled.overloads.values()
    name = f"{compiled.py_func.__module__}.{compiled.py_func.__name__}"
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    llvmlite.binding.add_symbol(name, address)

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(signature.return_type, signature.args)
        there = cgutils.get_or_insert_function(builder.module, kind, name)
        status, answer = convention.call_function(
            builder, there, signature.return_type, signature.args, arguments
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    target = compiled.targetctx
    target.remove_user_function(result.entry_point)
    target.insert_func_defn([(call, result.entry_point, result.signature.args)])
    return compiled

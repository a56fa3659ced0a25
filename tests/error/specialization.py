# SPDX-License-Identifier: Apache-2.0
# Compile-time parameters are given by name, in values that can be hashed.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.jit
def copy(A: T.Tensor(("n",), "float32"), bias: T.Optional[T.Tensor(("n",), "float32")], *, N: T.constexpr):
    for i in range(N):
        A[i] = 0.0 if bias is None else bias[i]


@T.function
def f(A: T.Tensor((64,), "float32")):
    copy(A, A)
    copy.specialize(n=4)
    copy.specialize(N=[4])
    copy.specialize(N=4, bias=A)
    copy.specialize()(A, A)

# ==== output ====
# tests/error/specialization.py:16:5: error: `copy` is a `@T.jit` function; first give its compile-time parameters: `copy.specialize(N=...)`, or `--specialize N=...` of `tirx` [NotSpecialized]
#         copy(A, A)
#         ^~~~
# tests/error/specialization.py:17:21: error: `copy.specialize` has no parameter `n` [UnknownArgument]
#         copy.specialize(n=4)
#                         ^
# tests/error/specialization.py:18:21: error: `copy` cannot be specialised: `N` is a list, which cannot be hashed; give a tuple [BadSpecialization]
#         copy.specialize(N=[4])
#                         ^
# tests/error/specialization.py:19:26: error: `copy` cannot be specialised: `bias` can only be left out, with `bias=None` [BadSpecialization]
#         copy.specialize(N=4, bias=A)
#                              ^~~~
# tests/error/specialization.py:20:5: error: `copy.specialize` needs an argument for `N` [MissingArgument]
#         copy.specialize()(A, A)
#         ^~~~~~~~~~~~~~~~~

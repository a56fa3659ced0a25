# SPDX-License-Identifier: Apache-2.0
# An operand that may not be evaluated has no place for statements: neither for a function that stores, nor to
# keep the value of an atomic for a function that uses it twice.
# RUN: tirx check %s
# EXIT: 1

from tirx import script as T


def twice(v):
    return v + v


@T.inline
def bump(A):
    A[0] = A[0] + 1.0
    return A[0]


@T.function
def k(A: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        A[1] = A[1] if A[1] > 0.0 else twice(T.gpu.atomic_add(A[2], 1.0))
        assert A[1] > 0.0, ("ValueError", [bump(A)])

# ==== output ====
# tests/error/effect_in_lazy_operand.py:16:5: error: this needs a statement of its own, but the operand may not be evaluated; bind it to a name before [StatementInLazyOperand]
#         A[0] = A[0] + 1.0
#         ^~~~
# tests/error/effect_in_lazy_operand.py:24:44: note: called from here
#             assert A[1] > 0.0, ("ValueError", [bump(A)])
#                                                ^~~~~~~
# tests/error/effect_in_lazy_operand.py:23:46: error: this needs a statement of its own, but the operand may not be evaluated; bind it to a name before [StatementInLazyOperand]
#             A[1] = A[1] if A[1] > 0.0 else twice(T.gpu.atomic_add(A[2], 1.0))
#                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~

# SPDX-License-Identifier: Apache-2.0
# A symbolic length that nothing gives a value, and a parameter without a type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n * 2",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        A[0] = 1.0


@T.function
def g(x):
    pass

# ==== output ====
# tests/error/unbound_length.py:9:10: error: nothing gives `n` a value: it must be a whole extent of a tensor parameter, or a parameter [UnboundLength]
#     def f(A: T.Tensor(("n * 2",), "float32")):
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/unbound_length.py:15:7: error: parameter `x` has no type; write one, as in `x: T.float32` [MissingAnnotation]
#     def g(x):
#           ^

# SPDX-License-Identifier: Apache-2.0
# The registry is called by the host, which cannot read a tensor's element on the way.
# RUN: tirx lower %s --target cpu --show source
# EXIT: 1
from tirx import script as T


@T.function
def call(A: T.Tensor(("n",), "int32")):
    for i in range(A.shape[0]):
        if A[i] > 0:
            T.call_packed("test.see", i)

# ==== output ====
# tests/backends/cpu/refused/call_packed.py:12:13: error: cpu has no `T.call_packed` in the middle of loops over tensors: the host calls it, and the host reads no elements [BackendLacks]
#                 T.call_packed("test.see", i)
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: outside of parallel loops, and of loops and conditions that depend on elements, it can be called

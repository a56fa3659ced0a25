# SPDX-License-Identifier: Apache-2.0
# An extent of shared memory that is known only at run time.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        S = T.alloc_shared((n,), "float32")
        S[i] = A[i]
        A[i] = S[i]

# ==== output ====
# tests/error/value_as_extent.py:12:28: error: an extent of `T.alloc_shared` must be a compile-time integer, got an int64 value [CompileTimeRequired]
#             S = T.alloc_shared((n,), "float32")
#                                ^~~~
# note: a size that is known at the launch: `scope="shared.dyn"` with `dynamic_smem_bytes=` of the launch configuration

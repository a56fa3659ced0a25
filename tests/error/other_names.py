# SPDX-License-Identifier: Apache-2.0
# Names of other generations of the language, and of CUDA.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(a: T.handle, A: T.Tensor((32,), "float32"), n: T.int32):
    B = T.match_buffer(a, (n,), "float32")
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        C = T.alloc_buffer((4,), "float32", scope="local")
        i = T.thread_id([32])
        with T.If(n > 3):
            A[0] = 1.0
        T.gpu.syncthreads()
        A[1] = T.cast(T.bitwise_and(n, 3), "float32")
        D = A.reshape(4, 8)

# ==== output ====
# tests/error/other_names.py:10:11: error: `T` has no member `match_buffer` [UnknownMember]
#         B = T.match_buffer(a, (n,), "float32")
#               ^~~~~~~~~~~~
# note: say it where the parameter stands: `A: T.Tensor(shape, dtype)`
# tests/error/other_names.py:12:15: error: `T` has no member `alloc_buffer` [UnknownMember]
#             C = T.alloc_buffer((4,), "float32", scope="local")
#                   ^~~~~~~~~~~~
# note: write `T.alloc_shared(shape, dtype)` or `T.alloc_local(shape, dtype)`
# tests/error/other_names.py:13:15: error: `T` has no member `thread_id` [UnknownMember]
#             i = T.thread_id([32])
#                   ^~~~~~~~~
# note: write `T.gpu.thread_idx("x")`
# tests/error/other_names.py:14:16: error: `T` has no member `If` [UnknownMember]
#             with T.If(n > 3):
#                    ^~
# note: write `if`
# tests/error/other_names.py:16:15: error: `T.gpu` has no member `syncthreads` [UnknownMember]
#             T.gpu.syncthreads()
#                   ^~~~~~~~~~~
# note: write `T.gpu.sync()`
# tests/error/other_names.py:17:25: error: `T` has no member `bitwise_and` [UnknownMember]
#             A[1] = T.cast(T.bitwise_and(n, 3), "float32")
#                             ^~~~~~~~~~~
# note: write `a & b`
# tests/error/other_names.py:18:15: error: the tensor `A` has no attribute `reshape` [UnknownAttribute]
#             D = A.reshape(4, 8)
#                   ^~~~~~~
# note: write `A.view(...)`

# SPDX-License-Identifier: Apache-2.0
# A misspelt name: the error suggests the right one.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T

LENGTH = 64


@T.function
def f(A: T.Tensor((LENGTH,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=LENGHT)):
        i = T.gpu.thread_idx("x")
        A[i] = T.sqr(A[i])
        A[i] = T.gpu.thread_id("x")

# ==== output ====
# tests/error/unknown_name.py:12:65: error: unknown name `LENGHT` [UnknownName]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=LENGHT)):
#                                                                     ^~~~~~
# note: did you mean `LENGTH`?
# tests/error/unknown_name.py:14:18: error: `T` has no member `sqr` [UnknownMember]
#             A[i] = T.sqr(A[i])
#                      ^~~
# note: did you mean `T.sqrt`?
# tests/error/unknown_name.py:15:22: error: `T.gpu` has no member `thread_id` [UnknownMember]
#             A[i] = T.gpu.thread_id("x")
#                          ^~~~~~~~~
# note: did you mean `T.gpu.thread_idx`?

# SPDX-License-Identifier: Apache-2.0
# A dict with a key of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        table = {i: 1.0}
        A[i] = table[i]

# ==== output ====
# tests/error/dict_with_value_key.py:12:18: error: an int32 value cannot be the key of a dict [BadDictKey]
#             table = {i: 1.0}
#                      ^

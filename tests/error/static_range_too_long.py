# SPDX-License-Identifier: Apache-2.0
# A loop that is unrolled while compiling has a limit; the message says it.
# RUN: tirx check %s
# EXIT: 1

from tirx import script as T


@T.function
def k(A: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        for i in T.static_range(100000000):
            A[i] = 1.0

# ==== output ====
# tests/error/static_range_too_long.py:12:18: error: a range of a loop cannot be iterated over while compiling: it has more than 16777216 items; a loop of the program, `T.serial(n)`, may have any number [NotIterable]
#             for i in T.static_range(100000000):
#                      ^~~~~~~~~~~~~~~~~~~~~~~~~

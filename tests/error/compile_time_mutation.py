# SPDX-License-Identifier: Apache-2.0
# A compile-time counter inside a loop of the program would count once.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        count = 0
        for i in range(64):
            if A[i] > 0:
                count += 1
        A[0] = count

# ==== output ====
# tests/error/compile_time_mutation.py:14:17: error: `count` is a compile-time value from outside this loop or branch; changing it here would happen once, not each time the code runs [CompileTimeMutation]
#                     count += 1
#                     ^~~~~
# tests/error/compile_time_mutation.py:11:9: note: `count` is bound here
#             count = 0
#             ^~~~~

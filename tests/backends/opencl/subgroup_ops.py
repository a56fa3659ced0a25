# SPDX-License-Identifier: Apache-2.0
"""Each operation on subgroups, one row of the result for each; run by test_opencl.py on both executors."""

from tirx import script as T

THREADS = 96
ROWS = 18


@T.function
def subgroup_ops(X: T.Tensor((THREADS,), "int32"), Y: T.Tensor((ROWS, THREADS), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=THREADS)):
        i = T.gpu.thread_idx("x")
        x = X[i]
        Y[0, i] = T.gpu.shuffle(x, 5)
        Y[1, i] = T.gpu.shuffle_up(x, 3)
        Y[2, i] = T.gpu.shuffle_down(x, 7)
        Y[3, i] = T.gpu.shuffle_xor(x, 9)
        Y[4, i] = T.gpu.subgroup_sum(x)
        Y[5, i] = T.gpu.subgroup_max(x)
        Y[6, i] = T.gpu.subgroup_min(x)
        Y[7, i] = T.Select(T.gpu.any(x > 40), 1, 0)
        Y[8, i] = T.Select(T.gpu.all(x > -100), 1, 0)
        Y[9, i] = T.reinterpret("int32", T.gpu.ballot(x > 0))
        Y[10, i] = T.gpu.lane_id()
        Y[11, i] = T.gpu.subgroup_size()
        T.gpu.subgroup_sync()
        if T.gpu.any(x > 45):
            Y[12, i] = 1
        Y[13, i] = T.gpu.block_sum(x)
        # Lanes that do not exist: the low bits of the number count.
        Y[14, i] = T.gpu.shuffle(x, 67)
        Y[15, i] = T.gpu.shuffle_up(x, 33 + i % 2)
        Y[16, i] = T.gpu.shuffle_down(x, 71)
        Y[17, i] = T.gpu.shuffle_xor(x, -3)

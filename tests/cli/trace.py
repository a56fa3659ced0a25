# SPDX-License-Identifier: Apache-2.0
# What one thread computes, line by line.
# RUN: tirx run %s --simulate --trace "thread=(1,0,0,3,0,0)"
# RUN: tirx run %s --simulate --trace "thread=(2,0,0,3,0,0)"
# EXIT: 1
# RUN: tirx run %s --simulate --trace 3
# EXIT: 1
from tirx import script as T


@T.function
def trace(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        total: T.int32 = 0
        for k in T.serial(i - 32):
            if k % 2 == 0:
                total += k * i
        half = T.cast(total, "float32") / 2.0
        Y[i] = T.cast(half, "int32")

# ==== output ====
# $ tirx run %s --simulate --trace "thread=(1,0,0,3,0,0)"
# trace: on the simulator, as asked
# tests/cli/trace.py:14: i = 35
# tests/cli/trace.py:15: total = 0
# tests/cli/trace.py:16: k = 0
# tests/cli/trace.py:18: total = 0
# tests/cli/trace.py:16: k = 1
# tests/cli/trace.py:16: k = 2
# tests/cli/trace.py:18: total = 70
# tests/cli/trace.py:19: half = 35
# tests/cli/trace.py:20: Y[35] = 35
# ran in <time>
# Y int32 (64): changed, min 0 max 7560 mean 1080.62, 0 0 0 0 0 0 ...
# $ tirx run %s --simulate --trace "thread=(2,0,0,3,0,0)"
# trace: on the simulator, as asked
# error: `trace` raised RuntimeError: error: cannot launch `trace_kernel`: thread (3, 0, 0) of block (2, 0, 0) is to be traced, and there are (2, 1, 1) blocks of (32, 1, 1) threads [SimBadLaunch]
#  [CallFailed]
# $ tirx run %s --simulate --trace 3
# trace: on the simulator, as asked
# error: argument `3`: expected thread=(bx,by,bz,tx,ty,tz), the indices of a block and of a thread in it [BadArgument]

# SPDX-License-Identifier: Apache-2.0
# Barrier 0 is the block's own.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def barrier_number_out_of_range(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        T.cuda.bar_sync(0, 64)
        Y[t] = X[t]

# ==== output ====
# barrier_number_out_of_range: on the simulator, as asked
# tests/sim/faults/barrier_number_out_of_range.py:12:9: error: `T.cuda.bar_sync`: barrier 0; there are barriers 1 to 15 [SimBadOperand]
#             T.cuda.bar_sync(0, 64)
#             ^~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `barrier_number_out_of_range_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in line 11 before
# note: and 63 more times here

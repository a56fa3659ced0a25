# SPDX-License-Identifier: Apache-2.0
# All threads store their own number to one element.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def everybody_stores(Y: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        Y[0] = t

# ==== output ====
# everybody_stores: on the simulator, as asked
# tests/sim/faults/everybody_stores.py:12:9: error: `Y[0]`: threads (0, 0, 0) and (1, 0, 0) store different values to it with one instruction; which one stays is undefined [SimStoreConflict]
#             Y[0] = t
#             ^~~~
# note: in kernel `everybody_stores_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in line 11 before

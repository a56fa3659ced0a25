# SPDX-License-Identifier: Apache-2.0
# The launch counts elements where it should count bytes.
# RUN: tirx run %s --simulate --arg n=64
# EXIT: 1
from tirx import script as T


@T.function
def reverse(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32")):
    n = X.shape[0]
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64, dynamic_smem_bytes=n)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_tensor((n,), "float32", scope="shared.dyn")
        s[t] = X[t]
        T.gpu.sync()
        Y[t] = s[n - 1 - t]

# ==== output ====
# reverse: on the simulator, as asked
# tests/sim/faults/dynamic_memory_too_small.py:14:9: error: `s[16]`: 4 bytes at byte offset 64 of `dynamic shared memory`, which has 64 bytes; an access must stay inside of the memory it was given [SimOutOfAllocation]
#             s[t] = X[t]
#             ^~~~
# note: in kernel `reverse_kernel`, block (0, 0, 0), thread (16, 0, 0)
# note: the warp was in line 12 before
# note: and 47 more times here
# tests/sim/faults/dynamic_memory_too_small.py:16:16: error: `s[63]`: 4 bytes at byte offset 252 of `dynamic shared memory`, which has 64 bytes; an access must stay inside of the memory it was given [SimOutOfAllocation]
#             Y[t] = s[n - 1 - t]
#                    ^~~~~~~~~~~~
# note: in kernel `reverse_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 12, 14, 15 before
# note: and 47 more times here

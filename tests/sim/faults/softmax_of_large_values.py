# SPDX-License-Identifier: Apache-2.0
# A softmax without its maximum: the exponential overflows, and infinity divided by infinity is no number.
# RUN: tirx run %s --simulate --check finite
# EXIT: 1
from tirx import script as T


@T.function
def softmax_of_large_values(Y: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        x = T.cast(T.gpu.thread_idx("x"), "float32") * 4.0
        e = T.exp(x)
        Y[T.gpu.thread_idx("x")] = e / T.gpu.subgroup_sum(e)

# ==== output ====
# softmax_of_large_values: on the simulator, as asked
# tests/sim/faults/softmax_of_large_values.py:12:13: error: `T.exp` of 92 makes inf [SimNonFinite]
#             e = T.exp(x)
#                 ^~~~~~~~
# note: in kernel `softmax_of_large_values_kernel`, block (0, 0, 0), thread (23, 0, 0)
# note: the warp was in line 11 before
# note: and 8 more times here

# SPDX-License-Identifier: Apache-2.0
# A sum that float16 cannot hold.
# RUN: tirx run %s --simulate --check finite
# EXIT: 1
from tirx import script as T


@T.function
def value_too_large_for_half(Y: T.Tensor((32,), "float16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        Y[i] = T.cast(T.cast(i, "float32") * 3000.0, "float16")

# ==== output ====
# value_too_large_for_half: on the simulator, as asked
# tests/sim/faults/value_too_large_for_half.py:12:16: error: the conversion to float16 of 66000 makes inf [SimNonFinite]
#             Y[i] = T.cast(T.cast(i, "float32") * 3000.0, "float16")
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `value_too_large_for_half_kernel`, block (0, 0, 0), thread (22, 0, 0)
# note: the warp was in line 11 before
# note: and 9 more times here

# SPDX-License-Identifier: Apache-2.0
# A device entry without a launch configuration.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry():
        A[T.gpu.thread_idx("x")] = 0.0

# ==== output ====
# tests/error/missing_launch.py:10:10: error: `T.device_entry` needs an argument for `launch` [MissingArgument]
#         with T.device_entry():
#              ^~~~~~~~~~~~~~~~

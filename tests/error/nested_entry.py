# SPDX-License-Identifier: Apache-2.0
# A device entry inside a device entry.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
            A[0] = 1.0

# ==== output ====
# tests/error/nested_entry.py:11:9: error: a device entry stands inside another one [NestedEntry]
#             with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

# SPDX-License-Identifier: Apache-2.0
# Launch configurations that cannot be.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=0, block=(8, 1, 1, 1))):
        A[0] = 1.0
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8, dynamic_smem_byte=128)):
        A[0] = 1.0
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1)):
        A[0] = 1.0

# ==== output ====
# tests/error/bad_launch.py:10:56: error: `T.gpu.LaunchConfig`: `grid.x` is 0; it must be from 1 to 4294967295 [BadAttribute]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=0, block=(8, 1, 1, 1))):
#                                                            ^
# tests/error/bad_launch.py:10:65: error: `T.gpu.LaunchConfig`: `block` is 4 extents; it must be 1 to 3 of them [BadCallArgument]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=0, block=(8, 1, 1, 1))):
#                                                                     ^~~~~~~~~~~~
# tests/error/bad_launch.py:12:68: error: `T.gpu.LaunchConfig` has no parameter `dynamic_smem_byte` [UnknownArgument]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8, dynamic_smem_byte=128)):
#                                                                        ^~~~~~~~~~~~~~~~~
# note: did you mean `dynamic_smem_bytes`?
# tests/error/bad_launch.py:14:32: error: `T.gpu.LaunchConfig` needs an argument for `block` [MissingArgument]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1)):
#                                    ^~~~~~~~~~~~~~~~~~~~~~~~~~

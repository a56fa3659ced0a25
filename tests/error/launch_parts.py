# SPDX-License-Identifier: Apache-2.0
# Launch configurations and kernel attributes whose parts and numbers are wrong.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32"), x: T.float32):
    r = T.cuda.AccessPolicyWindow(A.data)
    s = T.cuda.LaunchCompletionEvent(5)
    t = T.cuda.LaunchConfig(grid=8, block=32, portable_cluster_size_mode=3)
    u = T.cuda.LaunchConfig(grid=8, block=32).replace(blocks=64)
    v = T.cuda.LaunchConfig(grid="all", block=32)
    w = T.cuda.LaunchConfig(grid=8, block=32, dynamic_smem_bytes=-4)
    y = T.cuda.KernelAttributes(min_blocks_per_sm=0)
    z = T.cuda.KernelAttributes(max_registers_per_thread=T.cast(A.shape[0], "int32"))

# ==== output ====
# tests/error/launch_parts.py:10:9: error: `T.cuda.AccessPolicyWindow` needs an argument for `num_bytes` [MissingArgument]
#         r = T.cuda.AccessPolicyWindow(A.data)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_parts.py:11:38: error: `T.cuda.LaunchCompletionEvent`: `event` is a compile-time int; it must be a pointer [BadCallArgument]
#         s = T.cuda.LaunchCompletionEvent(5)
#                                          ^
# tests/error/launch_parts.py:12:74: error: `T.cuda.LaunchConfig`: `portable_cluster_size_mode` is 3; it must be from 0 to 2 [BadAttribute]
#         t = T.cuda.LaunchConfig(grid=8, block=32, portable_cluster_size_mode=3)
#                                                                              ^
# tests/error/launch_parts.py:13:55: error: `T.cuda.LaunchConfig` has no parameter `blocks` [UnknownArgument]
#         u = T.cuda.LaunchConfig(grid=8, block=32).replace(blocks=64)
#                                                           ^~~~~~
# note: did you mean `block`?
# tests/error/launch_parts.py:14:34: error: `T.cuda.LaunchConfig`: `grid.x` is a string; it must be an integer [BadCallArgument]
#         v = T.cuda.LaunchConfig(grid="all", block=32)
#                                      ^~~~~
# tests/error/launch_parts.py:15:66: error: `T.cuda.LaunchConfig`: `dynamic_smem_bytes` is -4; it must be from 0 to 4294967295 [BadAttribute]
#         w = T.cuda.LaunchConfig(grid=8, block=32, dynamic_smem_bytes=-4)
#                                                                      ^~
# tests/error/launch_parts.py:16:51: error: `T.cuda.KernelAttributes`: `min_blocks_per_sm` is 0; it must be at least 1 [BadAttribute]
#         y = T.cuda.KernelAttributes(min_blocks_per_sm=0)
#                                                       ^
# tests/error/launch_parts.py:17:58: error: `T.cuda.KernelAttributes`: `max_registers_per_thread` is int32; it must be known while compiling [BadAttribute]
#         z = T.cuda.KernelAttributes(max_registers_per_thread=T.cast(A.shape[0], "int32"))
#                                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~

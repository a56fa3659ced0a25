# SPDX-License-Identifier: Apache-2.0
# Thread loops that form no device entry.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32")):
    for tx in T.thread_binding(32, "threadIdx.x"):
        for again in T.thread_binding(32, "threadIdx.x"):
            A[again] = 1.0
    for vx in T.thread_binding(2, "vthread"):
        A[vx] = 1.0
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        for inner in T.thread_binding(32, "threadIdx.x"):
            A[inner] = 1.0
    for bx in T.thread_binding(4, "blockIdx.x"):
        if bx > 2:
            with T.launch_thread("threadIdx.x", 32) as late:
                A[late] = 1.0
    with T.launch_thread("blockIdx.x", 4) as outer:
        with T.launch_thread("threadIdx.x", outer + 1) as thread:
            A[thread] = 1.0
    for none in T.thread_binding(0, "threadIdx.x"):
        A[none] = 1.0
    for half in T.thread_binding(0.5, "threadIdx.x"):
        A[half] = 1.0
    for i in range(2):
        for t in T.thread_binding(32, "threadIdx.x"):
            if t > 2:
                break

# ==== output ====
# tests/error/thread_loops.py:11:9: error: `threadIdx.x` cannot be bound here: a loop around it or before it has bound it [BadThreadLoop]
#             for again in T.thread_binding(32, "threadIdx.x"):
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:13:5: error: `thread loop`: `thread` is "vthread"; it must be "blockIdx.x", "threadIdx.x" or "clusterCtaIdx.x" [BadCallArgument]
#         for vx in T.thread_binding(2, "vthread"):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:16:9: error: `threadIdx.x` cannot be bound here: a `T.device_entry` stands around it and has said how many threads there are [BadThreadLoop]
#             for inner in T.thread_binding(32, "threadIdx.x"):
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:20:13: error: `threadIdx.x` cannot be bound here: a branch or loop of the program stands between it and the outermost thread loop [BadThreadLoop]
#                 with T.launch_thread("threadIdx.x", 32) as late:
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:23:9: error: the extent of `threadIdx.x` depends on `outer`, which only the device knows; launch extents are computed on the host [ExtentOnDevice]
#             with T.launch_thread("threadIdx.x", outer + 1) as thread:
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:25:5: error: `thread loop`: `extent` is 0; it must be at least 1 [BadCallArgument]
#         for none in T.thread_binding(0, "threadIdx.x"):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:27:5: error: `thread loop`: `extent` is float32; it must be an integer [BadCallArgument]
#         for half in T.thread_binding(0.5, "threadIdx.x"):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_loops.py:32:17: error: `break` stands outside a loop [OutsideLoop]
#                     break
#                     ^~~~~

# SPDX-License-Identifier: Apache-2.0
# What loops on a processor do not have, each at its line.
# RUN: tirx lower %s --target cpu --show source
# EXIT: 1
from tirx import script as T


@T.function
def grid(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] + T.float32(1)
        T.gpu.sync()


@T.function
def bound(A: T.Tensor((64,), "float32")):
    for i in T.thread_binding(64, "threadIdx.x"):
        A[i] = A[i] + T.float32(1)


@T.function
def loops(A: T.Tensor((64,), "float32"), H: T.Tensor((64,), "float16")):
    S = T.alloc_shared((64,), "float32")
    room = T.alloc_local((1024, 1024), "float32")
    for i in range(64):
        S[i] = A[i]
        room[i, i] = A[i]
        T.gpu.sync()
        A[i] = T.gpu.subgroup_sum(S[T.gpu.lane_id()])
        T.gpu.atomic_add(H[i], T.float16(1))
        T.cuda.nanosleep(100)

# ==== output ====
# tests/backends/cpu/refused/constructs.py:10:5: error: cpu has no `T.device_entry`: it runs loops, not grids of threads [BackendLacks]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: write the kernel as loops: `T.parallel`, `T.serial`, `T.vectorized`; executor="simulator" runs it as it is
# tests/backends/cpu/refused/constructs.py:18:5: error: cpu has no `T.device_entry`: it runs loops, not grids of threads [BackendLacks]
#         for i in T.thread_binding(64, "threadIdx.x"):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: write the kernel as loops: `T.parallel`, `T.serial`, `T.vectorized`; executor="simulator" runs it as it is
# tests/backends/cpu/refused/constructs.py:24:9: error: cpu has no memory of scope `shared`: there are no blocks that share it [BackendLacks]
#         S = T.alloc_shared((64,), "float32")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: `T.alloc_local` is there; executor="simulator" runs it as it is
# tests/backends/cpu/refused/constructs.py:25:12: error: cpu has no room for `room`: with it the function's arrays take 4194304 bytes, and they stand on the stack [BackendLacks]
#         room = T.alloc_local((1024, 1024), "float32")
#                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: at most 1048576 bytes do; pass larger ones as tensors
# tests/backends/cpu/refused/constructs.py:29:9: error: cpu has no `T.gpu.sync`: a loop has no threads that could meet or have indices [BackendLacks]
#             T.gpu.sync()
#             ^~~~~~~~~~~~
# note: loop variables are the indices; of `T.gpu` there are the atomics and `printf`
# tests/backends/cpu/refused/constructs.py:30:16: error: cpu has no `T.gpu.subgroup_sum`: a loop has no threads that could meet or have indices [BackendLacks]
#             A[i] = T.gpu.subgroup_sum(S[T.gpu.lane_id()])
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: loop variables are the indices; of `T.gpu` there are the atomics and `printf`
# tests/backends/cpu/refused/constructs.py:30:37: error: cpu has no `T.gpu.lane_id`: a loop has no threads that could meet or have indices [BackendLacks]
#             A[i] = T.gpu.subgroup_sum(S[T.gpu.lane_id()])
#                                         ^~~~~~~~~~~~~~~
# note: loop variables are the indices; of `T.gpu` there are the atomics and `printf`
# tests/backends/cpu/refused/constructs.py:31:9: error: cpu has no `T.gpu.atomic_add` on float16: they are kept as bits and computed with in float32 [BackendLacks]
#             T.gpu.atomic_add(H[i], T.float16(1))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: integers, float32 and float64 are there
# tests/backends/cpu/refused/constructs.py:32:9: error: cpu has no `T.cuda.nanosleep`: it belongs to backend `cuda` [BackendLacks]
#             T.cuda.nanosleep(100)
#             ^~~~~~~~~~~~~~~~~~~~~
# note: loops use the names that stand below `T` itself

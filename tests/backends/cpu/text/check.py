# SPDX-License-Identifier: Apache-2.0
# Loops are checked for the target that runs them; elsewhere the error says so.
# RUN: tirx check %s --target cpu
# RUN: tirx check %s --target cpu --run --arg n=3
# EXIT: 1
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def shifted(A: T.Tensor(("n",), "float32")):
    for i in T.parallel(A.shape[0] - 1):
        A[i] = A[i + 1]

# ==== output ====
# $ tirx check %s --target cpu
# tests/backends/cpu/text/check.py: 1 function, no errors
# $ tirx check %s --target cpu --run --arg n=3
# tests/backends/cpu/text/check.py:14:9: error: `A[1]`: data race: written here, and read by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             A[i] = A[i + 1]
#             ^~~~
# note: in kernel `shifted_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/backends/cpu/text/check.py:14:16: note: thread (0, 0, 0) of block (0, 0, 0): read here
#             A[i] = A[i + 1]
#                    ^~~~~~~~
# note: the warp was in line 13 before
# note: A made up; give others with `--arg NAME=VALUE`
# $ tirx check %s
# tests/backends/cpu/text/check.py:14:9: error: host code accesses `A`, which lies in device memory; move the access into `T.device_entry` [HostAccessesDevice]
#             A[i] = A[i + 1]
#             ^~~~
# note: loops over tensors of the host are compiled for target `cpu`
# tests/backends/cpu/text/check.py:14:16: error: host code accesses `A`, which lies in device memory; move the access into `T.device_entry` [HostAccessesDevice]
#             A[i] = A[i + 1]
#                    ^~~~~~~~

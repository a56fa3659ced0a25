# SPDX-License-Identifier: Apache-2.0
# Functions that are named where a call was meant; an argument that is given by name.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.inline
def clear(A):
    A[0] = 0.0


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        T.gpu.sync
        clear
    with T.device_entry(T.gpu.LaunchConfig(grid=1, block=32)):
        clear(A)

# ==== output ====
# tests/error/uncalled.py:16:9: error: this value is computed and dropped; a function does nothing until it is called: `T.gpu.sync()` [UnusedValue]
#             T.gpu.sync
#             ^~~~~~~~~~
# tests/error/uncalled.py:17:9: error: this value is computed and dropped; a function does nothing until it is called: `clear()` [UnusedValue]
#             clear
#             ^~~~~
# tests/error/uncalled.py:18:25: error: `T.device_entry` takes 0 positional arguments, got 1 [TooManyArguments]
#         with T.device_entry(T.gpu.LaunchConfig(grid=1, block=32)):
#                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: by name: `launch=`

# SPDX-License-Identifier: Apache-2.0
# T.undef of what is no number.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def kernel(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        x = T.undef("handle")
        y = T.undef("void")

# ==== output ====
# tests/error/undef_type.py:11:13: error: `T.undef`: `dtype` is handle; it must be a type of numbers or bool [BadAttribute]
#             x = T.undef("handle")
#                 ^~~~~~~~~~~~~~~~~
# tests/error/undef_type.py:12:13: error: `T.undef`: `dtype` is void; it must be a type of numbers or bool [BadAttribute]
#             y = T.undef("void")
#                 ^~~~~~~~~~~~~~~

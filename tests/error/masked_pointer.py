# SPDX-License-Identifier: Apache-2.0
# A masked access through a pointer that cannot be computed where the mask does not hold.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def g(p: T.handle("int32"), B: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        T.masked_store(T.ptr_byte_offset(p, B[i], "int32"), 1, i < 5)

# ==== output ====
# tests/error/masked_pointer.py:12:9: error: `T.masked_store`: the pointer is read from memory or divides by a value; bind it to a name first [MaskedPointer]
#             T.masked_store(T.ptr_byte_offset(p, B[i], "int32"), 1, i < 5)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

# SPDX-License-Identifier: Apache-2.0
# A conversion that device printf does not have; the line break stands as it was written.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def printf_format(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        T.gpu.printf("%s is %f\n", "A", A[0])

# ==== output ====
# tests/error/printf_format.py:11:9: error: `T.gpu.printf`: `format` is "%s is %f\n"; it must be a format of %d %u %x %o %c %f %e %g %p, with ll for 64 bits [BadAttribute]
#             T.gpu.printf("%s is %f\n", "A", A[0])
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

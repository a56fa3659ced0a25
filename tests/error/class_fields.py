# SPDX-License-Identifier: Apache-2.0
# A field is a compile-time value: it cannot change inside a loop of the program. A cell can.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.meta_class
class Ring:
    def __init__(self, n):
        self.n = n
        self.stage = 0

    @T.inline
    def advance(self):
        self.stage = (self.stage + 1) % self.n


@T.function
def f(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        ring = Ring(4)
        for i in range(64):
            A[i] = A[ring.stage]
            ring.advance()
        A[0] = ring.stages

# ==== output ====
# tests/error/class_fields.py:16:9: error: the field `stage` of an instance of `Ring` is a compile-time value from outside this loop or branch; changing it here would happen once, not each time the code runs [CompileTimeMutation]
#             self.stage = (self.stage + 1) % self.n
#             ^~~~~~~~~~
# note: a loop over `T.static_range` is unrolled while compiling; what the program collects stands in a tensor, `T.alloc_local`
# tests/error/class_fields.py:25:13: note: called from here
#                 ring.advance()
#                 ^~~~~~~~~~~~~~
# tests/error/class_fields.py:26:21: error: an instance of `Ring` has no attribute `stages` [UnknownAttribute]
#             A[0] = ring.stages
#                         ^~~~~~
# note: did you mean `stage`?

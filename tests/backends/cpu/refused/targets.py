# SPDX-License-Identifier: Apache-2.0
# Attributes that a target cannot have.
# RUN: tirx lower %s --target '{"kind": "cpu", "arch": "native; rm"}'
# EXIT: 1
# RUN: tirx lower %s --target '{"kind": "cpu", "vector_bits": 64}'
# EXIT: 1
# RUN: tirx lower %s --target '{"kind": "cpu", "num_threads": 0}'
# EXIT: 1
# RUN: tirx lower %s --target '{"kind": "cpu", "march": "native"}'
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "int32")):
    A[0] = 1

# ==== output ====
# $ tirx lower %s --target '{"kind": "cpu", "arch": "native; rm"}'
# error: target `cpu`: `arch` is what -march takes, not `native; rm` [BadTarget]
# $ tirx lower %s --target '{"kind": "cpu", "vector_bits": 64}'
# error: target `cpu`: `vector_bits` is 128, 256 or 512, not 64 [BadTarget]
# $ tirx lower %s --target '{"kind": "cpu", "num_threads": 0}'
# error: target `cpu`: `num_threads` is 1 to 1024, not 0 [BadTarget]
# $ tirx lower %s --target '{"kind": "cpu", "march": "native"}'
# error: target kind `cpu` has no attribute `march`; it has `arch`, `vector_bits` or `num_threads` [UnknownTargetAttr]
# note: did you mean `arch`?

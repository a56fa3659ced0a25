# SPDX-License-Identifier: Apache-2.0
"""How often each byte occurs: a loop that clears, and a parallel one whose iterations meet in atomics."""

from tirx import script as T


@T.function
def histogram(values: T.Tensor(("n",), "uint8"), counts: T.Tensor((256,), "int32")):
    for bin in range(256):
        counts[bin] = 0
    for i in T.parallel(values.shape[0]):
        T.gpu.atomic_add(counts[T.cast(values[i], "int32")], 1)

# SPDX-License-Identifier: Apache-2.0
"""y = a * x + y: one loop, whose iterations the cores share and the compiler makes vectors of."""

from tirx import script as T


@T.function
def saxpy(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), a: T.float32):
    for i in T.parallel(X.shape[0]):
        Y[i] = a * X[i] + Y[i]

# SPDX-License-Identifier: Apache-2.0
"""Softmax of each row: rows in parallel, three passes over each."""

from tirx import script as T


@T.function
def softmax(X: T.Tensor(("rows", "cols"), "float32"), Y: T.Tensor(("rows", "cols"), "float32")):
    cols = X.shape[1]
    for row in T.parallel(X.shape[0]):
        largest: T.float32 = X[row, 0]
        for j in range(1, cols):
            largest = T.max(largest, X[row, j])
        total: T.float32 = 0.0
        for j in range(cols):
            power = T.exp(X[row, j] - largest)
            Y[row, j] = power
            total += power
        for j in T.vectorized(cols):
            Y[row, j] = Y[row, j] / total

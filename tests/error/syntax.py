# SPDX-License-Identifier: Apache-2.0
# Several syntax errors of one file in one run.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32"):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        A[0] = = 1.0
        A[1] = (2.0
        A[2] = 3.0
      A[3] = 4.0


def g(x, x):
    return "abc

# ==== output ====
# tests/error/syntax.py:9:6: error: `(` is never closed [UnclosedBracket]
#     def f(A: T.Tensor((8,), "float32"):
#          ^
# tests/error/syntax.py:11:16: error: expected a value, got `=` [UnexpectedToken]
#             A[0] = = 1.0
#                    ^
# tests/error/syntax.py:12:16: error: `(` is never closed [UnclosedBracket]
#             A[1] = (2.0
#                    ^
# tests/error/syntax.py:14:1: error: this line is indented like no block around it [BadDedent]
#           A[3] = 4.0
#     ^~~~~~
# tests/error/syntax.py:17:10: error: there are two parameters named `x` [DuplicateParameter]
#     def g(x, x):
#              ^
# tests/error/syntax.py:18:12: error: a string begins here and never ends [UnterminatedString]
#         return "abc
#                ^

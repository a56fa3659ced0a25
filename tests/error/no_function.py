# SPDX-License-Identifier: Apache-2.0
# A file without a decorated function.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


def f(A):
    A[0] = 1.0

# ==== output ====
# tests/error/no_function.py:1:1: error: `tests/error/no_function.py` defines no function with `@T.function` [NoFunctions]
#     # SPDX-License-Identifier: Apache-2.0
#     ^

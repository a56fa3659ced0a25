# SPDX-License-Identifier: Apache-2.0
# f-strings are text that is known while compiling, in formats of Python's.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float32"), n: T.int32):
    assert n > 0, f"n is {n}"
    name = f"tile{4:>3d}"
    assert n > 1, f"{name:d}"
    assert n > 2, f"{4:n}"
    assert n > 3, f"{4:.2d}"

# ==== output ====
# tests/error/formats.py:10:27: error: a value in an f-string must be a compile-time number, string or container, got an int32 value [CompileTimeRequired]
#         assert n > 0, f"n is {n}"
#                               ^
# tests/error/formats.py:12:22: error: `d` is no format of a string: the type `d` is for numbers [BadFormat]
#         assert n > 1, f"{name:d}"
#                          ^~~~
# tests/error/formats.py:13:22: error: `n` is no format of a compile-time int: the type `n` is not for numbers, or not supported [BadFormat]
#         assert n > 2, f"{4:n}"
#                          ^
# tests/error/formats.py:14:22: error: `.2d` is no format of a compile-time int: an integer has no precision [BadFormat]
#         assert n > 3, f"{4:.2d}"
#                          ^

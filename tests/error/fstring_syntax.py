# SPDX-License-Identifier: Apache-2.0
# Errors inside f-strings stand where they are.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float32")):
    a = f"{}"
    b = f"{1 +}"
    c = f"text {1!q}"
    d = f"""two lines
        {1 2}"""
    e = f"}"

# ==== output ====
# tests/error/fstring_syntax.py:10:12: error: this f-string is wrong: a field is empty; write `{{` for a brace [BadFString]
#         a = f"{}"
#                ^
# tests/error/fstring_syntax.py:11:15: error: expected an expression, got the end of the line [UnexpectedToken]
#         b = f"{1 +}"
#                   ^
# tests/error/fstring_syntax.py:12:19: error: this f-string is wrong: after `!` stands `r`, `s` or `a` [BadFString]
#         c = f"text {1!q}"
#                       ^
# tests/error/fstring_syntax.py:14:12: error: expected the end of the field, got `2` [UnexpectedToken]
#             {1 2}"""
#                ^
# tests/error/fstring_syntax.py:15:11: error: this f-string is wrong: this `}` closes nothing; write `}}` for a brace [BadFString]
#         e = f"}"
#               ^

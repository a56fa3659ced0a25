# SPDX-License-Identifier: Apache-2.0
# What a meta class cannot have.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


class Plain:
    pass


@T.meta_class
class Derived(Plain):
    pass


@T.meta_class
class Ring:
    @property
    def depth(self):
        return 4

    def __len__(self):
        return 4


@T.meta_class
class Pair:
    def __init__(self, first, *, second):
        self.items = (first, second)


@T.function
def f(A: T.Tensor((64,), "float32")):
    Derived()
    Ring()
    Pair(1, secnd=2)
    Plain()

# ==== output ====
# tests/error/class_definitions.py:13:15: error: the class `Derived`: a base must be a `@T.meta_class`, not the class `Plain` (no `@T.meta_class`) [BadClass]
#     class Derived(Plain):
#                   ^~~~~
# tests/error/class_definitions.py:19:6: error: the class `Ring`: `depth` is a property; write a method, which is called with `()` [BadClass]
#         @property
#          ^~~~~~~~
# tests/error/class_definitions.py:23:9: error: the class `Ring`: `__len__` is one of Python's special methods; only `__init__` is supported [BadClass]
#         def __len__(self):
#             ^~~~~~~
# tests/error/class_definitions.py:37:13: error: `Pair.__init__` has no parameter `secnd` [UnknownArgument]
#         Pair(1, secnd=2)
#                 ^~~~~
# note: did you mean `second`?
# tests/error/class_definitions.py:38:5: error: the class `Plain` (no `@T.meta_class`) cannot be used here: the compiler knows nothing about it [OpaqueUse]
#         Plain()
#         ^~~~~

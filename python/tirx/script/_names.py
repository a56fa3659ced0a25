# SPDX-License-Identifier: Apache-2.0
"""Names of the script language as Python objects, so that kernels are valid modules."""

import functools
import re

from .. import _native

_DTYPE = re.compile(
    r"(void|handle|bool|(u?int(1|4|8|16|32|64)|float(16|32|64)|bfloat16|float8_\w+|float6_\w+|float4_\w+)(x\d+)?"
    r"|[fiu](8|16|32|64)|bf16)$"
)
# Forms that annotations call.
_ANNOTATIONS = {"Tensor", "handle", "TensorMap", "let"}


class Name:
    """A type, form or operation of the language; `path` is what stands after `T.`."""

    def __init__(self, path):
        self.path = path

    def __tirx_native__(self, to_native):
        return _native.function("language_name")(self.path)

    def __repr__(self):
        return f"T.{self.path}"

    def __call__(self, *args, **kwargs):
        if self.path in _ANNOTATIONS or _DTYPE.match(self.path):
            return Name(f"{self.path}(...)")
        raise TypeError(f"T.{self.path} can only be used inside of a @T.function")

    def __getitem__(self, item):
        return self


class Namespace(Name):
    """A name with names below it: T.gpu."""

    def __init__(self, path, members):
        super().__init__(path)
        self.members = members

    def __getattr__(self, name):
        members = self.__dict__.get("members", {})
        if name not in members:
            raise AttributeError(f"T.{self.path} has no {name!r}")
        return members[name]

    def __dir__(self):
        return sorted(self.members)


class _Tree(dict):
    """The names after `T.`; those of types are made when they are asked for."""

    def get(self, name, default=None):
        if name not in self and _DTYPE.match(name):
            self[name] = Name(name)
        return super().get(name, default)


@functools.lru_cache(maxsize=8)
def _tree_of(paths):
    root = {}
    for path in paths:
        level = root
        *parents, last = path.split(".")
        for parent in parents:
            level = level.setdefault(parent, {})
        level.setdefault(last, {})

    def build(prefix, members):
        built = {}
        for name, below in members.items():
            path = prefix + name
            built[name] = Namespace(path, build(path + ".", below)) if below else Name(path)
        return built

    return _Tree(build("", root))


def tree(paths):
    """The names as a dict of Name and Namespace, by the first part of their paths."""
    return _tree_of(tuple(str(path) for path in paths))

# SPDX-License-Identifier: Apache-2.0
"""TIRx script: `from tirx import script as T`.

Kernels are Python text that the native front end reads; Python only runs decorators and annotations. So the
names that kernels use (`T.exp`, `T.gpu.sync`, `T.Tensor`) stand for themselves here. Called outside of a
kernel, they give what they give at the file level of a script.
"""

from .. import _native
from ._decorator import Function, Inline, Jit, function, inline, jit, meta_class, parse, parse_file
from ._names import Name, Namespace, missing, tree

__all__ = [
    "Function",
    "Inline",
    "Jit",
    "Name",
    "Namespace",
    "function",
    "inline",
    "jit",
    "meta_class",
    "parse",
    "parse_file",
]


def _names():
    return tree(str(_native.function("script_names")()))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    names = _names()
    value = names.get(name)
    if value is None:
        if reason := _native.function("not_loaded_namespace")(name):
            raise AttributeError(str(reason), name=name)
        raise AttributeError(missing("T", name, [*names, *__all__]), name=name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*__all__, *_names()})

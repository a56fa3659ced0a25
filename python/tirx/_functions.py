# SPDX-License-Identifier: Apache-2.0
"""Compiled functions, and the objects that hold several."""

import re
from functools import cached_property

from . import _native
from ._arguments import native_arguments


def _name_of(description):
    return description.split("(", 1)[0]


def _parameters_of(signature):
    """Names of the parameters of "f(A: Tensor((n, 4), float32), s: float32)"."""
    names, depth = [], 0
    for word in re.findall(r"[()]|\w+:|[^()]", signature):
        depth += {"(": 1, ")": -1}.get(word, 0)
        if depth == 1 and word.endswith(":"):
            names.append(word[:-1])
    return names


class CompiledFunction:
    """A compiled function: called with tensors and numbers in the order of its parameters, or by their
    names."""

    def __init__(self, call, description):
        self._call = call
        self.signature, _, only_read = description.partition("; only reads ")
        self.__name__ = _name_of(description)
        places = map(self._names.index, only_read.split(", ")) if only_read else ()
        self._only_read = frozenset(places)

    @cached_property
    def _names(self):
        return _parameters_of(self.signature)

    def _in_order(self, args, keywords):
        names = self._names
        for name in keywords:
            if name not in names:
                raise TypeError(
                    f"{self.__name__}() got an unexpected keyword argument {name!r}; it is {self.signature}"
                )
            if name in names[: len(args)]:
                raise TypeError(f"{self.__name__}() got multiple values for argument {name!r}")
        rest = names[len(args) :]
        missing = [name for name in rest if name not in keywords]
        if missing:
            raise TypeError(
                f"{self.__name__}() is missing {', '.join(map(repr, missing))}; it is {self.signature}"
            )
        return [*args, *(keywords[name] for name in rest)]

    def __call__(self, *args, **keywords):
        if keywords:
            args = self._in_order(args, keywords)
        try:
            return self._call(*native_arguments(args, self._only_read))
        except RuntimeError as error:
            _native.raise_interrupt()
            _native.raise_internal(error)
            raise

    def __repr__(self):
        return f"<compiled function {self.signature}>"


class Functions:
    """The functions of a tvm-ffi module: `functions["name"]`, or `functions.name` where nothing else is
    called so. Calling it calls the function `main`, or the only one.
    """

    def __init__(self, module, descriptions, main=None):
        self.module = module
        self._functions = {}
        for description in descriptions:
            name = _name_of(description)
            self._functions[name] = CompiledFunction(module.get_function(name), description)
        names = self.functions
        self._only = self._functions.get(names[0] if len(names) == 1 else main)

    @property
    def functions(self):
        """Names of the functions that can be called."""
        return list(self._functions)

    def __getitem__(self, name):
        if name not in self._functions:
            raise KeyError(f"no function {name!r}; there are: {', '.join(self.functions)}")
        return self._functions[name]

    def __getattr__(self, name):
        functions = self.__dict__.get("_functions", {})  # empty while the object is made or copied
        if name in functions:
            return functions[name]
        raise AttributeError(
            f"{type(self).__name__} has no attribute or function {name!r}; its functions are: "
            + ", ".join(functions)
        )

    def __dir__(self):
        return [*super().__dir__(), *self._functions]

    def __call__(self, *args, **keywords):
        if self._only is None:
            names = ", ".join(self.functions)
            raise TypeError(f'there are several functions, pick one as exe["name"]: {names}')
        return self._only(*args, **keywords)

    def __repr__(self):
        return f"<tirx.{type(self).__name__} of {', '.join(self.functions)}>"

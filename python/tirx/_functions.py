# SPDX-License-Identifier: Apache-2.0
"""Compiled functions, and the objects that hold several."""

from . import _native
from ._arguments import native_arguments


class CompiledFunction:
    """A compiled function."""

    def __init__(self, call, name):
        self._call = call
        self.__name__ = name

    def __call__(self, *args):
        try:
            return self._call(*native_arguments(args))
        except RuntimeError as error:
            _native.raise_interrupt()
            _native.raise_internal(error)
            raise

    def __repr__(self):
        return f"<compiled function {self.__name__}>"


class Functions:
    """The functions of a tvm-ffi module: `functions["name"]`, or `functions.name` where nothing else is
    called so. Calling it calls the function `main`, or the only one.
    """

    def __init__(self, module, names, main=None):
        self.module = module
        self._functions = {name: CompiledFunction(module.get_function(name), name) for name in names}
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

    def __call__(self, *args):
        if self._only is None:
            names = ", ".join(self.functions)
            raise TypeError(f'there are several functions, pick one as exe["name"]: {names}')
        return self._only(*args)

    def __repr__(self):
        return f"<tirx.{type(self).__name__} of {', '.join(self.functions)}>"

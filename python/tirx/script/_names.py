# SPDX-License-Identifier: Apache-2.0
"""Names of the script language as Python objects: kernels are valid modules, and `help(T.exp)` helps."""

import functools
import inspect
import json
import re

from .. import _native
from ._outside import Call, evaluated, where

_DTYPE = re.compile(
    r"(void|handle|bool|(u?int(1|4|8|16|32|64)|float(16|32|64)|bfloat16|float8_\w+|float6_\w+|float4_\w+)(x\d+)?"
    r"|[fiu](8|16|32|64)|bf16)$"
)
# Forms that annotations call: Python evaluates annotations, and they may say what only the front end knows.
_ANNOTATIONS = {"Tensor", "handle", "TensorMap", "let"}


class _Documented:
    """`__doc__` of the class, and of each of its objects: a class attribute that is both."""

    def __init__(self, text):
        self._text = text

    def __get__(self, name, cls):
        return self._text if name is None else name.describe()


class Name:
    __doc__ = _Documented("A type, form or operation of the language; `path` is what stands after `T.`.")

    def __init__(self, path, kind="function", params="", doc=""):
        self.path = path
        self.__name__ = self.__qualname__ = path
        self._kind = kind
        self._params = params
        self._text = doc

    def __tirx_native__(self, to_native):
        return _native.function("language_name")(self.path)

    def __repr__(self):
        return f"T.{self.path}"

    def describe(self):
        """How it is called, and what it does."""
        if self._kind == "dtype":
            name = f"T.{self.path}"
            return (
                f"The type {self.path}: of a parameter, `x: {name}`; of a cell, `x: {name} = 0`; of an array "
                f"of the thread, `x: {name}[4]`; {name}(x) converts."
            )
        call = (
            f"T.{self.path}({self.__signature__.format_text()})" if self._kind == "function" else repr(self)
        )
        return f"{call}\n\n{self._text}" if self._text else call

    @property
    def __signature__(self):
        # An operation may have an attribute with a default before operands.
        return Signature(parameters_of(self._params), __validate_parameters__=False)

    def __call__(self, *args, **kwargs):
        if self.path == "cuda.BackendConfig":
            from ..backend.cuda import BackendConfig  # which needs this package

            return BackendConfig(*args, **kwargs)
        call = Call(self, args, kwargs, where=where(2))
        return call if self.path in _ANNOTATIONS else evaluated(call)

    def __getitem__(self, item):
        return Call(self, (item,), subscript=True, where=where(2))

    def __reduce__(self):
        return (_by_path, (self.path,))


class Namespace(Name):
    __doc__ = _Documented("A name with names below it: T.gpu.")

    def __init__(self, path, members):
        super().__init__(path, "namespace")
        self.members = members

    def describe(self):
        return f"The names of T.{self.path}:\n\n" + "\n".join(f"T.{self.path}.{name}" for name in dir(self))

    def __getattr__(self, name):
        members = self.__dict__.get("members", {})
        if name not in members:
            raise AttributeError(missing(f"T.{self.path}", name, members), name=name, obj=self)
        return members[name]

    def __dir__(self):
        return sorted(self.members)


class Signature(inspect.Signature):
    """A signature of the language, in which `name=` may be left out without that its default is said."""

    def format_text(self):
        """The parameters as the documentation spells them."""
        return str(self)[1:-1].replace("=Ellipsis", "=")


def parameters_of(text):
    """`inspect` parameters from the text of a form: "value, dtype=, *, scope=, *rest, **fields"."""
    kinds = inspect.Parameter
    found, kind = [], kinds.POSITIONAL_OR_KEYWORD
    for part in filter(None, text.split(", ")):
        name, has_default, default = part.partition("=")
        if name == "*":
            kind = kinds.KEYWORD_ONLY
        elif name.startswith("**"):
            found.append(kinds(name[2:], kinds.VAR_KEYWORD))
        elif name.startswith("*"):
            found.append(kinds(name[1:], kinds.VAR_POSITIONAL))
            kind = kinds.KEYWORD_ONLY
        else:
            value = _default(default) if has_default else kinds.empty
            found.append(kinds(name, kind, default=value))
    return sorted(found, key=lambda parameter: parameter.kind)


def _default(text):
    """The value of a default; `...` where it is left open."""
    constants = {"": ..., "None": None, "True": True, "False": False}
    if text in constants:
        return constants[text]
    return text[1:-1] if text[0] in "\"'" else int(text)


def missing(owner, name, members):
    """What is said about a name that does not exist."""
    import difflib  # rarely needed

    close = difflib.get_close_matches(name, members, 1)
    return f"{owner} has no {name!r}" + (f"; did you mean {owner}.{close[0]}?" if close else "")


def _by_path(path):
    from .. import script

    return functools.reduce(getattr, path.split("."), script)


class _Tree(dict):
    """The names after `T.`; those of vector types are made when they are asked for."""

    def get(self, name, default=None):
        if name not in self and _DTYPE.match(name):
            return Name(name, "dtype")  # not kept: completion and stubs would show what was asked for before
        return super().get(name, default)


@functools.lru_cache(maxsize=8)
def tree(text):
    """The names of the language as a dict of Name and Namespace, by the first part of their paths; `text` is
    what the native function `script_names` says."""
    rows = {}
    for path, *described in json.loads(text):
        rows.setdefault(path, described)  # a form stands before the operation that it makes
    root = {}
    for path in rows:
        level = root
        *parents, last = path.split(".")
        for parent in parents:
            level = level.setdefault(parent, {})
        level.setdefault(last, {})

    def build(prefix, members):
        built = {}
        for name, below in members.items():
            path = prefix + name
            built[name] = Namespace(path, build(path + ".", below)) if below else Name(path, *rows[path])
        return built

    return _Tree(build("", root))

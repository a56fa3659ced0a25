# SPDX-License-Identifier: Apache-2.0
"""The IR. Nodes are tvm-ffi objects: their fields are attributes, and they are immutable; structural equality
and hash are `tvm_ffi.structural_equal` and `tvm_ffi.structural_hash`. Nodes without a class here get one from
reflection."""

import tvm_ffi

from . import _native


class _Printed:
    """A node that prints as script."""

    __slots__ = ()

    def script(self, width=100):
        """The node as TIRx script, which parses back to an equal one."""
        return str(_native.function("print")(self, width))

    def show(self):
        """Prints the script."""
        print(self.script(), end="")

    def __str__(self):
        return self.script()

    __repr__ = __str__


def _binary(op, swapped=False):
    def operate(self, other):
        if not isinstance(other, (Expr, bool, int, float)):
            return NotImplemented
        return _native.call("binary", op, *((other, self) if swapped else (self, other)))

    return operate


def _unary(op):
    return lambda self: _native.call("unary", op, self)


@tvm_ffi.register_object("tirx.ir.Expr")
class Expr(_Printed, tvm_ffi.Object):
    """An expression. Operators build expressions; `==` asks for the same node: the operator is `.equal`."""

    __slots__ = ()

    __add__, __radd__ = _binary("add"), _binary("add", True)
    __sub__, __rsub__ = _binary("sub"), _binary("sub", True)
    __mul__, __rmul__ = _binary("mul"), _binary("mul", True)
    __truediv__, __rtruediv__ = _binary("div"), _binary("div", True)
    __floordiv__, __rfloordiv__ = _binary("floordiv"), _binary("floordiv", True)
    __mod__, __rmod__ = _binary("floormod"), _binary("floormod", True)
    __and__, __rand__ = _binary("bitwise_and"), _binary("bitwise_and", True)
    __or__, __ror__ = _binary("bitwise_or"), _binary("bitwise_or", True)
    __xor__, __rxor__ = _binary("bitwise_xor"), _binary("bitwise_xor", True)
    __lshift__, __rlshift__ = _binary("shift_left"), _binary("shift_left", True)
    __rshift__, __rrshift__ = _binary("shift_right"), _binary("shift_right", True)
    __lt__, __le__ = _binary("lt"), _binary("le")
    __gt__, __ge__ = _binary("gt"), _binary("ge")
    __neg__, __invert__ = _unary("neg"), _unary("bitwise_not")
    equal, not_equal = _binary("eq"), _binary("ne")

    def __bool__(self):
        raise TypeError(
            "the value of an expression of the program is not known while compiling; "
            "use it in an `if` of the kernel, not of Python code that runs while compiling"
        )


@tvm_ffi.register_object("tirx.ir.Stmt")
class Stmt(_Printed, tvm_ffi.Object):
    """A statement."""

    __slots__ = ()


@tvm_ffi.register_object("tirx.ir.Type")
class Type(_Printed, tvm_ffi.Object):
    """A type."""

    __slots__ = ()


@tvm_ffi.register_object("tirx.ir.Function")
class Function(_Printed, tvm_ffi.Object):
    """A function of a module."""

    __slots__ = ()


@tvm_ffi.register_object("tirx.ir.IRModule")
class IRModule(_Printed, tvm_ffi.Object):
    """Functions that may call one another; names are unique."""

    __slots__ = ()

    def __init__(self, functions, name="Module", attrs=None):
        make = _native.function("module")
        self.__init_handle_by_constructor__(make, list(functions), name, dict(attrs or {}))

    def __getitem__(self, name):
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(f"no function {name!r}; there are: {', '.join(str(f.name) for f in self.functions)}")

    def to_json(self):
        """The module as JSON, spans included."""
        return str(_native.function("save_json")(self))

    @staticmethod
    def from_json(text, name="<json>"):
        """Reads what `to_json` wrote."""
        return _native.call("load_json", text, name)

    def verify(self):
        """Raises DiagnosticError if the module is not sound."""
        _native.call("verify", self)

# SPDX-License-Identifier: Apache-2.0
"""The IR. Nodes are tvm-ffi objects: their fields are attributes, and they are immutable, so that copies are
the nodes themselves; they can be pickled. `==` asks for the same node, `structural_equal` for the same
meaning. Nodes without a class here get one from reflection."""

import operator

import tvm_ffi

from . import _native
from ._show import show


class _Printed:
    """A node that prints as script."""

    __slots__ = ()

    def script(self, width=100):
        """The node as TIRx script, which parses back to an equal one."""
        return str(_native.function("print")(self, width))

    def show(self, color=None):
        """Prints the script, on a terminal with colours."""
        show(self.script(), color)

    def __str__(self):
        return self.script()

    __repr__ = __str__

    def __copy__(self):
        return self  # nodes do not change

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return (_node_from_json, (tvm_ffi.serialization.to_json_graph_str(self),))


def _node_from_json(text):
    return tvm_ffi.serialization.from_json_graph_str(text)


def structural_equal(a, b):
    """Whether two nodes, `@T.function`s or containers of nodes are the same but for names of variables."""
    return _native.function("structural_equal")(_node(a), _node(b))


def structural_hash(a):
    """A hash that goes with `structural_equal`; the same in every process."""
    return _native.function("structural_hash")(_node(a))


def _node(value):
    """The module of a `@T.function`, which has what it calls; nodes as they are."""
    return getattr(value, "module", value)


def nodes(root):
    """Every node of a module, function, statement or expression, outer ones first, each once. Types are left
    out."""
    return list(_native.function("nodes")(_node(root)))


def rewrite(root, change):
    """The module or function with `change(node)` in place of each statement and expression, inner ones first;
    None keeps a node. An expression stands for an expression, a statement for a statement."""

    def checked(node):
        made = change(node)
        kind = Expr if isinstance(node, Expr) else Stmt
        name = "an expression" if kind is Expr else "a statement"
        if made is not None and not isinstance(made, kind):
            raise TypeError(f"in the place of {name} there cannot be a {type(made).__name__}")
        return made

    root = _node(root)
    if isinstance(root, Function):
        return _native.function("rewritten_function")(root, checked)
    return IRModule([rewrite(one, change) for one in root.functions], root.name, root.attrs)


def _binary(op, swapped=False):
    def operate(self, other):
        if not isinstance(other, (Expr, bool, int, float)):
            return NotImplemented
        return _native.call("binary", op, *((other, self) if swapped else (self, other)))

    return operate


def _unary(op):
    return lambda self: _native.call("unary", op, self)


# Functions behind the operators of NumPy's scalars, as the module `operator` names them.
_OPERATORS = {
    "add": "add",
    "invert": "invert",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "truediv",
    "floor_divide": "floordiv",
    "remainder": "mod",
    "less": "lt",
    "less_equal": "le",
    "greater": "gt",
    "greater_equal": "ge",
    "negative": "neg",
    "bitwise_and": "and_",
    "bitwise_or": "or_",
    "bitwise_xor": "xor",
    "left_shift": "lshift",
    "right_shift": "rshift",
}
_OTHER_NAMES = {"maximum": "max", "minimum": "min", "absolute": "abs", "rint": "round", "power": "pow"}


def _no_ufunc(name):
    from . import script

    here = _OTHER_NAMES.get(name, name)
    advice = f"; in a kernel write T.{here}" if here in dir(script) else ""
    return f"NumPy's {name} does not work on values of the program{advice}"


@_native.register_object("tirx.ir.Expr")
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

    @property
    def dtype(self):
        """The data type of the value as text: "float32", "int32x4", "handle"."""
        return str(_native.function("expr_dtype")(self))

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        """NumPy's scalars take part in arithmetic; its functions do not work here."""
        operate = getattr(operator, _OPERATORS.get(ufunc.__name__, ""), None)
        if operate and method == "__call__" and not options:
            return operate(*(value if isinstance(value, Expr) else value.item() for value in inputs))
        raise TypeError(_no_ufunc(ufunc.__name__))

    def __bool__(self):
        raise TypeError(
            "the value of an expression of the program is not known while compiling; "
            "use it in an `if` of the kernel, not of Python code that runs while compiling"
        )


@_native.register_object("tirx.ir.Stmt")
class Stmt(_Printed, tvm_ffi.Object):
    """A statement."""

    __slots__ = ()


@_native.register_object("tirx.ir.Type")
class Type(_Printed, tvm_ffi.Object):
    """A type."""

    __slots__ = ()


@_native.register_object("tirx.ir.Function")
class Function(_Printed, tvm_ffi.Object):
    """A function of a module."""

    __slots__ = ()


@_native.register_object("tirx.ir.IRModule")
class IRModule(_Printed, tvm_ffi.Object):
    """Functions that may call one another; names are unique."""

    __slots__ = ()

    def __init__(self, functions, name="Module", attrs=None):
        make = _native.constructor("module")
        self.__init_handle_by_constructor__(make, list(functions), name, dict(attrs or {}))

    def __getitem__(self, name):
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(f"no function {name!r}; there are: {', '.join(str(f.name) for f in self.functions)}")

    def __reduce__(self):
        return (IRModule.from_json, (self.to_json(), "<pickle>"))

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

# SPDX-License-Identifier: Apache-2.0
"""Runs the source of a kernel under CPython: a stand-in for `tirx.script` whose scalars are NumPy's, whose
arithmetic is the language's (results of the operands' width, literals take the other operand's type).

Threads that never wait for each other run one after the other; those of a block that share memory and meet at
barriers run as threads of Python (emulated_block.py).
"""

import ast
import contextlib
import itertools

import emulated_block
import numpy as np
from emulated_block import HERE


class DType:
    """`T.int32`: an annotation, and a constructor of constants."""

    def __init__(self, name):
        self.name = name
        self.type = np.dtype(name).type

    def __call__(self, value):
        return self.type(value)

    def __getitem__(self, extent):
        return ("array", self.name, extent)


def _typed(value):
    """A number of Python as the scalar that it is where no operand gives it a type."""
    if isinstance(value, np.generic):
        return value
    return np.float32(value) if isinstance(value, float) else np.int32(value)


def _cast(value, name):
    """Integers wrap; float to integer saturates and NaN gives 0 (docs/language.md, Expressions)."""
    value, to = _typed(value), np.dtype(name)
    if to.kind not in "iu" or value.dtype.kind != "f":
        return value.astype(to)
    if np.isnan(value):
        return to.type(0)
    info = np.iinfo(to)
    return to.type(info.max if value > info.max else info.min if value < info.min else int(value))


def _same(a, b):
    """Both in their common type, which a number of Python takes from the other."""
    if not isinstance(a, np.generic) and not isinstance(b, np.generic):
        return a, b
    dtype = np.result_type(a, b)
    return dtype.type(a), dtype.type(b)


def _pick(a, b, smaller):
    a, b = _same(a, b)
    if a != a or b != b:  # T.min and T.max give the operand that is not NaN
        return b if a != a else a
    return a if (a < b) == smaller else b


class Gpu(emulated_block.Together):
    LaunchConfig = dict

    @staticmethod
    def thread_idx(_axis):
        return np.int32(HERE.index)

    @staticmethod
    def block_idx(_axis):
        return np.int32(HERE.block)


def _numbers(*bounds):
    """The values of a loop of the program: int32, or the bounds' own type."""
    dtype = next((b.dtype.type for b in bounds if isinstance(b, np.generic)), np.int32)
    return (dtype(i) for i in range(*(int(b) for b in bounds)))


class Script:
    """What the name `T` stands for."""

    gpu = Gpu
    cast = staticmethod(_cast)
    min = staticmethod(lambda a, b: _pick(a, b, True))
    max = staticmethod(lambda a, b: _pick(a, b, False))
    sqrt = staticmethod(lambda a: np.sqrt(_typed(a)))
    floor = staticmethod(lambda a: np.floor(_typed(a)))
    serial = unroll = staticmethod(_numbers)
    static_range = range

    @staticmethod
    def Select(condition, a, b):
        a, b = _same(a, b)
        return a if condition else b

    @staticmethod
    def grid(*extents):
        return itertools.product(*(list(_numbers(extent)) for extent in extents))

    @staticmethod
    def alloc_local(shape, dtype):
        return np.zeros(shape, dtype)

    alloc_shared = staticmethod(emulated_block.alloc_shared)

    @staticmethod
    def truncdiv(a, b):
        a, b = _same(a, b)
        return type(a)(abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1))

    @staticmethod
    def truncmod(a, b):
        return a - Script.truncdiv(a, b) * b

    @staticmethod
    def inline(function):
        return function

    @staticmethod
    def function(function=None, **_):
        return function if function else (lambda inner: inner)

    @staticmethod
    def Tensor(*_, **__):
        return None

    @staticmethod
    def device_entry(**_):
        return contextlib.nullcontext()


for _name in ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float16", "float32"]:
    setattr(Script, _name, DType(_name))


class _Kernels(ast.NodeTransformer):
    """In functions of the program, `range` is a loop of the program, and a store to a cell, `x = e` after
    `x: T.int32 = ...`, keeps the cell's type when `e` is a plain number."""

    def __init__(self):
        self.types = {}
        self.in_program = False

    def visit_FunctionDef(self, node):
        self.in_program, self.types = bool(node.decorator_list), {}
        self.generic_visit(node)
        self.in_program = False
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        if self.in_program and isinstance(node.func, ast.Name) and node.func.id == "range":
            node.func = ast.Attribute(ast.Name("T", ast.Load()), "serial", ast.Load())
        if getattr(node.func, "attr", "").startswith("atomic_"):  # the element is a place, not a value
            element = node.args[0]
            node.args[:1] = [element.value, element.slice]
        return node

    def _store(self, target, value):
        return ast.Assign([ast.Name(target.id, ast.Store())], ast.Call(self.types[target.id], [value], []))

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        self.types[node.target.id] = node.annotation
        return self._store(node.target, node.value)

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0]
        return self._store(target, node.value) if getattr(target, "id", None) in self.types else node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if getattr(node.target, "id", None) not in self.types:
            return node
        return self._store(node.target, ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value))


def run(source, function, arguments, grid, block, together=False):
    """Executes the kernel for every thread; the arrays among the arguments are changed in place.

    together: the threads of a block wait for each other.
    """
    tree = ast.parse(source.replace("from tirx import script as T", ""))
    names = {"T": Script}
    exec(compile(ast.fix_missing_locations(_Kernels().visit(tree)), "<kernel>", "exec"), names)

    def one_thread():
        with np.errstate(all="ignore"):
            names[function](*arguments)

    for HERE.block in range(grid):
        if together:
            emulated_block.run(one_thread, HERE.block, block)
            continue
        for HERE.index in range(block):
            one_thread()

# SPDX-License-Identifier: Apache-2.0
"""Every expression is evaluated once, from left to right: each snippet gives the same as plain Python, where
`A` and `B` are lists, and as a kernel, on the simulator and through a C compiler.

`ATOMIC(A, i)` adds 1 to `A[i]` and gives the value before: an operation of the kernel that stays inside its
expression. `bump(A, i)` adds 10 and gives the value after, by statements that are spliced in.
"""

import itertools
import re
import shutil
import textwrap
from types import SimpleNamespace

import numpy as np
import pytest
import tirx

SIZE = 32
PRELUDE = """\
@T.inline
def bump(A, i):
    A[i] = A[i] + 10
    return A[i]


@T.inline
def two(A, i):
    return A[i], A[i + 1]


@T.inline
def limited(x, most):
    r: T.int32 = x
    if r > most:
        r = most
    return r


@T.inline
def both(A, i):
    return ATOMIC(A, i), bump(A, i)


@T.inline
def counted(A, i):
    n: T.int32 = 0
    while n < 3:
        A[i] += n
        n += 1
    return n


@T.meta_class
class Pair:
    def __init__(self, x, y):
        self.x: T.int32 = x
        self.y: T.int32 = y

    @T.inline
    def swap(self):
        self.x, self.y = self.y, self.x


def ten(x, y=0, *rest, **named):
    return x * 10 + x + y + sum(rest) + sum(named.values())


def kept(*items, **named):
    return list(items), named


"""
HEADER = "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):\n"

SNIPPETS = {
    # Unpacking binds all values before the first target.
    "swap elements": "A[1], A[2] = A[2], A[1]",
    "rotate elements": "A[1], A[2], A[3] = A[2], A[3], A[1]",
    "swap through a list": "(A[2], A[3]) = [A[3], A[2]]",
    "swap cells": "x: T.int32 = 1\ny: T.int32 = 2\nx, y = y, x\nB[0] = x\nB[1] = y",
    "fibonacci": "x: T.int32 = 1\ny: T.int32 = 1\nfor _ in range(5):\n    x, y = y, x + y\nB[0], B[1] = x, y",
    "swap fields": "p = Pair(A[1], A[2])\np.swap()\nB[0] = p.x\nB[1] = p.y",
    "starred": "first, *rest = A[4], A[5], A[6]\nA[5] = 100\nB[0] = rest[0] + first",
    "nested targets": "(A[1], A[2]), A[3] = (A[3], A[1]), A[2]",
    "index after target": "i: T.int32 = 5\ni, B[i] = i + 1, 7",
    "value before targets": "x: T.int32 = 3\nB[0], x = x, 8\nB[1] = x",
    "indices in order": "B[ATOMIC(A, 0)], B[ATOMIC(A, 0)] = 5, 6",
    "two atomics": "B[0], B[1] = ATOMIC(A, 0), ATOMIC(A, 0)",
    "swap after a call": "A[1], A[2] = A[2] + bump(A, 1), A[1]",
    "named tuple of reads": "t = (A[1], A[0])\nA[0], A[1] = t",
    # Effects take place once.
    "augmented at an atomic": "B[ATOMIC(A, 0)] += 7",
    "augmented at a call": "B[bump(A, 1)] += 7",
    "augmented by an atomic": "A[5] += ATOMIC(A, 5)",
    "augmented by a call": "A[5] += bump(A, 5)",
    "augmented cell": "x: T.int32 = 4\nx += bump(A, 1)\nB[0] = x",
    "augmented where an index changes": "B[A[1]] += ATOMIC(A, 1)",
    "augmented where a call changes the index": "B[A[1]] += bump(A, 1)",
    "shared value": "x = y = ATOMIC(A, 3)\nB[0] = x * 10 + y",
    "shared by elements": "B[1] = B[2] = ATOMIC(A, 3)",
    "shared read": "A[1] = B[1] = A[1] + 5",
    "shared with a cell": "x: T.int32 = 0\nx = y = ATOMIC(A, 3)\nB[0] = x * 10 + y",
    "repeated list": "B[0], B[1] = [ATOMIC(A, 0)] * 2",
    "start of a range": "for i in range(ATOMIC(A, 2), 8):\n    B[i] += 1",
    "start before stop": "for i in range(A[2], ATOMIC(A, 2) + 4):\n    B[i] += 1",
    "stop of a range": "for i in range(0, ATOMIC(A, 3)):\n    B[i] += 1",
    "grid": "for i, j in T.grid(ATOMIC(A, 2), ATOMIC(A, 3)):\n    B[i * 4 + j] += 1",
    "grid of reads": "for i, j in T.grid(A[2], A[3]):\n    A[3] = 1\n    B[i * 4 + j] += 1",
    "used twice by a function": "B[0] = ten(ATOMIC(A, 1))",
    "rest arguments": "B[0] = ten(1, 2, ATOMIC(A, 1), z=ATOMIC(A, 1))",
    "rest keywords": "B[0] = ten(ATOMIC(A, 1), z=bump(A, 1))",
    "lambda": "f = (lambda v: (v, v))(ATOMIC(A, 4))\nB[0] = f[0] + f[1]",
    "meta_var": "m = T.meta_var(ATOMIC(A, 1))\nB[0] = m + m",
    "unused in a dict": 'e = {"unused": ATOMIC(A, 1)}\nB[0] = A[1]',
    "unused item": "B[0] = (ATOMIC(A, 1), 5)[1]",
    "divmod": "B[0], B[1] = divmod(ATOMIC(A, 9), 4)",
    "chain": "B[0] = 1 if 1 < bump(A, 1) < 20 else 2",
    # A store's value comes before its index.
    "store": "B[ATOMIC(A, 2)] = ATOMIC(A, 2)",
    "store of a read": "B[ATOMIC(A, 2)] = A[2]",
    "store at a call": "B[bump(A, 2)] = A[2]",
    "store of a call": "B[A[2]] = bump(A, 2)",
    # What is kept has the value of its time.
    "dict": 'd = {"a": A[2]}\nA[2] = 100\nB[2] = d["a"]',
    "dict item": 'd = {}\nd["a"] = A[2]\nA[2] = 100\nB[2] = d["a"]',
    "dict call": 'd = dict(a=A[2])\nA[2] = 100\nB[2] = d["a"]',
    "dict update": 'd = {}\nd.update({"a": A[2]}, b=A[3])\nA[2] = 100\nA[3] = 100\nB[2] = d["a"] + d["b"]',
    "dict default": 'd = {}\ns = d.setdefault("a", A[2])\nA[2] = 100\nB[2] = d["a"] + s',
    "dict union": 'd = {"b": 1} | {"a": A[2]}\nA[2] = 100\nB[2] = d["a"]',
    "dict comprehension": "d = {j: A[j] for j in (4, 5)}\nA[4] = 100\nB[0] = d[4]",
    "dict of calls": "d = {0: A[1], 1: bump(A, 1), 2: A[1]}\nB[0] = d[0] * 100 + d[1] + d[2]",
    "keywords": "xs, d = kept(A[1], z=A[2])\nA[1] = 100\nA[2] = 100\nB[0] = xs[0]\nB[1] = d['z']",
    "nested display": "n = [(A[8], [A[9]])]\nA[8] = 100\nA[9] = 100\nB[8] = n[0][0]\nB[9] = n[0][1][0]",
    "appended": "xs = []\nxs.append((A[1], [A[2]]))\nA[2] = 100\nB[0] = xs[0][1][0]",
    "list comprehension": "xs = [bump(A, 1) + A[j] for j in (1, 2, 1)]\nB[0], B[1], B[2] = xs",
    "default": "def later(v=A[5]):\n    return v\nA[5] = 100\nB[5] = later()",
    "loop items": "for q, r in [(A[6], A[7]), (A[7], A[6])]:\n    A[6] = 50\n    B[6] = q\n    B[7] = r",
    "loop items in a branch": "for q in (A[1], A[2]):\n    if A[3] > 0:\n        A[2] = 50\n    B[0] += q",
    "cell in a dict": 'c: T.int32 = 5\nd = {"c": c, "t": (c, c)}\nc = 7\nB[0] = d["c"] + d["t"][1]',
    "spread": "z = [*(A[7], A[8])]\nA[7] = 100\nB[0] = z[0]",
    # Operands from left to right, around calls that are spliced in.
    "left operand": "B[0] = A[4] + bump(A, 4)",
    "right operand": "B[0] = bump(A, 4) + A[4]",
    "atomic before a call": "B[0] = ATOMIC(A, 4) * 100 + bump(A, 4)",
    "three operands": "B[0] = A[4] * 10000 + (A[4] * 100 + bump(A, 4)) + A[4]",
    "argument": "B[0] = ten(A[4], bump(A, 4))",
    "keyword order": "B[0] = ten(y=bump(A, 4), x=A[4])",
    "comparison": "if A[4] < bump(A, 4):\n    B[0] = 1",
    "maximum": "B[0] = T.max(bump(A, 4), A[4]) + T.max(A[4], bump(A, 4))",
    "index before a call": "B[0] = A[A[1] + bump(A, 1)]",
    "cells stay": "x: T.int32 = 4\nB[0] = x + bump(A, 1)\nx = 5\nB[1] = x",
    "loop in a call": "B[0] = A[9] + limited(bump(A, 9), 12)",
    "results in order": "u, v = two(A, 5)\nA[5] = 100\nB[0] = u * 10 + v",
    "atomics in one expression": "B[0] = ATOMIC(A, 1) * 100 + ATOMIC(A, 1) * 10 + A[1]",
    "atomic as argument of a call": "B[0] = limited(ATOMIC(A, 3), 9) + limited(ATOMIC(A, 3), 2)",
    "results of effects": "u, v = both(A, 1)\nB[0] = u * 100 + v + A[1]",
    "results in a sum": "B[0] = sum([A[1], bump(A, 1), ATOMIC(A, 1), A[1]])",
    "map": "xs = list(map(lambda i: bump(A, 1) + A[i], (1, 2, 1)))\nB[0], B[1], B[2] = xs",
    "while in a call": "B[0] = A[5] + counted(A, 5) + A[5]",
    "index and value": "A[bump(A, 1)] = bump(A, 1)",
    "index of an index": "B[A[A[1] + ATOMIC(A, 1)]] = A[1]",
    "element by element": "x, B[0], y = ATOMIC(A, 1), ATOMIC(A, 1), ATOMIC(A, 1)\nB[1] = x * 10 + y",
    "augmented field": "p = Pair(1, 2)\np.x += bump(A, 1)\np.y, p.x = p.x, p.y + bump(A, 1)\nB[p.x] = p.y",
    "declared cell": "x: T.int32 = A[1] * 100 + bump(A, 1)\nB[0] = x",
    "choice while compiling": "B[0] = A[1] * 100 + (bump(A, 1) if len((1, 2)) == 2 else 0)",
    "unrolled": "for i in T.static_range(3):\n    A[i], A[i + 1] = A[i + 1] + bump(A, i), A[i]",
    "in a loop": "for i in range(3):\n    A[i], A[i + 1] = A[i + 1] + bump(A, i), A[i]",
    "calls in calls": "B[0] = ten(A[1], ten(bump(A, 1), ten(ATOMIC(A, 1), y=A[1])))",
    "default and argument": "def f(x, y=A[1]):\n    return x + y\nB[0] = f(bump(A, 1)) + f(1, ATOMIC(A, 1))",
    # Loops.
    "while": "c: T.int32 = 0\nwhile bump(A, 0) < 50:\n    c += 1\n    if c > 20:\n        break\nB[0] = c",
    "while with continue": "while bump(A, 0) < 50:\n    if A[0] == 20:\n        continue\n    B[0] += 1",
    "while on an argument": "while limited(ATOMIC(A, 0), 3) < 3:\n    B[0] += 1",
    "elif": "if A[1] > 100:\n    B[0] = 1\nelif bump(A, 1) > 5:\n    B[0] = 2",
}
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]


def in_python(snippet):
    """A and B after the snippet, as Python runs it."""

    def atomic(tensor, index):
        tensor[index] += 1
        return tensor[index] - 1

    stand_in = SimpleNamespace(
        inline=lambda f: f,
        meta_class=lambda c: c,
        meta_var=lambda v: v,
        max=max,
        static_range=range,
        int32=int,
        grid=lambda *extents: itertools.product(*map(range, extents)),
    )
    names = {"T": stand_in, "ATOMIC": atomic}
    exec(PRELUDE + "def kernel(A, B):\n" + textwrap.indent(snippet, "    "), names)
    a, b = list(range(SIZE)), [0] * SIZE
    names["kernel"](a, b)
    return a, b


def source_of(snippet, header):
    tensor = f'T.Tensor(({SIZE},), "int32")'
    signature = f"@T.function\ndef kernel(A: {tensor}, B: {tensor}):\n"
    text = PRELUDE + signature + header + textwrap.indent(snippet, " " * 8)
    atomic = r"T.gpu.atomic_add(\1[\2], 1)"
    return "from tirx import script as T\n\n\n" + re.sub(r"ATOMIC\((\w+), (\w+)\)", atomic, text)


def in_kernel(source, **how):
    a, b = np.arange(SIZE, dtype=np.int32), np.zeros(SIZE, np.int32)
    tirx.compile(tirx.parse(source), **how)["kernel"](a, b)
    return a.tolist(), b.tolist()


@pytest.mark.parametrize("name", SNIPPETS)
def test_simulator_agrees_with_python(name):
    source = source_of(SNIPPETS[name], HEADER)
    assert in_kernel(source, executor="simulator") == in_python(SNIPPETS[name]), source


@pytest.mark.skipif(not COMPILERS, reason="no C compiler")
@pytest.mark.parametrize("name", SNIPPETS)
def test_c_agrees_with_python(name, monkeypatch):
    monkeypatch.setenv("CC", COMPILERS[0])
    source = source_of(SNIPPETS[name], "    for _t in T.parallel(1):\n")
    assert in_kernel(source, target="cpu") == in_python(SNIPPETS[name]), source

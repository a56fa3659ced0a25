# SPDX-License-Identifier: Apache-2.0
"""Random kernels as TIRx script: every construct of the language that CPython can execute as well.

Signed arithmetic stays within its type, because overflow is undefined: each integer expression carries a bound of
its magnitude. Everything else, unsigned and narrow integers and floats, may wrap and overflow.
"""

import dataclasses
import random
import re

ROWS, COLUMNS = 37, 8
GRID, BLOCK = 3, 16  # more threads than rows

HEADER = """from tirx import script as T

BLOCK = {block}
TABLE = {table}
NAMED = {{"a": {a}, "b": [k * k for k in range(4)]}}


def weight(k):
    total = 0
    for j in range(k):
        if j % 2 == 0:
            continue
        total += TABLE[j % len(TABLE)]
    return total % 10


@T.inline
def mixed(x, y):
    return T.max(x * 2.0 - y, x) + {c}


@T.function(private=True)
def chosen(a: T.int32, b: T.int32) -> T.int32:
    for k in range(3):
        if a + k > b:
            return (a - b) % 50
    return b % 50


@T.function
def kernel(
    A: T.Tensor(("n", {columns}), "float32", align=16),
    B: T.Tensor(("n", {columns}), "int32"),
    F: T.Tensor(("n", {columns}), "float32", align=16),
    R: T.Tensor(("n", {columns}), "int32"),
    s: T.int32,
    f: T.float32,
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid={grid}, block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < A.shape[0]:
"""


@dataclasses.dataclass
class Names:
    """What is in scope: integers with the bound of their magnitude, floats, cells of both, local arrays."""

    ints: list
    floats: list
    int_cells: list
    float_cells: list
    arrays: list

    def copy(self):
        return Names(*(list(getattr(self, field.name)) for field in dataclasses.fields(self)))


CELL_BOUND = 1009
LIMIT = 2**31 - 1


class RandomKernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.count = 0
        self.names = Names([("s", 20), ("i", 64)], ["f"], [], [], [])
        self.loops = []  # of the enclosing IR loops and `while`s

    def source(self):
        return self.head_from(HEADER, BLOCK) + self.body(3, lambda: self.statements(3, 12))

    def head_from(self, header, block):
        return header.format(
            block=block,
            grid=GRID,
            columns=COLUMNS,
            table=[self.random.randrange(-5, 9) for _ in range(5)],
            a=self.random.randrange(10),
            c=self.constant_float(),
        )

    def body(self, level, put_statements):
        """The statements, and stores of what is in scope at their end."""
        put_statements()
        for column in range(COLUMNS):
            if self.chance(2):
                self.put(level, f"R[i, {column}] = {self.small(3)}")
            if self.chance(2):
                self.put(level, f"F[i, {column}] = {self.float(3)}")
        return "\n".join(self.lines) + "\n"

    # --- helpers ---
    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def one(self, items):
        return self.random.choice(items)

    def put(self, level, text):
        self.lines.append("    " * level + text)

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def column(self):
        return str(self.random.randrange(COLUMNS))

    # --- statements ---
    def statements(self, level, most):
        outer, before = self.names.copy(), len(self.lines)
        for _ in range(self.random.randint(1, most)):
            self.statement(level)
        if len(self.lines) == before:
            self.put(level, "pass")
        self.names = outer

    def statement(self, level):
        simple = [self.bind, self.cell, self.cell, self.update, self.update, self.store, self.array, self.vector]
        nested = [self.branch, self.loop, self.loop, self.unrolled, self.while_loop, self.jump]
        self.one(simple if level > 5 else simple + nested)(level)

    def bind(self, level):
        name = self.fresh("x")
        if self.chance(2):
            text, bound = self.int(3)
            self.put(level, f"{name} = {text}")
            self.names.ints.append((name, bound))
        else:
            self.put(level, f"{name} = {self.float(3)}")
            self.names.floats.append(name)

    def cell(self, level):
        name = self.fresh("c")
        if self.chance(2):
            self.put(level, f"{name}: T.int32 = {self.small(2)}")
            self.names.int_cells.append(name)
        else:
            self.put(level, f"{name}: T.float32 = {self.float(2)}")
            self.names.float_cells.append(name)

    def update(self, level):
        if self.names.int_cells and self.chance(2):
            name = self.one(self.names.int_cells)
            if self.chance(3):
                self.put(level, f"{name} %= {self.random.randint(1, 60)}")
            else:
                self.put(level, f"{name} = {self.small(3)}")
        elif self.names.float_cells:
            name, value = self.one(self.names.float_cells), self.float(2)
            self.put(level, f"{name} {self.one(['=', '+=', '-=', '*='])} {value}")

    def store(self, level):
        if self.chance(2):
            self.put(level, f"R[i, {self.column()}] = {self.small(3)}")
        elif self.names.arrays and self.chance(2):
            self.put(level, f"{self.one(self.names.arrays)}[{self.index(4)}] = {self.float(2)}")
        else:
            self.put(level, f"F[i, {self.column()}] = {self.float(3)}")

    def array(self, level):
        name, k = self.fresh("a"), self.fresh("k")
        self.put(level, f'{name} = T.alloc_local((4,), "float32")')
        self.put(level, f"for {k} in range(4):")
        self.put(level + 1, f"{name}[{k}] = A[i, {k} * 2] * {self.constant_float()}")
        self.names.arrays.append(name)

    def vector(self, level):
        at, to = self.one([0, 4]), self.one([0, 4])
        name = self.fresh("v")
        factor = self.one([self.constant_float(), "f", *self.names.floats])
        self.put(level, f"{name} = A[i, {at} : {at + 4}] * {factor} {self.one('+-')} A[i, 0:4]")
        self.put(level, f"F[i, {to} : {to + 4}] = {name}")

    def branch(self, level):
        self.put(level, f"if {self.condition(2)}:")
        self.statements(level + 1, 3)
        if self.chance(3):
            self.put(level, f"elif {self.condition(2)}:")
            self.statements(level + 1, 3)
        if self.chance(2):
            self.put(level, "else:")
            self.statements(level + 1, 3)

    def loop(self, level):
        outer, name = self.names.copy(), self.fresh("k")
        start, length = self.one([("0", 0), ("1", 1), ("s % 3", 2)]), self.random.randint(1, 6)
        ranges = [
            f"range({length})",
            f"range({start[0]}, {start[1] + length})",
            f"range({start[0]}, {start[1] + length}, {self.random.randint(1, 3)})",
            f"T.serial({length})",
            f"T.unroll({length})",
        ]
        if self.chance(5):
            other = self.fresh("k")
            self.put(level, f"for {name}, {other} in T.grid(2, {length}):")
            self.names.ints += [(name, 2), (other, 6)]
            self.loops.append("grid")
        else:
            self.put(level, f"for {name} in {self.one(ranges)}:")
            self.names.ints.append((name, 8))
            self.loops.append("for")
        self.statements(level + 1, 4)
        self.loops.pop()
        self.names = outer

    def unrolled(self, level):
        """While compiling: the variable is a number of Python."""
        outer, loops, name = self.names.copy(), self.loops, self.fresh("k")
        items = self.one(["T.static_range(3)", "TABLE", "[2, 0]", 'NAMED["b"]', "T.static_range(1, 6, 2)"])
        self.put(level, f"for {name} in {items}:")
        self.names.ints.append((name, 10))
        self.loops = []  # an IR `break` in there would be an error
        self.statements(level + 1, 2)
        self.loops, self.names = loops, outer

    def while_loop(self, level):
        outer, name = self.names.copy(), self.fresh("w")
        self.put(level, f"{name}: T.int32 = {self.random.randint(1, 4)}")
        self.put(level, f"while {name} > 0:")
        self.put(level + 1, f"{name} -= 1")
        self.names.ints.append((name, 4))
        self.loops.append("while")
        self.statements(level + 1, 3)
        self.loops.pop()
        self.names = outer

    def jump(self, level):
        if not self.loops or self.loops[-1] == "grid":
            return
        self.put(level, f"if {self.condition(1)}:")
        self.put(level + 1, self.one(["break", "continue"]))

    # --- expressions ---
    def filled(self, template, depth):
        """`$f` becomes a float expression, `$c` a condition."""
        kinds = {"$f": self.float, "$c": self.condition}
        return re.sub(r"\$[fc]", lambda found: kinds[found.group()](depth), template)

    def index(self, extent):
        name, _ = self.one(self.names.ints)
        return self.one([str(self.random.randrange(extent)), f"({name} + {self.random.randrange(9)}) % {extent}"])

    def small(self, depth):
        """An int32 that a cell may hold."""
        text, bound = self.int(depth)
        return text if bound <= CELL_BOUND else f"({text}) % {CELL_BOUND}"

    def int(self, depth):
        """int32 (or a number of Python): text and a bound of its magnitude."""
        if depth == 0 or self.chance(5):
            return self.int_leaf()
        kinds = [self.int_sum, self.int_product, self.int_division, self.int_bits, self.int_choice, self.int_cast]
        template, bound = self.one([self.int_sum, *kinds])(depth - 1)
        text = self.filled(template, depth - 1)
        return (text, bound) if bound < 10**6 else (f"({text}) % 1000", 1000)

    def int_leaf(self):
        leaves = [(str(self.random.randrange(10)), 10), (f"B[i, {self.column()}]", 50), (f"weight({self.random.randrange(6)})", 10)]
        leaves += [("TABLE[1]", 10), ('NAMED["a"]', 10), ("len(TABLE)", 5), (f"T.int32({self.random.randrange(9)})", 9)]
        leaves += self.names.ints * 2 + [(name, CELL_BOUND) for name in self.names.int_cells * 2]
        return self.one(leaves)

    def int_sum(self, depth):
        (a, x), (b, y) = self.int(depth), self.int(depth)
        return f"({a} {self.one('+-')} {b})", x + y

    def int_product(self, depth):
        (a, x), (b, y) = self.int(depth), self.int(depth)
        if x * y > LIMIT:
            return f"({a} % 100) * ({b} % 100)", 10**4
        return f"{a} * {b}" if self.chance(2) and a.isidentifier() and b.isidentifier() else f"({a}) * ({b})", x * y

    def int_division(self, depth):
        (a, x), c = self.int(depth), self.random.randint(1, 9)
        return self.one(
            [
                (f"({a}) // {c}", x + 1),
                (f"({a}) % {c}", c),
                (f"({a}) // -{c}", x + 1),
                (f"T.truncdiv({a}, {c})", x),
                (f"T.truncmod({a}, {c})", c),
                (f"-({a})", x),
            ]
        )

    def int_bits(self, depth):
        (a, x), (b, y) = self.int(depth), self.int(depth)
        power = 1 << max(x, y).bit_length()
        return self.one(
            [
                (f"(({a}) {self.one('&|^')} ({b}))", power),
                (f"(({a}) >> {self.random.randrange(5)})", x + 1),
                (f"((({a}) % 1000) << {self.random.randrange(5)})", 16000),
                (f"~({a})", x + 1),
            ]
        )

    def int_choice(self, depth):
        (a, x), (b, y) = self.int(depth), self.int(depth)
        return self.one(
            [
                (f"(({a}) if $c else ({b}))", max(x, y)),
                (f"T.{self.one(['min', 'max'])}({a}, {b})", max(x, y)),
                (f"T.Select($c, {a}, {b})", max(x, y)),
                (f"chosen({a}, {b})", 50),
            ]
        )

    def int_cast(self, depth):
        """Through another type, in which the arithmetic wraps, rounds or is wide enough."""
        (a, x), (b, _) = self.int(depth), self.int(depth)
        a, b, x = f"(i + {a})", f"(s + {b})", x + 64  # of the program: constants must fit the type that they are cast to
        op = self.one("+-*")
        return self.one(
            [
                (f'T.cast(f + $f, "int32") % 1000', 1000),
                (f'T.cast(T.cast({a}, "int8") {op} T.cast({b}, "int8"), "int32")', 128),
                (f'T.cast(T.cast({a}, "uint8") {op} {self.random.randrange(9)}, "int32")', 256),
                (f'T.cast((T.cast({a}, "uint32") {op} T.cast({b}, "uint32")) >> 12, "int32")', 2**20),
                (f'T.cast(T.cast({a}, "int64") * 123456789 // {self.random.randint(1, 99)} % 1000, "int32")', 1000),
                (f'(T.cast({a}, "int16") ^ {b}) % 77', 77),
                (f"T.cast($c, \"int32\")", 1),
            ]
        )

    def constant_float(self):
        return self.one(["0.5", "2.0", "-1.25", "0.0", "3.0", "0.125"])

    def float(self, depth):
        """float32 (or a number of Python)."""
        if depth == 0 or self.chance(6):
            return self.float_leaf()
        op, number = self.one("+-*"), self.constant_float()
        template = self.one(
            [
                f"($f {op} $f)",
                f"($f {op} $f)",
                f"($f) / {self.one(['2.0', '3.0', '-0.75'])}",
                f"T.{self.one(['min', 'max'])}($f, $f)",
                "((f + $f) if $c else ($f * f))",
                "mixed($f, $f)",
                "T.sqrt(T.max($f, 0.0))",
                "T.floor($f)",
                "-($f)",
                f'T.cast(i + {self.int(depth - 1)[0]}, "float32")',
                f'T.cast(T.cast(f + $f, "float16") {op} T.cast(f + $f, "float16"), "float32")',
                f'(T.cast(f + $f, "float16") * {number} + $f)',
            ]
        )
        return self.filled(template, depth - 1)

    def float_leaf(self):
        leaves = [self.constant_float(), f"A[i, {self.column()}]", f"A[i, {self.index(COLUMNS)}]"]
        leaves += (self.names.floats + self.names.float_cells) * 2
        leaves += [f"{name}[{self.index(4)}]" for name in self.names.arrays]
        return self.one(leaves)

    def condition(self, depth):
        if depth > 0 and self.chance(3):
            return self.filled(self.one(["($c and $c)", "($c or $c)", "(not $c)"]), depth - 1)
        compare = self.one(["<", "<=", ">", ">=", "==", "!="])
        kind = self.random.randrange(5)
        if kind < 2:
            return self.filled(f"($f {compare} $f)", max(depth - 1, 0))
        if kind == 2:
            # The middle is computed once, so it must not be a cell where the comparison may not be reached.
            middle = self.one([name for name, _ in self.names.ints if not name.startswith("w")])
            return f"({self.int_leaf()[0]} < {middle} <= {self.int_leaf()[0]})"
        return f"({self.int(max(depth - 1, 0))[0]} {compare} {self.int(max(depth - 1, 0))[0]})"

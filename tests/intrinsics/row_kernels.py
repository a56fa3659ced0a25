# SPDX-License-Identifier: Apache-2.0
"""A kernel for each row of the operation tables, each operator and conversion, on each type that it takes.

The calls are those of test_rows.py and cuda_cases.py; which types a row takes, the front end says: what it
refuses is left out. bfloat16 and floats of 8 bits travel as integers of their size.
"""

import re
from dataclasses import dataclass

import tirx
from intrinsics import row_inputs, test_rows
from intrinsics.row_inputs import BLOCK, COUNT, DTYPES, SMALL_FLOATS
from tirx import _native, ir

OPERATORS = {
    **{op: f"x {op} y" for op in ["+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">="]},
    **{op: f"x {op} y" for op in ["&", "|", "^", "<<", ">>", "and", "or"]},
    **{name: f"{name}(x, y)" for name in ["T.truncdiv", "T.truncmod", "T.min", "T.max"]},
    "-x": "-x",
    "~x": "~x",
    "not x": "not x",
    "T.Select": "T.Select(x < y, x, z)",
}
CASTS = {f"T.cast to {name}": f'T.cast(x, "{name}")' for name in DTYPES}

# More than test_rows.py calls: other attributes and operands.
WIDTHS = ["int8", "int16", "int32", "int64", "uint32", "uint64", "float16", "bfloat16", "float32", "float64"]
MORE_EXPRESSIONS = {
    "reinterpret": [f'T.reinterpret("{name}", x)' for name in WIDTHS],
    "cuda.byte_perm": ["T.cuda.byte_perm(x, y, z)"],
    "cuda.cast_rounded": [
        f'T.cuda.cast_rounded(x, "{name}", "{mode}")'
        for name in ["int32", "uint32", "float16", "bfloat16", "float32", "float64"]
        for mode in ["rn", "rz", "ru", "rd"]
    ],
    "gpu.thread_allreduce": [
        *(f'T.gpu.thread_allreduce(x, "{name}")' for name in ["min", "max", "and", "or", "xor"]),
        'T.gpu.thread_allreduce(x * 0.5, "prod")',  # of floats
    ],
}
# And any values through memory: what an atomic gives, what it leaves.
CHANGES = ["add", "min", "max", "and", "or", "xor", "exchange"]
MORE_STATEMENTS = {
    **{
        f"gpu.atomic_{name}": [
            ["s[i] = x", f"o[i] = T.gpu.atomic_{name}(s[i], y)"],
            ["s[i] = x", f"T.gpu.atomic_{name}(s[i], y)", "o[i] = s[i]"],
        ]
        for name in CHANGES
    },
    "gpu.atomic_cas": [
        ["s[i] = x", "o[i] = T.gpu.atomic_cas(s[i], y, z)"],
        ["s[i] = x", "T.gpu.atomic_cas(s[i], y, z)", "o[i] = s[i]"],
    ],
    "cuda.float22half2": [
        [
            'f = T.alloc_shared((128,), "float32", align=8)',
            'h = T.alloc_shared((128,), "float16", align=4)',
            'f[i * 2] = T.reinterpret("float32", x)',
            'f[i * 2 + 1] = T.reinterpret("float32", y)',
            "T.cuda.float22half2(h[i * 2], f[i * 2])",
            'high = T.cast(T.reinterpret("uint16", h[i * 2 + 1]), "uint32")',
            'o[i] = high << 16 | T.cast(T.reinterpret("uint16", h[i * 2]), "uint32")',
        ]
    ],
}

# Rows of which no two results can be compared, and why.
HOST = "host code: no device runs it"
PLACE = "an address or a name of memory: it has no value of its own"
NOT_COMPARED = {
    "alloc_tensor": PLACE,
    "decl_tensor": PLACE,
    "tensor_data_ptr": PLACE,
    "address_of": PLACE,
    "ptr_byte_offset": PLACE,
    "undef": "some value: nothing may depend on which",
    "device_entry": HOST,
    "launch_kernel": HOST,
    "call_packed": HOST,
    "tensormap_encode_tiled": HOST,
    "external_kernel": "a kernel that the script does not write; the simulator runs its reference",
    "cuda.func_call": "a function given as CUDA text; the simulator runs its reference",
    "gpu.printf": "prints; it has no value",
    "cuda.clock": "a clock: another value each time; the simulator refuses it",
    "cuda.clock64": "a clock: another value each time; the simulator refuses it",
    "cuda.globaltimer": "a clock: another value each time; the simulator refuses it",
    "cuda.mov_sreg": "a special register of the device; the simulator refuses it",
    "cuda.cvta_generic_to_shared": "an address as instructions take it; the simulator refuses it",
    "cuda.is_global": "asks for an address; the simulator refuses it",
    "cuda.is_shared": "asks for an address; the simulator refuses it",
    "cuda.is_constant": "asks for an address; the simulator refuses it",
    "cuda.is_local": "asks for an address; the simulator refuses it",
}


def why_not_compared(row):
    return HOST if row.startswith("host.") else NOT_COMPARED.get(row, "this device has no such operation")


# Launches other than one block, or many, of BLOCK threads.
LAUNCHES = {
    "cuda.warpgroup_sync": "T.gpu.LaunchConfig(grid=1, block=128)",
    "cuda.grid_sync": "T.cuda.LaunchConfig(grid=1, block=64, cooperative=True)",
}

KERNEL = """
@T.function
def {name}(
    X_in: T.Tensor(({n},), "{operand}"),
    Y_in: T.Tensor(({n},), "{operand}"),
    Z_in: T.Tensor(({n},), "{operand}"),
    o_out: T.Tensor(({n},), "{result}"),
):
    with T.device_entry(launch={launch}):
        i = T.gpu.thread_idx("x")
        at = T.gpu.block_idx("x") * {block} + i
{body}
"""
HEADER = "from tirx import script as T\n"


@dataclass
class RowKernel:
    row: str  # "gpu.any", "<<", "T.cast to int8"
    lines: list  # of the kernel's body
    operand: str  # the type of x, y and z
    result: str  # of the stored value
    whole: bool  # each block computes its part of all values; otherwise one block, called part by part

    @property
    def size(self):
        return COUNT if self.whole else 2 * BLOCK if self.row == "cuda.warpgroup_sync" else BLOCK

    def source(self, name):
        launch = LAUNCHES.get(
            self.row, f"T.gpu.LaunchConfig(grid={max(self.size // BLOCK, 1)}, block={BLOCK})"
        )
        return KERNEL.format(
            name=name,
            n=self.size,
            block=BLOCK,
            operand=storage(self.operand),
            result=storage(self.result),
            launch=launch,
            body="\n".join(" " * 8 + line for line in [*self._names(), *self.lines]),
        )

    def _names(self):
        """What the calls are written with, as far as they use it."""
        at, used = "at" if self.whole else "i", names_in("\n".join(self.lines))
        names = [view_of("o", "o_out", self.result)]
        for name in "XYZ":
            if used & {name, name.lower()}:
                names.append(view_of(name, f"{name}_in", self.operand))
        names += [f"{name} = {name.upper()}[{at}]" for name in "xyz" if name in used]
        if "s" in used:
            names.append(f's = T.alloc_shared(({BLOCK},), "{self.operand}")')
        return names

    def takes_values(self):
        return bool(names_in("\n".join(self.lines)) & {"x", "X"})

    def is_loop(self):
        """Whether it computes each value by itself, with operations and types that every backend has."""
        body = "\n".join(self.lines)
        small = {self.operand, self.result} & set(SMALL_FLOATS)
        other = "T.gpu" in body or "T.cuda" in body or names_in(body) & {"s", "X"}
        return self.whole and not small and not other

    def inputs(self):
        return row_inputs.defined_operands(self.row, DTYPES[self.operand], seed=len(self.row))

    def seen_as(self):
        """The type of what is compared: a row that gives several floats in a word gives floats."""
        packed = row_inputs.PACKED_RESULTS.get(self.row)
        return packed if packed and self.result in ("uint32", "uint64") else self.result

    def input_of(self, output):
        """The place among the inputs that the output at this place comes from."""
        values = DTYPES[self.result].itemsize // DTYPES[self.seen_as()].itemsize
        part, within = divmod(output // values, self.size)
        return self.parts()[part].start + within

    def parts(self):
        """Ranges of the values, one for each call."""
        if self.whole:
            return [slice(0, COUNT)]
        return [slice(k, k + self.size) for k in range(0, COUNT, COUNT // 16)]


def names_in(text):
    """The names that the text uses; "x" of `block_idx("x")` is none."""
    return set(re.findall(r"\b\w+\b", re.sub(r'"[^"]*"', "", text)))


def storage(dtype):
    return dtype if dtype not in ("bfloat16", *SMALL_FLOATS) else f"uint{DTYPES[dtype].itemsize * 8}"


def view_of(name, parameter, dtype):
    return f"{name} = {parameter}" + ("" if storage(dtype) == dtype else f'.view("{dtype}")')


def _result_type(row, expression, operand):
    """What the front end makes of the expression on this type; None where it refuses."""
    probe = RowKernel(row, [f"value = {expression}", "o[at] = x"], operand, operand, True)
    try:
        module = tirx.parse(HEADER + probe.source("probe"))
    except tirx.DiagnosticError:
        return None
    binds = [node for node in ir.nodes(module) if getattr(getattr(node, "var", None), "name", "") == "value"]
    return str(binds[0].var.dtype)


def _is_accepted(kernel):
    try:
        tirx.parse(HEADER + kernel.source("probe"))
    except tirx.DiagnosticError:
        return False
    return True


def _types_to_try(text, own):
    """All types, where the text depends on x at all."""
    return [name for name in DTYPES if name not in SMALL_FLOATS] if names_in(text) & {"x", "X"} else [own]


def of_expression(row, expression, own):
    kernels = []
    types = DTYPES if row in CASTS else _types_to_try(expression, own)
    for operand in types:
        result = _result_type(row, expression, operand)
        if result in DTYPES and (operand not in SMALL_FLOATS or result != operand):
            kernels.append(RowKernel(row, [f"o[at] = {expression}"], operand, result, True))
    return kernels


def of_statements(row, lines, own):
    kernels = [
        RowKernel(row, lines, operand, operand, False) for operand in _types_to_try("\n".join(lines), own)
    ]
    return [kernel for kernel in kernels if _is_accepted(kernel)]


def row_name(case):
    """`cuda.cast_rounded, rn` is a case of `cuda.cast_rounded`."""
    return case.split(",")[0]


def table_rows():
    """The rows of the tables: name to the units in the last place that it states."""
    return {str(row["name"]): int(row["ulp"]) for row in _native.function("intrinsics")()}


def _expressions():
    """(row, expression, the type that it is tried with where it has no operand)."""
    yield from ((name, text, "int32") for name, text in {**OPERATORS, **CASTS}.items())
    yield from ((row_name(case), text, x.dtype.name) for case, (text, x, *_) in test_rows.CASES.items())
    yield from ((row, text, "int32") for row, texts in MORE_EXPRESSIONS.items() for text in texts)


def _statements():
    yield from ((row_name(case), text, x.dtype.name) for case, (text, x, *_) in test_rows.STATEMENTS.items())
    yield from ((row, lines, "int32") for row, bodies in MORE_STATEMENTS.items() for lines in bodies)


def all_kernels(only=None):
    """The kernels of all rows, or of those named."""

    def wanted(row):
        return row not in NOT_COMPARED and (only is None or row in only)

    kernels = []
    for row, text, own in _expressions():
        if wanted(row):
            kernels += of_expression(row, text, own)
    for row, lines, own in _statements():
        if wanted(row):
            kernels += of_statements(row, lines, own)
    return kernels


def as_stored(values):
    return values.view(storage(values.dtype.name))


def as_loops(source):
    """For backends of loops: the same with a parallel loop in the place of the threads."""
    entry = re.compile(r"    with T\.device_entry\(.*\n.*\n        at = .*\n")
    return entry.sub(f"    for at in T.parallel({COUNT}):\n        i = at % {BLOCK}\n", source)

# SPDX-License-Identifier: Apache-2.0
"""docs/op_rows.md, made of what op_rows.py found."""

from intrinsics import row_kernels
from intrinsics.row_inputs import COUNT, DEFINED, DTYPES

TEXT = """\
# What the simulator's results are worth

Written by `./run gpu` (`tests/intrinsics/op_rows.py`), not by hand. The same inputs to the simulator and to {device}:
each row of the operation tables, each operator and each conversion, on each type that it takes, with {count} values
of each operand. They are the edges of the type (zeros of both signs, denormals, one and its neighbours, powers of
two and theirs, what lies halfway between values of narrower types, the largest, infinities, NaN), each with each, and
random ones, half of them any bits, half of moderate size. Where the language leaves a result undefined, or a manual
bounds an error within a range only, they are from the range named.

*stated*: `exact` is the same bits, but that one NaN is as good as another. N ulp is by how many units in the last
place a device may be off by the row's own statement, which is about float32 and float64; the simulator's float64
functions may be 1 off themselves, and results in 16 bits are rounded from float32 and may differ by 1. *seen*: the
largest difference. CUDA code was compiled without fast math.

{table}

## Not compared

{left_out}
"""

INTEGERS = [name for name, dtype in DTYPES.items() if dtype.kind in "iu"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]


def _in_words(types):
    """Names of types, those of a kind as one."""
    types = list(dict.fromkeys(types))
    for group, word in [(INTEGERS, "integers"), (FLOATS, "floats")]:
        if set(group) <= set(types):
            types = [word, *(name for name in types if name not in group)]
    return ", ".join(types)


def _by_type(groups):
    """`float16: 1 ulp; float32: 2 ulp`, or the text alone where there is one."""
    if len(groups) == 1:
        return next(iter(groups))
    return "; ".join(f"{_in_words(types)}: {text}" for text, types in groups.items())


def _line(row, findings):
    stated, seen = {}, {}
    for result in dict.fromkeys(found.kernel.result for found in findings):
        alike = [found for found in findings if found.kernel.result == result]
        stated.setdefault(alike[0].claim.text(), []).append(result)
        worst = max(alike, key=lambda found: (found.largest(), found.seen() != "equal"))
        seen.setdefault(worst.seen(), []).append(result)
    operands = _in_words(found.kernel.operand for found in findings if found.kernel.takes_values())
    inputs = DEFINED[row][1] if row in DEFINED else "any" if operands else ""
    name = row.replace("|", "\\|")
    return f"| `{name}` | {operands} | {inputs} | {_by_type(stated)} | {_by_type(seen)} |"


def render(findings, device):
    by_row, reasons = {}, {}
    for found in findings:
        by_row.setdefault(found.kernel.row, []).append(found)
    lines = ["| row | types | inputs | stated | seen |", "| --- | --- | --- | --- | --- |"]
    lines += [_line(row, found) for row, found in by_row.items()]
    for row in row_kernels.table_rows():
        if row not in by_row:
            reasons.setdefault(row_kernels.why_not_compared(row), []).append(f"`{row}`")
    left_out = "\n".join(f"- {reason}: {', '.join(rows)}." for reason, rows in reasons.items())
    return TEXT.format(device=device, count=COUNT, table="\n".join(lines), left_out=left_out)

# SPDX-License-Identifier: Apache-2.0
"""What the simulator's results are worth: every row of the operation tables, every operator and conversion, on
each type that it takes, with the same inputs on the simulator and on a device. Writes docs/op_rows.md.

`./run gpu` runs it on a machine with a GPU and leaves op_rows.md in $OUT; copy it from there to docs/. By
itself, where the package and its libraries are found: `python tests/intrinsics/op_rows.py --out op_rows.md`.
Without a GPU, `--device cpu` compares with the cpu backend: the rows that need no other thread.
`--row NAME` restricts it. The exit code is 1 where a row is further off than it states.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "tools")]

import tirx
from gpu_device import missing_device
from intrinsics import row_kernels, row_table
from intrinsics.row_claims import Finding, claim
from intrinsics.row_inputs import DTYPES

BATCH = 24  # kernels of one compilation
OPTIONS = {"cuda": {"nvrtc": []}}  # no fast math


def batches(kernels):
    """(kernels, the module that has them as k0, k1, ...)."""
    for start in range(0, len(kernels), BATCH):
        part = kernels[start : start + BATCH]
        yield part, row_kernels.HEADER + "".join(kernel.source(f"k{i}") for i, kernel in enumerate(part))


# Each: the executable, what brings an array there, and back.


def on_simulator(source):
    exe = tirx.compile(tirx.parse(source), executor="simulator", backend_config=OPTIONS)
    return exe, np.copy, np.asarray


def on_cuda(source):
    import cupy

    exe = tirx.compile(tirx.parse(source), target="cuda", backend_config=OPTIONS)
    return exe, cupy.asarray, cupy.asnumpy


def on_cpu(source):
    exe = tirx.compile(tirx.parse(row_kernels.as_loops(source)), target="cpu")
    return exe, np.copy, np.asarray


DEVICES = {"cuda": on_cuda, "cpu": on_cpu}


def run(kernel, function, there, back):
    """What it computes of all its inputs."""
    values = [row_kernels.as_stored(value) for value in kernel.inputs()]
    outputs = []
    for part in kernel.parts():
        output = there(np.zeros(kernel.size, row_kernels.storage(kernel.result)))
        function(*(there(np.ascontiguousarray(value[part])) for value in values), output)
        outputs.append(back(output))
    return np.concatenate(outputs).view(DTYPES[kernel.seen_as()])


def compare(kernels, device):
    """A Finding for each kernel; all are compiled on several threads."""
    ulps, parts = row_kernels.table_rows(), list(batches(kernels))
    zeros_alike = ["T.min", "T.max"] if device is on_cpu else []  # docs/language.md, Expressions
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = [
            pool.map(executor, [source for _, source in parts]) for executor in (on_simulator, device)
        ]
        for (part, _), *sides in zip(parts, *compiled, strict=True):
            for i, kernel in enumerate(part):
                results = [run(kernel, exe[f"k{i}"], there, back) for exe, there, back in sides]
                stated = claim(kernel.row, ulps.get(kernel.row, 0), kernel.seen_as())
                stated.zeros_alike = kernel.row in zeros_alike
                yield Finding(kernel, stated, *results)


def device_name(device):
    if device == "cpu":
        return "the cpu backend"
    import cupy

    return f"an {cupy.cuda.runtime.getDeviceProperties(0)['name'].decode()}"


def write(path, text):
    partial = path.with_suffix(".partial")
    partial.write_text(text)
    os.replace(partial, path)


def main():
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--device", choices=DEVICES, default="cuda")
    parser.add_argument("--row", action="append", help="a row to compare; may be repeated; default all")
    parser.add_argument("--out", type=Path, help="where the table is written")
    options = parser.parse_args()
    if options.device == "cuda" and missing_device():
        parser.error(missing_device())
    kernels = row_kernels.all_kernels(options.row)
    if options.device == "cpu":
        kernels = [kernel for kernel in kernels if kernel.is_loop()]
    if not kernels:
        parser.error(f"none of {', '.join(options.row)} is compared on `{options.device}`")
    findings = list(compare(kernels, DEVICES[options.device]))
    wrong = [found for found in findings if found.wrong().any()]
    for found in wrong:
        print(found.complaint())
    if options.out:
        write(options.out, row_table.render(findings, device_name(options.device)))
    print(f"{len(findings)} kernels of {len({f.kernel.row for f in findings})} rows, {len(wrong)} off")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""The language's own speed: reading, printing, saving and lowering growing programs; decorating a kernel.

Goals (docs/measurements.md): 1 MB of script is read in under 1 s, time grows linearly, printing is as fast as
reading, the decorator adds under 1 ms to a kernel of 50 lines, script to CUDA text takes 3 ms for softmax and
25 ms for 2,000 statements.
"""

import importlib.util
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import tirx  # noqa: E402

HEADER = """from tirx import script as T


@T.function
def kernel(A: T.Tensor((64,), "float32"), B: T.Tensor((64,), "float32"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=64)):
        t = T.gpu.thread_idx("x")
        acc: T.float32 = 0.0
"""
# Five statements, about 190 characters.
GROUP = """        x{k} = A[t] * 2.0 + {k}.0
        acc = acc + x{k}
        if acc > {k}.5 and t < n:
            B[t] = T.max(acc, x{k}) / 3.0
        A[(t + {k}) % 64] = T.exp(acc) - B[t]
"""


def program(statements):
    return HEADER + "".join(GROUP.format(k=k) for k in range(statements // 5))


def milliseconds(work, rounds):
    """Of the processor, the least of several runs: other programs only ever add."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(1e3 * (time.process_time() - start))
    return min(times)


def table_of_sizes():
    stages = ["read", "print", "save", "load", "lower", "simulator"]
    print("milliseconds of the processor, least of several runs")
    print(f"{'statements':<12}{'MB':>6}" + "".join(f"{stage:>11}" for stage in stages))
    for statements in [500, 5000, 50000]:
        text = program(statements)
        rounds = 3 if statements > 5000 else 7
        module = tirx.parse(text)
        saved = module.to_json()
        works = [
            lambda text=text: tirx.parse(text),
            module.script,
            module.to_json,
            lambda saved=saved: tirx.IRModule.from_json(saved),
            lambda module=module: tirx.lower(module, arch="sm_90a"),
            lambda module=module: tirx.lower(module, executor="simulator"),
        ]
        row = "".join(f"{milliseconds(work, rounds):11.1f}" for work in works)
        print(f"{statements:<12}{len(text) / 1e6:6.2f}{row}", flush=True)


def read_a_megabyte():
    text = program(5 * (1_000_000 // len(GROUP.format(k=12345)) + 1))
    print(
        f"\nreading {len(text) / 1e6:.2f} MB: {milliseconds(lambda: tirx.parse(text), 3):.0f} ms (goal 1000)"
    )


def loaded(path):
    spec = importlib.util.spec_from_file_location("kernel_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def decorator():
    """Importing a file with a kernel of 50 lines, less importing the same file with a plain function."""
    lines = program(40).splitlines()
    with tempfile.TemporaryDirectory() as folder:
        times = {}
        for name, decorate in [("kernel", "@T.function"), ("plain", "@(lambda f: f)")]:
            path = Path(folder) / f"{name}.py"
            path.write_text("\n".join(lines).replace("@T.function", decorate))
            loaded(path)
            times[name] = statistics.median(milliseconds(lambda path=path: loaded(path), 5) for _ in range(9))
    added = times["kernel"] - times["plain"]
    print(f"decorating a kernel of {len(lines)} lines: {added:.2f} ms (goal 1)")


def to_cuda_text():
    softmax = (ROOT / "examples/softmax.py").read_text()
    for name, text, goal in [("softmax", softmax, 3), ("2,000 statements", program(2000), 25)]:
        took = milliseconds(lambda text=text: tirx.generate_source(tirx.parse(text), arch="sm_90a"), 9)
        print(f"script to CUDA text, {name}: {took:.1f} ms (goal {goal})")


def main():
    table_of_sizes()
    read_a_megabyte()
    decorator()
    to_cuda_text()


if __name__ == "__main__":
    main()

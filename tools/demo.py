# SPDX-License-Identifier: Apache-2.0
"""`./run demo`: one kernel from text to machine code and to checked results, with the time of each stage."""

import sys
import textwrap
import time
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import tirx
from gpu_device import missing_device

EXAMPLE = Path(__file__).resolve().parent.parent / "examples/softmax.py"
ARCH = "sm_90a"
COMPILE_STAGE = f"compile for {ARCH}"
ROWS = 64
TOLERANCE = 1e-6

times = {}


@contextmanager
def stage(name):
    start = time.perf_counter()
    yield
    times[name] = 1e3 * (time.perf_counter() - start)


def load_example():
    spec = spec_from_file_location(EXAMPLE.stem, EXAMPLE)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reference(x):
    """Row softmax in float64."""
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def largest_error(result, x):
    return float(np.abs(result - reference(x)).max())


def run_on_gpu(executable, x):
    """The result of the compiled kernel; None where this machine cannot run it."""
    if missing_device():
        return None
    try:
        import torch
    except ImportError:
        return None
    device_x = torch.from_numpy(x).cuda()
    device_y = torch.empty_like(device_x)
    executable(device_x, device_y)
    torch.cuda.synchronize()
    return device_y.cpu().numpy()


def print_rows(title, rows):
    print(f"\n{title}")
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"  {name:<{width}}  {value}")


def print_build(executable):
    """Compiler and version, architecture, options, and what each kernel takes of the machine."""
    print("\ncompiled by")
    for line in executable.inspect_source("resources").splitlines():
        pieces = textwrap.wrap("  " + line, 100, break_long_words=False, break_on_hyphens=False)
        print("\n      ".join(pieces))


def print_times(parts):
    """The stages of this run; the parts of compiling for the device stand below their sum."""
    rows = []
    for name, milliseconds in times.items():
        rows.append((name, f"{milliseconds:9.2f} ms"))
        if name == COMPILE_STAGE:
            rows += [(f"  {part}", f"{time_of:9.2f} ms") for part, time_of in parts.items()]
    print_rows("time", rows)


def main():
    with stage("read the script"):
        softmax = load_example().softmax
    with stage(COMPILE_STAGE):
        compiled = tirx.compile(softmax, arch=ARCH, executor="device")
    with stage("compile for the simulator"):
        simulated = tirx.compile(softmax, executor="simulator")

    x = np.random.default_rng(0).normal(scale=4.0, size=(ROWS, load_example().COLS)).astype(np.float32)
    y = np.empty_like(x)
    with stage("run on the simulator"):
        simulated(x, y)
    with stage("run on the GPU"):
        on_gpu = run_on_gpu(compiled, x)

    print(f"{EXAMPLE.name}: softmax over {ROWS} rows of {x.shape[1]} float32")
    print_build(compiled)
    errors = {"simulator": largest_error(y, x)}
    if on_gpu is not None:
        errors["GPU"] = largest_error(on_gpu, x)
    rows = [(name, f"{error:.3g}") for name, error in errors.items()]
    if on_gpu is None:
        times.pop("run on the GPU")
        rows.append(("GPU", f"not run: {missing_device() or 'PyTorch is not installed'}"))
    print_rows("largest error against float64", rows)
    print_times(compiled.times)
    if max(errors.values()) > TOLERANCE:
        sys.exit(f"demo FAILED: the error exceeds {TOLERANCE}")


if __name__ == "__main__":
    main()

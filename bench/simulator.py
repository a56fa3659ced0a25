# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""What kernels cost on the simulator, what each check adds, and the product beside the same loops in C."""

import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "bench")]

import tirx  # noqa: E402
from kernels.block_sums import block_sums as block_sums_of  # noqa: E402
from kernels.product import product as product_of  # noqa: E402
from tirx import script as T  # noqa: E402

ROUNDS = 15
# As it comes: gcc vectorises at -O2 from version 12 on. The second shows what that is worth.
PEERS = {"cc -O2": ["-O2"], "cc -O2, scalar": ["-O2", "-fno-tree-vectorize", "-fno-tree-slp-vectorize"]}
ISAS = ["avx512", "avx2"]
ALL = ["bounds", "alignment", "uninitialised", "races", "lanes", "arithmetic"]
CHECKS = {"all": [], "no races": ["races"], "none": ALL}

SIZE, TILE = 256, 16
COUNT = 1 << 20

product = product_of(SIZE, TILE)
block_sums = block_sums_of(COUNT)


@T.function
def saxpy(X: T.Tensor((COUNT,), "float32"), Y: T.Tensor((COUNT,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=COUNT // 256, block=256)):
        i = T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")
        Y[i] = 2.0 * X[i] + Y[i]


KERNELS = (product, saxpy, block_sums)
SHAPES = {product: [(SIZE, SIZE)] * 3, saxpy: [COUNT] * 2, block_sums: [COUNT, COUNT // 256]}
RESULTS = {product: SIZE, saxpy: 3, block_sums: 256}


def fresh(kernel):
    return [np.ones(shape, "float32") for shape in SHAPES[kernel]]


def simulated(kernel, **options):
    return tirx.compile(kernel, executor="simulator", **options)


def timed(run, kernel, clock):
    """Milliseconds of one call, whose result is looked at."""
    arguments = fresh(kernel)
    start = clock()
    run(*arguments)
    passed = 1e3 * (clock() - start)
    assert (arguments[-1] == RESULTS[kernel]).all()
    return passed


def least_in_turns(runs, kernel, clock=time.process_time):
    """Of each run the least time; they take turns, so that all see the same machine."""
    times = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            times[name].append(timed(run, kernel, clock))
    return {name: min(found) for name, found in times.items()}


def c_product(options, folder):
    library = Path(folder) / f"peer{len(list(Path(folder).iterdir()))}.so"
    source = ROOT / "bench/simulator_peer.c"
    subprocess.run(
        [os.environ.get("CC", "cc"), *options, "-shared", "-fPIC", source, "-o", library], check=True
    )
    function = ctypes.CDLL(str(library)).product
    return lambda *arguments: function(*(ctypes.c_void_p(a.ctypes.data) for a in arguments))


def has_isa(name):
    os.environ["TIRX_SIMULATOR_ISA"] = name
    try:
        simulated(block_sums)(*fresh(block_sums))
    except RuntimeError as error:
        if "TIRX_SIMULATOR_ISA" not in str(error):
            raise
        return False
    return True


def print_checks(isa, peers):
    runs = {name: {"no_check": names, "threads": 1} for name, names in CHECKS.items()}
    for kernel in KERNELS:
        with_c = peers if kernel is product else {}
        least = least_in_turns(
            {**with_c, **{name: simulated(kernel, **options) for name, options in runs.items()}}, kernel
        )
        print(f"{kernel.name:<12}{isa:<10}" + "".join(f"{least[name]:12.2f}" for name in CHECKS), end="")
        print("".join(f"{least[name]:16.2f}{least['all'] / least[name]:6.1f}x" for name in with_c))


def print_threads():
    runs = {threads: simulated(product, threads=threads) for threads in (1, 2)}
    least = least_in_turns(runs, product, time.perf_counter)
    print(f"product, wall: one thread {least[1]:.2f}, two {least[2]:.2f}: {least[1] / least[2]:.2f}x")


def first_result(kernel):
    def compile_and_run(*arguments):
        simulated(kernel)(*arguments)

    return statistics.median(timed(compile_and_run, kernel, time.perf_counter) for _ in range(ROUNDS))


def shadow_ratio(kernel):
    """Bytes that the checks keep for one of shared memory."""
    reports = []
    simulated(kernel, threads=1, on_report=lambda *report: reports.append(report))(*fresh(kernel))
    ((_, _, shared, shadow),) = reports
    return shadow / shared


def main():
    print(f"milliseconds, least of {ROUNDS} in turns; processor time on one thread unless wall is said")
    print(f"{'kernel':<22}" + "".join(f"{name:>12}" for name in CHECKS), end="")
    print("".join(f"{name:>16}{'':>7}" for name in PEERS) + "   (all checks : C)")
    with tempfile.TemporaryDirectory() as folder:
        peers = {name: c_product(options, folder) for name, options in PEERS.items()}
        for isa in filter(has_isa, ISAS):
            os.environ["TIRX_SIMULATOR_ISA"] = isa
            print_checks(isa, peers)
    os.environ.pop("TIRX_SIMULATOR_ISA")
    print_threads()
    for kernel in KERNELS:
        print(f"{kernel.name}, wall, median, parsed kernel to first result: {first_result(kernel):.1f}")
    for kernel in (product, block_sums):
        print(f"{kernel.name}, shadow bytes for a byte of shared memory: {shadow_ratio(kernel):.2f}")


if __name__ == "__main__":
    main()

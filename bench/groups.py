# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""Device modules of one program compile side by side: entries with different configurations, together and one
by one, in turns. Processor cores limit what can be gained.
"""

import os
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import tirx  # noqa: E402

ROUNDS = 9
CONFIGS = [
    {"arch": "sm_80", "nvrtc": ["--ftz=false"]},
    {"arch": "sm_90a", "nvrtc": ["--use_fast_math"]},
    {"arch": "sm_100a", "nvrtc": []},
]
ENTRY = """
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=8, block=128), backend_config={{"cuda": {config}}}):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        for k in T.unroll(24):
            A[i] = T.exp(A[i]) * T.sin(A[i] + {salt}) + T.float32(k)
"""


def program(configs, salt):
    """Its text differs with `salt`: nothing on the way may answer from a cache."""
    body = "".join(ENTRY.format(config=config, salt=float(salt)) for config in configs)
    head = 'from tirx import script as T\n\n@T.function\ndef f(A: T.Tensor((1024,), "float32")):'
    return tirx.parse(head + body)


def milliseconds(configs, salt):
    module = program(configs, salt)
    start = time.perf_counter()
    tirx.compile(module, target="cuda", executor="device")
    return 1e3 * (time.perf_counter() - start)


def best_schedule(singles, cores):
    """The least time in which so many cores can do the jobs, one core a job."""
    loads = [0.0]
    best = sum(singles)
    for choice in range(cores ** len(singles)):
        loads = [0.0] * cores
        for place, single in enumerate(singles):
            loads[choice // cores**place % cores] += single
        best = min(best, max(loads))
    return best


def main():
    cores = min(len(CONFIGS), os.cpu_count())
    rows = []
    for salt in range(ROUNDS + 1):
        singles = [milliseconds([config], 10 * salt + k) for k, config in enumerate(CONFIGS)]
        two = milliseconds(CONFIGS[:2], 10 * salt + 5)
        rows.append([*singles, two, milliseconds(CONFIGS, 10 * salt + 6)])
    *singles, two, three = (statistics.median(column) for column in zip(*rows[1:], strict=True))
    print(f"milliseconds, median of {ROUNDS}; {cores} cores")
    for config, single in zip(CONFIGS, singles, strict=True):
        print(f"{config['arch']:<10}{single:8.1f}")
    print(f"two together{two:8.1f}, {sum(singles[:2]) / two:.2f} times as fast as one after the other")
    for count in sorted({min(2, cores), cores}):
        best = best_schedule(singles, count)
        ratio = f"{three / best:.2f} of the singles' best on {count} cores ({best:.1f})"
        print(f"three together{three:8.1f}, {ratio}")


if __name__ == "__main__":
    main()

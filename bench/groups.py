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


def spread(values):
    """The median, and the least and the most."""
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main():
    cores = min(len(CONFIGS), os.cpu_count())
    rows = []
    for salt in range(ROUNDS + 1):
        singles = [milliseconds([config], 10 * salt + k) for k, config in enumerate(CONFIGS)]
        two = milliseconds([CONFIGS[0], CONFIGS[2]], 10 * salt + 5)  # these take about the same time
        rows.append((singles, two, milliseconds(CONFIGS, 10 * salt + 6)))
    rows = rows[1:]
    print(f"milliseconds, median of {ROUNDS}, ratios round by round; {cores} cores")
    for k, config in enumerate(CONFIGS):
        print(f"{config['arch']:<10}{statistics.median(singles[k] for singles, _, _ in rows):8.1f}")
    gain = [(singles[0] + singles[2]) / two for singles, two, _ in rows]
    print(f"sm_80 and sm_100a together: {spread(gain)} times as fast as one after the other")
    for count in sorted({min(2, cores), cores}):
        ratio = [three / best_schedule(singles, count) for singles, _, three in rows]
        print(f"three together: {spread(ratio)} of the singles' best on {count} cores")


if __name__ == "__main__":
    main()

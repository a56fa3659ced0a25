# SPDX-License-Identifier: Apache-2.0
"""Other Python threads go on while native code works: calls release the interpreter's lock."""

import threading
import time

import numpy as np
import pytest
import tirx

HEAD = "from tirx import script as T\n\n\n"

LONG_LOOP = (
    HEAD
    + """@T.function
def count(n: T.int64) -> T.int64:
    total: T.int64 = 0
    for i in T.serial(n):
        total += i % 7
    return total
"""
)

LONG_KERNEL = (
    HEAD
    + """@T.function
def spin(A: T.Tensor((128,), "float32"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):
        i = T.gpu.thread_idx("x")
        for k in T.serial(n):
            A[i] = A[i] * 0.5 + 1.0
"""
)

LONG_TEXT = (
    HEAD
    + "@T.function\ndef f(A: T.Tensor((128,), 'float32')):\n"
    + "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):\n"
    + "        i = T.gpu.thread_idx('x')\n"
)
STATEMENT = "        A[i] = A[i] * 2.0 + T.exp(A[i])\n"


def compile_for_device():
    return tirx.compile, (tirx.parse(LONG_TEXT + STATEMENT * 200),), {"arch": "sm_90a"}


def read_text():
    return tirx.parse, (LONG_TEXT + STATEMENT * 10_000,), {}


def run_on_the_simulator():
    kernel = tirx.compile(tirx.parse(LONG_KERNEL), executor="simulator")
    return kernel, (np.zeros(128, dtype=np.float32), 20_000), {}


def loop_in_bytecode():
    return tirx.compile(tirx.parse(LONG_LOOP), arch="sm_90a"), (2_000_000,), {}


def loop_in_a_library(folder):
    tirx.compile(tirx.parse(LONG_LOOP), arch="sm_90a").export_library(folder / "k.so")
    return tirx.load_module(folder / "k.so"), (300_000_000,), {}


class Ticker(threading.Thread):
    """Notes the time every now and then, which takes the interpreter's lock."""

    def __init__(self):
        super().__init__(daemon=True)
        self.times, self.done = [], threading.Event()

    def run(self):
        while not self.done.is_set():
            self.times.append(time.perf_counter())
            time.sleep(0.0005)


@pytest.mark.parametrize(
    "prepare", [read_text, compile_for_device, run_on_the_simulator, loop_in_bytecode, loop_in_a_library]
)
def test_others_go_on(prepare, tmp_path):
    call, args, keywords = prepare(tmp_path) if prepare is loop_in_a_library else prepare()
    ticker = Ticker()
    ticker.start()
    start = time.perf_counter()
    call(*args, **keywords)
    end = time.perf_counter()
    ticker.done.set()
    ticker.join()
    # Entering and leaving a call may let others in even where the lock is held: only the middle counts.
    margin = (end - start) / 10
    within = [at for at in ticker.times if start + margin < at < end - margin]
    assert len(within) >= 3, f"{len(within)} ticks within {end - start:.3f} s"

# SPDX-License-Identifier: Apache-2.0
"""tirx.record_event: waiting for a device's work, and its time."""

import sys
import time

import numpy as np
import pytest
import tirx
from fake_driver import run_with_fake_driver

DEVICES = sorted({device.kind for device in tirx.devices()})


@pytest.mark.parametrize("kind", DEVICES)
def test_time_passes(kind):
    tensor = tirx.tensor(np.zeros(1 << 20, np.float32), device=kind)
    first = tirx.record_event(kind)
    time.sleep(0.05)
    copy = tirx.tensor(tensor, device=kind)
    last = tirx.record_event(kind)
    last.wait()
    assert last.seconds_since(first) > 0
    assert first.seconds_since(last) == -last.seconds_since(first)
    assert first.seconds_since(first) == 0
    assert tirx.to_numpy(copy).shape == (1 << 20,)
    tirx.synchronize(kind)


FAKE_PROGRAM = """
import tirx
first, host = tirx.record_event("cuda:1"), tirx.record_event("cpu")
second = tirx.record_event("cuda:1")
print(round(second.seconds_since(first), 6))
mixed = [lambda: second.seconds_since(host), lambda: host.seconds_since(second)]
for call in (*mixed, lambda: tirx.record_event("cuda:7")):
    try:
        call()
    except ValueError as error:
        print(error)
"""


def test_the_driver_keeps_the_time(build_dir):
    assert run_with_fake_driver(build_dir, [sys.executable, "-c", FAKE_PROGRAM], "devices=2") == [
        "0.002",
        "the two events are of different kinds of devices",
        "the two events are of different kinds of devices",
        "there is no device cuda:7; there are 2",
    ]


@pytest.mark.parametrize("call", ["cuEventRecord", "cuEventCreate"])
def test_a_driver_that_refuses(build_dir, call):
    program = """
import tirx
try:
    tirx.record_event("cuda")
except RuntimeError as error:
    print(error)
"""
    (line,) = run_with_fake_driver(build_dir, [sys.executable, "-c", program], f"devices=1 fail={call}:400")
    assert line.startswith("cannot record an event: CUDA_ERROR")


def test_wrong_arguments():
    with pytest.raises(ValueError, match="'gpu' is no device"):
        tirx.record_event("gpu")
    with pytest.raises(TypeError):
        tirx.record_event("cpu").seconds_since(1.0)

# SPDX-License-Identifier: Apache-2.0
"""Cases 25 to 27: options reach the arithmetic. On a device, and on the simulator, which follows them."""

import numpy as np
import pytest
import tirx
from shared import configs_of, flags, halve
from tirx import script as T

TINY = np.full(32, np.finfo(np.float32).tiny, dtype="float32")


@T.function
def two_entries(A: T.Tensor((32,), "float32"), B: T.Tensor((32,), "float32"), C: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={
            "cuda": {
                "compiler": "nvrtc",
                "nvcc": ["--use_fast_math", "--ftz=false"],
                "nvrtc": ["--use_fast_math", "--ftz=false"],
            }
        },
    ):
        x = T.cuda.thread_idx("x")
        B[x] = A[x] * T.float32(0.5)
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={
            "cuda": {
                "compiler": "nvcc",
                "nvcc": ["--use_fast_math", "--ftz=true"],
                "nvrtc": ["--use_fast_math", "--ftz=true"],
            }
        },
    ):
        y = T.cuda.thread_idx("x")
        C[y] = B[y] * T.float32(0.5)


def _halved(executor, compiler, ftz, to_device, to_host):
    config = {"cuda": {"compiler": compiler, **flags(ftz)}}
    exe = tirx.compile(halve, executor=executor, backend_config=config)
    a, b = to_device(TINY), to_device(np.ones_like(TINY))
    exe(a, b)
    return exe, to_host(b)


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_case_25_and_26_on_the_simulator(compiler):
    for ftz, expected in ((False, TINY * np.float32(0.5)), (True, np.zeros_like(TINY))):
        _, result = _halved("simulator", compiler, ftz, np.copy, np.asarray)
        np.testing.assert_array_equal(result, expected)


@pytest.mark.gpu
@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_case_25_and_26_backend_config_controls_actual_ftz(compiler):
    cupy = pytest.importorskip("cupy")
    for ftz, expected in ((False, TINY * np.float32(0.5)), (True, np.zeros_like(TINY))):
        exe, result = _halved("device", compiler, ftz, cupy.asarray, cupy.asnumpy)
        np.testing.assert_array_equal(result, expected)
        (config,) = configs_of(exe)
        assert f"--ftz={str(ftz).lower()}" in config["cuda"][compiler]
        assert config["cuda"]["compiler"] == compiler


def _run_two(exe, to_device, to_host):
    a, b, c = (to_device(x) for x in (TINY, np.ones_like(TINY), np.ones_like(TINY)))
    exe(a, b, c)
    np.testing.assert_array_equal(to_host(b), TINY * np.float32(0.5))
    np.testing.assert_array_equal(to_host(c), np.zeros_like(TINY))


def test_case_27_on_the_simulator():
    _run_two(tirx.compile(two_entries, executor="simulator"), np.copy, np.asarray)


def test_case_27_makes_two_modules():
    exe = tirx.compile(two_entries, backend_config={"cuda": {"arch": "sm_90a"}})
    assert [config["cuda"]["compiler"] for config in configs_of(exe)] == ["nvrtc", "nvcc"]
    assert {config["cuda"]["arch"] for config in configs_of(exe)} == {"sm_90a"}


@pytest.mark.gpu
def test_case_27_two_entries_keep_compilers_math_and_order():
    cupy = pytest.importorskip("cupy")
    exe = tirx.compile(two_entries, executor="device")
    assert len(exe.module.imports) == 2
    _run_two(exe, cupy.asarray, cupy.asnumpy)

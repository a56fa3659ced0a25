# SPDX-License-Identifier: Apache-2.0
"""Compiling and running from Python, on the simulator."""

import warnings

import numpy as np
import pytest
import tirx
from tirx import script as T


@T.function
def saxpy(x: T.Tensor(("n",), "float32"), y: T.Tensor(("n",), "float32"), a: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, 64), block=64)):
        i = T.gpu.block_idx("x") * 64 + T.gpu.thread_idx("x")
        if i < n:
            y[i] = y[i] + a * x[i]


@T.function
def fill(y: T.Tensor((32,), "int32"), value: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        y[T.gpu.thread_idx("x")] = value


@pytest.fixture(scope="module")
def exe():
    return tirx.compile(saxpy, executor="simulator")


def test_numpy_arrays_are_used_in_place(exe):
    x, y = np.arange(100, dtype="float32"), np.ones(100, dtype="float32")
    exe(x, y, 3.0)
    np.testing.assert_array_equal(y, 1 + 3 * np.arange(100, dtype="float32"))


def test_functions_by_name(exe):
    assert exe.functions == ["saxpy"]
    x, y = np.ones(3, "float32"), np.zeros(3, "float32")
    exe["saxpy"](x, y, 2)
    assert y.tolist() == [2, 2, 2]
    with pytest.raises(KeyError, match="saxpy"):
        exe["other"]


def test_several_functions_need_a_name():
    both = tirx.IRModule([saxpy.ir, fill.ir])
    exe = tirx.compile(both, executor="simulator")
    with pytest.raises(TypeError, match="several functions"):
        exe(1)
    y = np.zeros(32, "int32")
    exe["fill"](y, 7)
    assert (y == 7).all()


def test_wrong_arguments_name_the_parameter(exe):
    x, y = np.ones(4, "float32"), np.ones(5, "float32")
    with pytest.raises(ValueError, match="y"):
        exe(x, y, 1.0)
    with pytest.raises(TypeError, match="saxpy"):
        exe(x, x)
    with pytest.raises(TypeError):
        exe(x.astype("float64"), x, 1.0)


def test_what_was_made_can_be_looked_at(exe):
    assert "saxpy" in exe.inspect_source("host")
    assert "saxpy_kernel" in exe.lowered.script()
    assert exe.times
    assert exe.resources == []


def test_choosing_the_executor_is_never_silent():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exe = tirx.compile(fill)
    simulated = any("simulator" in str(w.message) for w in caught)
    assert simulated != bool(exe.resources)
    with pytest.raises(ValueError, match="auto"):
        tirx.compile(fill, executor="gpu")
    with pytest.raises(TypeError, match="IRModule"):
        tirx.compile(3)


def test_wrong_options_are_diagnostics():
    with pytest.raises(tirx.DiagnosticError):
        tirx.compile(fill, target="no_such_target")
    with pytest.raises(tirx.DiagnosticError):
        tirx.compile(fill, arch="sm_90a", backend_config={"no_such_backend": {}}, executor="device")


def test_source_without_a_toolkit():
    source = tirx.generate_source(fill, arch="sm_90a")
    assert "fill_kernel" in source


def test_lowering():
    assert "fill_kernel" in tirx.lower(fill, arch="sm_90a").script()


def test_a_simulator_executable_is_not_saved(exe, tmp_path):
    with pytest.raises(tirx.DiagnosticError, match="SimulatorNotSaved"):
        exe.save(tmp_path / "a.tirx")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "options",
    [
        {"trace": (0, 0, 0, 0, 0, 0)},
        {"check": ["finite"]},
        {"no_check": ["races"]},
        {"on_report": print},
        {"max_steps": 10},
        {"threads": 2},
    ],
)
def test_options_of_the_simulator_are_not_ignored(options):
    (name,) = options
    for target in ({"arch": "sm_90a"}, {"target": "cpu"}):
        with pytest.raises(ValueError, match=rf'^{name}=: only the simulator.*executor="simulator"'):
            tirx.compile(fill, **target, **options)


def test_numbers_of_threads():
    for threads in (-1, 1 << 40):
        with pytest.raises(ValueError, match=f"threads is {threads}; it must be a number of threads"):
            tirx.compile(fill, executor="simulator", threads=threads)


def test_a_function_of_a_module_is_no_module():
    module = fill.module
    said = r'got the function `fill` of one: compile the module, .*exe\["fill"\]'
    with pytest.raises(TypeError, match=said):
        tirx.compile(module["fill"])
    with pytest.raises(TypeError, match="got builtins.str"):
        tirx.compile("text")
    again = tirx.ir.IRModule([module["fill"]])
    assert tirx.compile(again, executor="simulator").functions == ["fill"]

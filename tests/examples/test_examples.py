# SPDX-License-Identifier: Apache-2.0
"""Every example on the simulator, on a device, and in NumPy: all agree. Compiled for three architectures."""

import importlib.util
import subprocess
from pathlib import Path

import numpy as np
import pytest
import tirx

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def uniform(shape, seed):
    return np.random.default_rng(seed).uniform(-4, 4, shape).astype(np.float32)


def softmax(x):
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def blurred_squares(a):
    squares = a.astype(np.float64) ** 2
    padded = np.pad(squares, 1)
    return squares, padded[:-2] + padded[1:-1] + padded[2:]


# Per example: function, arguments (outputs hold NaN), which of them are outputs, reference of the outputs,
# and the tolerance relative to the largest value; 0 means the same bits.
def scale():
    a = uniform(1024, 1)
    return "scale", [a, np.full_like(a, np.nan), 1.5], [1], [a * np.float32(1.5)], 0


def saxpy():
    x, y = uniform(1000, 1), uniform(1000, 2)
    return "saxpy", [x, y, 2.5], [1], [2.5 * x.astype(np.float64) + y], 1e-7


def transpose():
    a = uniform((128, 96), 1)
    return "transpose", [a, np.full((96, 128), np.nan, np.float32)], [1], [a.T], 0


def row_softmax():
    x = uniform((33, 1000), 1)
    return "softmax", [x, np.full_like(x, np.nan)], [1], [softmax(x)], 1e-6


def two_entries():
    a = uniform(1001, 1)
    outputs = [np.full_like(a, np.nan), np.full_like(a, np.nan)]
    return "square_then_blur", [a, *outputs], [1, 2], list(blurred_squares(a)), 3e-7


def private_helper():
    a = uniform(777, 1)
    return "activate", [a, np.full_like(a, np.nan)], [1], [1 / (1 + np.exp(-a.astype(np.float64)))], 1e-6


CASES = {
    "scale": scale,
    "saxpy": saxpy,
    "transpose": transpose,
    "softmax": row_softmax,
    "two_entries": two_entries,
    "private_helper": private_helper,
}


def load(example):
    spec = importlib.util.spec_from_file_location(example, EXAMPLES / f"{example}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(outputs, references, tolerance):
    for output, reference in zip(outputs, references, strict=True):
        largest = np.abs(reference).max()
        np.testing.assert_allclose(output, reference, rtol=0, atol=tolerance * largest)


def simulate(example):
    name, arguments, outputs, references, tolerance = CASES[example]()
    tirx.compile(getattr(load(example), name), executor="simulator")(*arguments)
    return [arguments[i] for i in outputs], references, tolerance


def run_on_device(example, to_device, to_host, **options):
    name, arguments, outputs, references, tolerance = CASES[example]()
    placed = [to_device(a) if isinstance(a, np.ndarray) else a for a in arguments]
    tirx.compile(getattr(load(example), name), target="cuda", **options)(*placed)
    return [to_host(placed[i]) for i in outputs], references, tolerance


def run_tool(*command):
    done = subprocess.run([str(part) for part in command], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_has_a_case():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(CASES)


@pytest.mark.parametrize("example", CASES)
def test_simulator_agrees_with_numpy(example):
    check(*simulate(example))


@pytest.mark.parametrize("example", CASES)
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
def test_compiles(example, arch, tirx_cli, tmp_path):
    artifact = tmp_path / "out.tirx"
    run_tool(tirx_cli, "compile", EXAMPLES / f"{example}.py", "--arch", arch, "-o", artifact)
    shown = run_tool(tirx_cli, "inspect", artifact)
    assert f", {arch}, cubin, " in shown and "_kernel" in shown


@pytest.mark.parametrize("example", CASES)
def test_package_and_tool_read_the_same_module(example, tirx_cli):
    function = getattr(load(example), CASES[example]()[0])
    from_tool = run_tool(
        tirx_cli, "lower", EXAMPLES / f"{example}.py", "--arch", "sm_90a", "--show", "source"
    )
    assert tirx.compile(function, arch="sm_90a").inspect_source("cuda") == from_tool


@pytest.mark.gpu
@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
@pytest.mark.parametrize("example", CASES)
def test_device_agrees_with_numpy_through_torch(example, compiler):
    torch = pytest.importorskip("torch")
    config = {"cuda": {"compiler": compiler, compiler: []}}  # no fast math
    to_device, to_host = lambda a: torch.from_numpy(a).cuda(), lambda t: t.cpu().numpy()
    check(*run_on_device(example, to_device, to_host, backend_config=config))


@pytest.mark.gpu
@pytest.mark.parametrize("example", CASES)
def test_device_agrees_with_the_simulator_through_cupy(example):
    cupy = pytest.importorskip("cupy")
    outputs, references, tolerance = run_on_device(example, cupy.asarray, cupy.asnumpy)
    check(outputs, references, max(tolerance, 2e-6))  # fast math is on by default
    simulated, _, _ = simulate(example)
    check(outputs, simulated, max(tolerance, 2e-6))


@pytest.mark.gpu
def test_launches_go_to_the_stream_of_torch():
    torch = pytest.importorskip("torch")
    exe = tirx.compile(load("scale").scale, target="cuda")
    a, b = torch.ones(1024, device="cuda"), torch.zeros(1024, device="cuda")
    exe(a, b, 2.0)  # the first call loads the module, which may wait for the device
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(50_000_000)  # the kernel must come after this
        exe(a, b, 3.0)
    assert not stream.query()
    stream.synchronize()
    assert (b == 3).all()


@pytest.mark.gpu
def test_tool_runs_on_the_device(tirx_cli, tmp_path):
    x = uniform((7, 1000), 3)
    given, made = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(given, x)
    said = run_tool(tirx_cli, "run", EXAMPLES / "softmax.py", "--arg", f"X={given}", "--out", f"Y={made}")
    assert "on NVIDIA" in said and "(sm_90a)" in said
    check([np.load(made)], [softmax(x)], 2e-6)


def test_cpp_builder_example(build_dir):
    said = run_tool(build_dir / "examples/example_build_kernel")
    script, rest = said.split("extern", 1)
    assert "sums: 1000 2000 3000 " in rest and "row_sums_kernel" in rest
    assert tirx.parse(script).script() == script.rstrip("\n") + "\n"


def test_cpp_example(build_dir):
    said = run_tool(build_dir / "examples/example_saxpy", EXAMPLES / "saxpy.py")
    assert "saxpy_kernel" in said and "y[999] = 1999 " in said

# SPDX-License-Identifier: Apache-2.0
"""Every example on the simulator, on a device, and in NumPy: all agree. Compiled for three architectures."""

import importlib.util
import math
import subprocess
from pathlib import Path

import ml_dtypes
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


def layer_norm():
    x, weight, bias = uniform((5, 384), 1), uniform(384, 2), uniform(384, 3)
    exact = x.astype(np.float64)
    centered = exact - exact.mean(axis=1, keepdims=True)
    scale = 1 / np.sqrt((centered**2).mean(axis=1, keepdims=True) + 1e-5)
    return (
        "layer_norm",
        [x, weight, bias, np.full_like(x, np.nan)],
        [3],
        [centered * scale * weight + bias],
        1e-6,
    )


def rms_norm():
    x, weight = uniform((5, 1024), 1).astype(np.float16), uniform(1024, 2).astype(np.float16)
    exact = x.astype(np.float64)
    scale = 1 / np.sqrt((exact**2).mean(axis=1, keepdims=True) + 1e-5)
    return "rms_norm", [x, weight, np.full_like(x, np.nan), 1e-5], [2], [exact * scale * weight], 1e-3


def bf16_softmax():
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    x = uniform((33, 256), 1).astype(bfloat16)
    y = np.full(x.shape, np.nan, bfloat16)
    return "bf16_softmax", [x, y], [1], [softmax(x.astype(np.float32))], 1e-2


def fp8_quantise():
    x = uniform((5, 1024), 1) * np.float32([[1e-3], [1], [7], [1e4], [0]])
    scale = np.maximum(np.abs(x).max(axis=1), np.float32(1e-12)) / np.float32(448)
    codes = (x / scale[:, None]).astype(ml_dtypes.float8_e4m3fn)
    outputs = [np.zeros(x.shape, codes.dtype), np.full(5, np.nan, np.float32)]
    # Fast division may move a value to the neighbouring code: at most 32 of 448.
    return "fp8_quantise", [x, *outputs], [1, 2], [codes.astype(np.float32), scale], 32 / 448


def matmul_shared():
    a, b = uniform((128, 160), 1), uniform((160, 96), 2)
    c = np.full((128, 96), np.nan, np.float32)
    return "matmul_shared", [a, b, c], [2], [a.astype(np.float64) @ b], 1e-6


def histogram():
    x = np.random.default_rng(1).integers(0, 64, 5000, dtype=np.int32)
    return "histogram", [x, np.zeros(64, np.int32)], [1], [np.bincount(x, minlength=64)], 0


def prefix_sum():
    x = np.random.default_rng(1).integers(-9, 9, (5, 256), dtype=np.int32)
    return "prefix_sum", [x, np.zeros_like(x)], [1], [np.cumsum(x, axis=1)], 0


def scan_look_back():
    x = np.random.default_rng(1).integers(-9, 9, 1000, dtype=np.int32)
    work = [np.zeros(8, np.int32), np.zeros(8, np.int32), np.zeros(1, np.int32)]
    return "scan_look_back", [x, np.zeros_like(x), *work], [1], [np.cumsum(x)], 0


def cluster_sum():
    x = uniform((5, 2048), 1)
    return "cluster_sum", [x, np.full(5, np.nan, np.float32)], [1], [x.sum(axis=1, dtype=np.float64)], 1e-6


def stencil():
    a = uniform((35, 50), 1)
    p = np.pad(a.astype(np.float64), 1)
    around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    return "stencil", [a, np.full_like(a, np.nan)], [1], [around - 4 * a], 1e-6


def top_k():
    x = uniform((5, 256), 1)
    places = np.argsort(-x, axis=1, kind="stable")[:, :4]
    outputs = [np.full((5, 4), np.nan, np.float32), np.zeros((5, 4), np.int32)]
    return "top_k", [x, *outputs], [1, 2], [np.take_along_axis(x, places, axis=1), places], 0


def grid_sum():
    x = uniform(5000, 1)
    work = np.full(8, np.nan, np.float32)
    return "center", [x, np.full_like(x, np.nan), work], [1], [x - x.mean(dtype=np.float64)], 1e-6


def inline_cuda():
    x = uniform(1000, 1)
    exact = np.array([0.5 * v * (1 + math.erf(v * 0.70710678)) for v in x.astype(np.float64)])
    return "gelu", [x, np.full_like(x, np.nan)], [1], [exact], 1e-6


# What needs clusters compiles for sm_90 and later alone.
NEEDS_SM_90 = {"cluster_sum"}

CASES = {
    "layer_norm": layer_norm,
    "rms_norm": rms_norm,
    "bf16_softmax": bf16_softmax,
    "fp8_quantise": fp8_quantise,
    "matmul_shared": matmul_shared,
    "histogram": histogram,
    "prefix_sum": prefix_sum,
    "scan_look_back": scan_look_back,
    "cluster_sum": cluster_sum,
    "stencil": stencil,
    "top_k": top_k,
    "grid_sum": grid_sum,
    "inline_cuda": inline_cuda,
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
        values = output.astype(np.float32) if output.dtype.itemsize == 1 else output  # fp8
        np.testing.assert_allclose(values, reference, rtol=0, atol=tolerance * largest)


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


def test_fp8_codes_and_scales_are_those_of_numpy():
    (codes, scales), (expected, scale), _ = simulate("fp8_quantise")
    np.testing.assert_array_equal(codes.astype(np.float32), expected)
    np.testing.assert_array_equal(scales, scale)
    assert (np.abs(expected).max(axis=1) == [448, 448, 448, 448, 0]).all()


@pytest.mark.parametrize("example", CASES)
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
def test_compiles(example, arch, tirx_cli, tmp_path):
    if arch == "sm_80" and example in NEEDS_SM_90:
        pytest.skip("clusters come with sm_90")
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

    cells = {"bfloat16": np.int16, "float8_e4m3fn": np.uint8}  # torch takes no arrays of ml_dtypes

    def to_device(array):
        name = array.dtype.name
        if name not in cells:
            return torch.from_numpy(array).cuda()
        return torch.from_numpy(array.view(cells[name])).view(getattr(torch, name)).cuda()

    def to_host(tensor):
        name = str(tensor.dtype).removeprefix("torch.")
        if name not in cells:
            return tensor.cpu().numpy()
        cell = getattr(torch, np.dtype(cells[name]).name)
        return tensor.view(cell).cpu().numpy().view(getattr(ml_dtypes, name))

    check(*run_on_device(example, to_device, to_host, backend_config=config))


@pytest.mark.gpu
@pytest.mark.parametrize("example", CASES)
def test_device_agrees_with_the_simulator_through_cupy(example):
    cupy = pytest.importorskip("cupy")
    if example == "fp8_quantise":
        pytest.skip("CuPy has no float8")
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


def test_cpp_runtime_example(build_dir):
    assert "6 zeros, the last is 0" in run_tool(build_dir / "examples/example_devices")


def test_cpp_example(build_dir):
    said = run_tool(build_dir / "examples/example_saxpy", EXAMPLES / "saxpy.py")
    assert "saxpy_kernel" in said and "y[999] = 1999 " in said

# SPDX-License-Identifier: Apache-2.0
"""The OpenCL backend on the device here (PoCL in CI): examples that use `T.gpu` alone agree with NumPy and
with the simulator; what OpenCL C lacks is refused where it is written."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import tirx

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/examples"))
EXAMPLES = ROOT / "examples"

from test_examples import CASES, check, load, simulate  # noqa: E402

# Examples with more than `T.gpu`, or with what OpenCL C lacks, and what the refusal names.
REFUSED = {
    "cluster_sum": "T.cuda.",
    "grid_sum": "T.cuda.",
    "inline_cuda": "T.cuda.func_call",
    "scan_look_back": "T.cuda.",
    "bf16_softmax": "T.gpu.subgroup_max",
    "fp8_quantise": "float8_e4m3fn",
}


try:
    DEVICE = tirx.target.detect_target_from_device("opencl").export()
except tirx.DiagnosticError as error:
    pytest.skip(f"no OpenCL device: {error}", allow_module_level=True)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("POCL_CACHE_DIR", str(tmp_path / "pocl"))
    # PoCL 3.1's default, vectorised loops over work-items, gives wrong sums for examples/prefix_sum.py;
    # its plain loops do not.
    monkeypatch.setenv("POCL_WORK_GROUP_METHOD", "loops")


def tool(tirx_cli, *command):
    return subprocess.run(
        [str(part) for part in (tirx_cli, *command)], check=False, capture_output=True, text=True
    )


def parameters(example):
    """The names of the function's parameters, in order."""
    name = CASES[example]()[0]
    text = (EXAMPLES / f"{example}.py").read_text()
    signature = re.search(rf"def {name}\((.*?)\):\n", text, re.DOTALL).group(1)
    return re.findall(r"(\w+): ", signature)


def run_on_device(tirx_cli, folder, example):
    name, arguments, outputs, references, tolerance = CASES[example]()
    command = ["run", EXAMPLES / f"{example}.py", "-f", name, "--target", "opencl"]
    names = parameters(example)
    for argument, value in zip(names, arguments, strict=True):
        if isinstance(value, np.ndarray):
            np.save(folder / f"{argument}.npy", value)
            value = folder / f"{argument}.npy"
        command += ["--arg", f"{argument}={value}"]
    for index in outputs:
        command += ["--out", f"{names[index]}={folder / 'out'}{index}.npy"]
    done = tool(tirx_cli, *command)
    assert done.returncode == 0, done.stderr
    assert "on the simulator" not in done.stdout, done.stdout
    return [np.load(folder / f"out{index}.npy") for index in outputs], references, tolerance


@pytest.mark.parametrize("example", [name for name in CASES if name not in REFUSED])
def test_examples_agree(example, tirx_cli, tmp_path):
    outputs, references, tolerance = run_on_device(tirx_cli, tmp_path, example)
    check(outputs, references, max(tolerance, 2e-6))
    simulated, _, _ = simulate(example)
    check(outputs, simulated, max(tolerance, 2e-6))


@pytest.mark.parametrize("example", REFUSED)
def test_other_examples_are_refused_at_their_line(example, tirx_cli):
    path = EXAMPLES / f"{example}.py"
    done = tool(tirx_cli, "lower", path, "--target", "opencl", "--show", "source")
    assert done.returncode == 1
    first = done.stderr.splitlines()[0]
    assert REFUSED[example] in first and re.match(rf"{path}:\d+:\d+: error", first), done.stderr


@pytest.mark.parametrize("size", [None, 1, 4, 8, 16, 32])
def test_subgroups_are_those_of_the_simulator(tirx_cli, tmp_path, size):
    target = json.dumps({"kind": "opencl", "thread_warp_size": size}) if size else "opencl"
    np.save(tmp_path / "x.npy", np.random.default_rng(3).integers(-50, 50, 96, dtype=np.int32))
    np.save(tmp_path / "y.npy", np.zeros((18, 96), np.int32))
    results = []
    for number, executor in enumerate(([], ["--simulate"])):
        out = tmp_path / f"out{number}.npy"
        arguments = ["--arg", f"X={tmp_path}/x.npy", "--arg", f"Y={tmp_path}/y.npy", "--out", f"Y={out}"]
        kernel = Path(__file__).with_name("subgroup_ops.py")
        done = tool(tirx_cli, "run", kernel, "--target", target, *executor, *arguments)
        assert done.returncode == 0, done.stderr
        results.append(np.load(out))
    np.testing.assert_array_equal(*results)
    lanes = size or 32
    sums = results[0][4].reshape(-1, lanes)
    np.testing.assert_array_equal(
        sums, np.load(tmp_path / "x.npy").reshape(-1, lanes).sum(1)[:, None] + 0 * sums
    )
    assert (results[0][11] == lanes).all() and (results[0][13] == sums[:, 0].sum()).all()


@pytest.mark.parametrize(
    ("size", "why"),
    [
        (64, "`T.gpu.ballot` of more lanes than its mask has bits"),
        (24, "`T.gpu.ballot` for a target whose `thread_warp_size` is no power of two"),
    ],
)
def test_sizes_that_subgroups_cannot_have(tirx_cli, tmp_path, size, why):
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "from tirx import script as T\n@T.function\n"
        'def f(Y: T.Tensor((192,), "uint32")):\n'
        "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=192)):\n"
        '        i = T.gpu.thread_idx("x")\n'
        "        Y[i] = T.gpu.ballot(i > 2)\n"
    )
    target = json.dumps({"kind": "opencl", "thread_warp_size": size})
    done = tool(tirx_cli, "lower", kernel, "--target", target, "--show", "source")
    assert done.returncode == 1 and why in done.stderr, done.stderr


def test_the_detector_reads_the_device():
    assert DEVICE["kind"] == "opencl"
    assert DEVICE["max_threads_per_block"] >= 1 and DEVICE["max_shared_memory_per_block"] >= 16384


def test_an_artifact_is_text_and_runs_where_it_is_loaded(tirx_cli, tmp_path):
    artifact = tmp_path / "scale.tirx"
    done = tool(tirx_cli, "compile", EXAMPLES / "scale.py", "--target", "opencl", "-o", artifact)
    assert done.returncode == 0, done.stderr
    assert "__kernel" in tool(tirx_cli, "inspect", artifact, "--show", "source").stdout


def test_code_generation_is_quick():
    """The figure is 3 ms; this build is not optimised and shares its machine."""
    softmax = load("softmax").softmax
    tirx.generate_source(softmax, target="opencl")
    start = time.perf_counter()
    tirx.generate_source(softmax, target="opencl")
    assert time.perf_counter() - start < 0.5

# SPDX-License-Identifier: Apache-2.0
"""Kinds of faults that others' users reported: reference/public_reports.md, on options and architectures."""

import copy

import pytest
import tirx
from shared import configs_of, flags, global_function, halve
from tirx import script as T
from tirx.backend.config import copy_backend_config
from tirx.backend.cuda.backend_config import default_backend_config, resolve_backend_config
from tirx.backend.cuda.compiler import compile_source

SOURCE = 'extern "C" __global__ void k(float* x) { *x *= 0.5f; }'


class Recorder:
    """Stands in for a compiler, and keeps what it was given."""

    def __init__(self):
        self.calls = []

    def __call__(self, source, target_format, arch, options):
        self.calls.append((str(target_format), str(arch), [str(item) for item in options]))
        return [b"image", ""]


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_opt_1_options_reach_every_path(compiler, tmp_path, monkeypatch):
    config = {"cuda": {"arch": "sm_90a", "compiler": compiler, **flags(False), "ptxas": ["-v", "-O1"]}}
    driver = Recorder()
    with global_function(f"tirx.cuda.driver.{compiler}", driver):
        compile_source(SOURCE, config)
        tirx.compile(halve, backend_config=config)
        tirx.compile(halve, {"kind": "cuda", "arch": "sm_90a", "backend_config": config})
        monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
        tirx.compile(halve, backend_config=config).save(tmp_path / "a.tirx")
        monkeypatch.delenv("TIRX_COMPILE_FORCE_FALLBACK")
        tirx.load(tmp_path / "a.tirx")
    assert len(driver.calls) == 4
    assert all(call == driver.calls[0] for call in driver.calls)
    assert driver.calls[0][2][:2] == ["--use_fast_math", "--ftz=false"]


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
@pytest.mark.parametrize("ptxas", [[], ["-v"], ["-v", "--warn-on-local-memory-usage"]])
def test_opt_2_any_number_of_assembler_items(compiler, ptxas):
    config = {"cuda": {"arch": "sm_90a", "compiler": compiler, "ptxas": ptxas}}
    exe = tirx.compile(halve, backend_config=config)
    assert ("registers" in exe.inspect_source("log")) == bool(ptxas)


def test_opt_3_compiling_leaves_nothing_behind():
    config = {"cuda": {"arch": "sm_90a", "nvrtc": ["--ftz=false"], "ptxas": ["-O1"]}}
    before, defaults = copy.deepcopy(config), default_backend_config()
    driver = Recorder()
    with global_function("tirx.cuda.driver.nvrtc", driver):
        for _ in range(3):
            tirx.compile(halve, backend_config=config)
        tirx.compile(halve, arch="sm_90a")
    assert driver.calls[0] == driver.calls[1] == driver.calls[2]
    assert driver.calls[3][2] == ["--use_fast_math", *(f"--ptxas-options={x}" for x in defaults["ptxas"])]
    assert config == before and default_backend_config() == defaults


@pytest.mark.parametrize("key", ["nvcc", "nvrtc", "ptxas"])
@pytest.mark.parametrize(
    "items",
    [
        ["-arch=sm_80"],
        ["-arch", "sm_80"],
        ["--gpu-architecture=sm_80"],
        ["--gpu-architecture", "sm_80"],
        [" -arch=sm_80"],
        ["--gpu-architecture=sm_80 "],
        ["-arch sm_80"],
        ["-gencode=arch=compute_80,code=sm_80"],
        ["--gpu-name=sm_80"],
    ],
)
def test_arch_1_one_source_of_the_architecture(key, items):
    with pytest.raises(ValueError, match="use the key `arch`"):
        copy_backend_config({"cuda": {key: items}})


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
def test_arch_1_the_image_has_the_configured_architecture(arch):
    exe = tirx.compile(halve, backend_config={"cuda": {"arch": arch, "target_format": "ptx"}})
    assert f".target {arch}" in exe.inspect_source("ptx")


@T.function
def anywhere(A: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"arch": "sm_80"}})
    A[T.gpu.thread_idx("x")] = T.float32(1)


@pytest.mark.parametrize(
    "program,target,config",
    [
        (halve, {"kind": "cuda", "arch": "sm_80"}, None),
        (halve, "cuda", {"cuda": {"arch": "sm_80"}}),
        (halve, {"kind": "cuda", "backend_config": {"cuda": {"arch": "sm_80"}}}, None),
        (anywhere, None, None),
    ],
)
def test_arch_2_an_explicit_architecture_is_enough(program, target, config):
    exe = tirx.compile(program, target, backend_config=config, executor="device")
    assert configs_of(exe)[0]["cuda"]["arch"] == "sm_80"


def test_arch_2_one_entry_without_it_is_not():
    @T.function
    def half_said(A: T.Tensor((32,), "float32")):
        with T.device_entry(
            launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"arch": "sm_80"}}
        ):
            A[T.gpu.thread_idx("x")] = T.float32(1)
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
            A[T.gpu.thread_idx("x")] = T.float32(2)

    from tirx.backend.config import prepare_target

    assert prepare_target("cuda", None, half_said).arch is None
    assert prepare_target("cuda", None, anywhere).arch == "sm_80"


def test_obsolete_environment_variables_are_ignored(monkeypatch):
    for name in (
        "CUDA_COMPILE_MODE",
        "CUDA_PTXAS_REG_LEVEL",
        "CUDA_NVCC_NO_FAST_MATH",
        "CUDA_NVRTC_EXTRA_OPTS",
    ):
        for prefix in ("TVM_", "TIRX_"):
            monkeypatch.setenv(prefix + name, "nvcc")
    monkeypatch.setenv("NVCC_APPEND_FLAGS", "-arch=sm_80")
    assert resolve_backend_config({"arch": "sm_90a"})["compiler"] == "nvrtc"
    result = compile_source(
        SOURCE, {"cuda": {"arch": "sm_90a", "compiler": "nvcc", "target_format": "ptx", "nvcc": []}}
    )
    assert b".target sm_90a" in result.binary and b"mul.f32" in result.binary


def test_specialize_stands_between_the_call_and_the_entry():
    @T.jit
    def kernel(A: T.Tensor((32,), "float32"), *, N: T.constexpr):
        T.device_entry(
            launch=T.gpu.LaunchConfig(grid=1, block=N), backend_config={"cuda": {"ptxas": ["-O2"]}}
        )
        A[T.gpu.thread_idx("x")] = T.float32(1)

    made = kernel.specialize(N=32, backend_config={"cuda": {"ptxas": ["-O1"], "nvrtc": ["--ftz=false"]}})
    assert made is kernel.specialize(
        N=32, backend_config={"cuda": {"nvrtc": ["--ftz=false"], "ptxas": ["-O1"]}}
    )
    assert made is not kernel.specialize(N=32)
    exe = tirx.compile(made, backend_config={"cuda": {"arch": "sm_90a", "nvrtc": [], "nvcc": []}})
    part = configs_of(exe)[0]["cuda"]
    assert part["ptxas"] == ["-O2"] and part["nvrtc"] == ["--ftz=false"] and part["nvcc"] == []

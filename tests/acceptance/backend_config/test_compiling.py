# SPDX-License-Identifier: Apache-2.0
"""Cases 18, 19, 28, 29, 34, 39 to 42, 44 and 45: what compilers are given, and modules for several
configurations. Nothing here runs on a device."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import tirx
from shared import configs_of, fill, flags, global_function, run_python
from tirx import script as T
from tirx.backend.config import merge_backend_configs
from tirx.backend.cuda.backend_config import compiler_options, resolve_backend_config
from tirx.backend.cuda.compiler import compile_source
from tirx.backend.cuda.transforms import BindBackendConfig, SpecializeDeviceHelpers


@pytest.mark.parametrize("compiler,target_format", [("nvrtc", "cubin"), ("nvcc", "fatbin")])
def test_case_18_and_19_native_flags_and_default_format(compiler, target_format):
    calls = []

    def driver(source, output_format, arch, options):
        calls.append((str(output_format), str(arch), [str(item) for item in options]))
        return [b"artifact", "compiler output"]

    config = {
        "cuda": {
            "arch": "sm_100a",
            "compiler": compiler,
            compiler: ["--ftz=false", "-I/include", "--future-toolchain-option=1"],
            "ptxas": ["-O1", "--register-usage-level=2"],
        }
    }
    with global_function(f"tirx.cuda.driver.{compiler}", driver):
        result = compile_source("// source", config)
        linked = compile_source("#include <nvshmem.h>", config)
    assert result.target_format == target_format
    assert result.binary == b"artifact"
    assert calls[0][:2] == (target_format, "sm_100a")
    assert calls[0][2][:3] == config["cuda"][compiler]
    assert any("--register-usage-level=2" in flag for flag in calls[0][2])
    disabled = resolve_backend_config({"arch": "sm_100a", "nvrtc": [], "ptxas": []})
    assert compiler_options(disabled) == []
    assert linked.target_format == "cubin"
    with pytest.raises(ValueError, match="NVSHMEM"):
        compile_source(
            "#include <nvshmem.h>", merge_backend_configs(config, {"cuda": {"target_format": "ptx"}})
        )


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_case_28_and_29_concurrent_source_compilation(compiler):
    source = 'extern "C" __global__ void half_value(float* x) { x[0] = x[0] * 0.5f; }'
    base = {"cuda": {"arch": "sm_100a", "compiler": compiler, "target_format": "ptx"}}
    order = (False, True, False, True)
    configs = [merge_backend_configs(base, {"cuda": flags(ftz)}) for ftz in order]
    with ThreadPoolExecutor(max_workers=4) as pool:
        results = list(pool.map(lambda config: compile_source(source, config), configs))
    for ftz, config, result in zip(order, configs, results, strict=True):
        assert result.config["cuda"][compiler] == config["cuda"][compiler]
        assert (b"mul.ftz.f32" in result.binary) == ftz
    assert results[0].config == results[2].config
    assert results[0].binary == results[2].binary
    assert results[0].binary != results[1].binary


@T.function(private=True)
def leaf(x: T.float32) -> T.float32:
    return x * T.float32(0.5)


@T.function(private=True)
def helper(x: T.float32) -> T.float32:
    return leaf(x)


@T.function
def two_architectures(A: T.Tensor((32,), "float32"), B: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={"cuda": {"arch": "sm_90a", "nvcc": ["--ftz=false"], "nvrtc": ["--ftz=false"]}},
    ):
        x = T.cuda.thread_idx("x")
        A[x] = helper(A[x])
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={"cuda": {"arch": "sm_100a", "nvcc": ["--ftz=true"], "nvrtc": ["--ftz=true"]}},
    ):
        y = T.cuda.thread_idx("x")
        B[y] = helper(B[y])


class HelperTargets:
    """What each helper is for when tile operations are dispatched."""

    def __init__(self):
        self.names, self.texts = set(), []

    def before_pass(self, name, module):
        if name == "tile-dispatch":
            self.names |= {function.name for function in module.functions}
            self.texts.append(module.script())


def test_case_34_device_helpers_are_cloned_per_configuration():
    module = tirx.transform.BindTarget({"kind": "cuda", "arch": "sm_100a"})(two_architectures)
    module = BindBackendConfig()(module)
    module = tirx.transform.TileDispatch()(module)
    module = tirx.transform.SplitHostDevice()(module)
    module = SpecializeDeviceHelpers()(module)
    groups = {}
    for function in module.functions:
        text = tirx.IRModule([function]).script()
        if "is_host_func" in text:
            continue
        groups.setdefault(("sm_90a" in text, "--ftz=true" in text), []).append(function.name)
    assert set(groups) == {(True, False), (False, True)}
    assert all(len(names) == 3 for names in groups.values()), groups
    assert set(groups[(True, False)]).isdisjoint(groups[(False, True)])

    seen = HelperTargets()
    with tirx.transform.PassContext(instruments=[seen]):
        built = tirx.compile(two_architectures)
    assert not seen.names & {"helper", "leaf"}
    assert len([name for name in seen.names if name.startswith(("helper", "leaf"))]) == 4
    assert {config["cuda"]["arch"] for config in configs_of(built)} == {"sm_90a", "sm_100a"}
    assert len(built.module.imports) == 2


@pytest.mark.parametrize("target", ["None", '"cuda"', '{"kind": "cuda"}', 'tirx.Target("cuda")'])
def test_case_39_to_42_entry_architectures_compile_without_gpu_detection(tmp_path, target):
    script = f"""
import tirx
from tirx import script as T

@T.function
def main(A: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32),
                   backend_config={{"cuda": T.cuda.BackendConfig(arch="sm_100a", compiler="nvcc")}})
    A[T.cuda.thread_idx("x")] = T.float32(1)

module = tirx.compile(main, target={target})
from tirx.backend.config import parse_backend_config
metadata = parse_backend_config(str(module.module.imports[0].inspect_source("backend_config")))
assert metadata["cuda"]["arch"] == "sm_100a"
assert metadata["cuda"]["compiler"] == "nvcc"
assert "arch" not in tirx.Target("cuda").export()
"""
    run_python(script, path=tmp_path / "offline.py", CUDA_VISIBLE_DEVICES="")


def test_case_44_identical_entries_share_one_module(monkeypatch):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    config = {"cuda": {"arch": "sm_100a", "nvrtc": ["--ftz=false"]}}

    @T.function
    def main(A: T.Tensor((32,), "float32")):
        with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32), backend_config=config):
            A[T.cuda.thread_idx("x")] = T.float32(1)
        with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32), backend_config=config):
            A[T.cuda.thread_idx("x")] = T.float32(2)

    config["cuda"]["nvrtc"].clear()
    (only,) = configs_of(tirx.compile(main, backend_config={"cuda": {"arch": "sm_100a"}}))
    assert only["cuda"]["nvrtc"] == ["--ftz=false"]


def test_case_45_build_snapshots_config_before_passes(monkeypatch):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    config = {"cuda": {"arch": "sm_100a", "nvrtc": ["--ftz=false"]}}

    class ChangeCallerConfig:
        def before_pass(self, name, module):
            config["cuda"]["nvrtc"] = ["--ftz=true"]

    with tirx.transform.PassContext(instruments=[ChangeCallerConfig()]):
        built = tirx.compile(fill, backend_config=config)
    assert config["cuda"]["nvrtc"] == ["--ftz=true"]
    assert configs_of(built)[0]["cuda"]["nvrtc"] == ["--ftz=false"]


def test_what_an_instrument_raises_is_raised():
    class Broken:
        def after_pass(self, name, module):
            raise KeyError(f"after {name}")

    with tirx.transform.PassContext(instruments=[Broken()]), pytest.raises(KeyError, match="after"):
        tirx.compile(fill, arch="sm_80")

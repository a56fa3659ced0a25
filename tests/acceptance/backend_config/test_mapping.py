# SPDX-License-Identifier: Apache-2.0
"""Cases 1 to 17, 20 to 24 and 38: the mapping itself, targets, and what an entry keeps."""

import pytest
import tirx
from shared import run_python
from tirx import script as T
from tirx.backend.config import (
    backend_config_json,
    copy_backend_config,
    merge_backend_configs,
    parse_backend_config,
    prepare_target,
)
from tirx.backend.cuda import BackendConfig
from tirx.backend.cuda.backend_config import resolve_backend_config
from tirx.backend.cuda.transforms import BindBackendConfig
from tirx.target import register_tag


def test_case_01_defaults_overrides_snapshot_and_roundtrip():
    target = tirx.Target({"kind": "cuda", "arch": "sm_100a"})
    defaults = resolve_backend_config(target=target)
    assert defaults["compiler"] == "nvrtc"
    assert defaults["nvcc"] == defaults["nvrtc"] == ["--use_fast_math"]
    assert defaults["ptxas"][-1] == "--register-usage-level=10"
    assert resolve_backend_config({}, target) == defaults
    local = {"cuda": BackendConfig(nvrtc=[], ptxas=["-O0"])}
    result = merge_backend_configs({"cuda": defaults}, local)
    assert result["cuda"]["nvrtc"] == []
    assert result["cuda"]["ptxas"] == ["-O0"]
    assert result["cuda"]["arch"] == "sm_100a"
    local["cuda"]["nvrtc"].append("--ftz=true")
    defaults["ptxas"].clear()
    assert result["cuda"]["nvrtc"] == []
    assert result["cuda"]["ptxas"] == ["-O0"]
    assert parse_backend_config(backend_config_json(result)) == result
    assert copy_backend_config(None) == copy_backend_config({}) == {}
    assert backend_config_json({"cuda": {"arch": "sm_100a", "nvrtc": []}}) == backend_config_json(
        {"cuda": {"nvrtc": [], "arch": "sm_100a"}}
    )
    options = {"cuda": {"nvrtc": ["--ftz=true", "--ftz=false"]}}
    assert parse_backend_config(backend_config_json(options)) == options


WRONG = [
    ("02_unknown_key", {"cuda": {"unknown": []}}, ValueError),
    ("03_unknown_compiler", {"cuda": {"compiler": "clang"}}, ValueError),
    ("04_virtual_architecture", {"cuda": {"arch": "compute_100"}}, ValueError),
    ("05_architecture_of_the_program", {"cuda": {"arch": T.int32(100)}}, TypeError),
    ("06_string_for_a_list", {"cuda": {"nvrtc": "--ftz=false"}}, TypeError),
    ("07_number_in_a_list", {"cuda": {"nvcc": [1]}}, TypeError),
    ("08_nvrtc_makes_no_fatbin", {"cuda": {"compiler": "nvrtc", "target_format": "fatbin"}}, ValueError),
    ("09_backend_without_a_schema", {"rocm": {}}, ValueError),
    ("10_flat", {"compiler": "nvcc"}, ValueError),
]


def _refuses(config, exception):
    with pytest.raises(exception) as caught:
        copy_backend_config(config)
    if exception is ValueError:
        assert not isinstance(caught.value, TypeError)
    with pytest.raises(exception):
        tirx.compile(scale, arch="sm_80", backend_config=config, executor="device")


def _make_wrong_cases():
    for name, config, exception in WRONG:

        def test(config=config, exception=exception):
            _refuses(config, exception)

        test.__name__ = f"test_case_{name}"
        yield test.__name__, test


globals().update(_make_wrong_cases())

MANAGED = [
    (11, "nvrtc", "--gpu-architecture=sm_90"),
    (12, "nvcc", "-arch"),
    (13, "nvcc", "--gpu-code=sm_90"),
    (14, "nvcc", "--options-file=flags.txt"),
    (15, "nvcc", "--cubin"),
    (16, "nvrtc", "--ptxas-options=-O1"),
    (17, "ptxas", "--output-file=kernel.cubin"),
]


@pytest.mark.parametrize("number,key,option", MANAGED)
def test_case_11_to_17_managed_routing_flags(number, key, option):
    with pytest.raises(ValueError, match="managed"):
        copy_backend_config({"cuda": {key: [option]}})


@pytest.mark.parametrize("form", ["name", "dict", "export"])
def test_case_20_to_22_target_tag_defaults_and_precedence(form):
    name = "test/backend-config"
    config = {"cuda": {"compiler": "nvcc", "nvcc": ["-O1"]}}
    register_tag(name, {"kind": "cuda", "arch": "sm_100a", "backend_config": config}, override=True)
    target = tirx.Target(name if form == "name" else {"tag": name})
    if form == "export":
        target = tirx.Target(target.export())
    resolved = resolve_backend_config(target=target)
    assert resolved["compiler"] == "nvcc" and resolved["nvcc"] == ["-O1"]
    assert resolved["ptxas"][-1] == "--register-usage-level=10"
    override = resolve_backend_config({"compiler": "nvrtc", "nvcc": []}, target)
    assert override["compiler"] == "nvrtc" and override["nvcc"] == []
    assert resolve_backend_config(target=target) == resolved


def test_a_tag_is_replaced_only_when_asked():
    register_tag("test/once", "cuda:sm_80", override=True)
    with pytest.raises(ValueError, match="test/once"):
        register_tag("test/once", "cuda:sm_90")
    with pytest.raises(ValueError, match="rocm"):
        register_tag("test/other", {"kind": "cuda", "backend_config": {"rocm": {}}})
    assert tirx.Target({"tag": "test/once", "arch": "sm_90a"}).arch == "sm_90a"
    assert tirx.Target("test/once").arch == "sm_80"


@T.function
def scale(A: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    A[T.cuda.thread_idx("x")] = T.float32(1)


@T.function
def configured(A: T.Tensor((32,), "float32")):
    T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={
            "cuda": {
                "arch": "sm_90a",
                "nvcc": ["--use_fast_math", "--ftz=false"],
                "nvrtc": ["--use_fast_math", "--ftz=false"],
            }
        },
    )
    A[T.cuda.thread_idx("x")] = T.float32(1)


def test_case_23_entry_ir_roundtrip_and_resolution():
    assert tirx.structural_equal(configured.module, tirx.parse(configured.module.script()))
    assert tirx.structural_equal(configured.module, tirx.IRModule.from_json(configured.module.to_json()))
    bound = tirx.transform.BindTarget({"kind": "cuda", "arch": "sm_100a"})(configured)
    lines = ["--use_fast_math", "--generate-line-info"]
    bound = BindBackendConfig({"cuda": {"arch": "sm_100a", "nvcc": lines, "nvrtc": lines}})(bound)
    text = bound.script()
    assert text.count("T.device_entry(") == 1
    entry = text[text.index("T.device_entry(") :]
    assert '"arch": "sm_90a"' in entry
    assert "--ftz=false" in entry
    assert "--generate-line-info" not in entry


def test_case_24_target_arch_conflict():
    with pytest.raises(ValueError, match="conflicts"):
        prepare_target({"kind": "cuda", "arch": "sm_90"}, {"cuda": {"arch": "sm_100a"}})
    assert prepare_target(None, {"cuda": {"arch": "sm_100a"}}).arch == "sm_100a"
    assert prepare_target(None) is None
    with pytest.raises(ValueError, match="backend"):
        prepare_target("null", {"cuda": {}})


def test_case_38_generic_cuda_target_without_gpu(tmp_path):
    script = """
import tirx
from tirx import script as T
from tirx.backend.config import prepare_target
from tirx.backend.cuda import BackendConfig
from tirx.backend.cuda.transforms import BindBackendConfig

target = tirx.Target({"kind": "cuda", "host": "c"})
assert "arch" not in target.export()
resolved = prepare_target(target, {"cuda": BackendConfig(arch="sm_100a")})
assert resolved.arch == "sm_100a"
assert resolved.export()["host"] == {"kind": "c"}

@T.function
def main(A: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    A[T.cuda.thread_idx("x")] = T.float32(1)

for compile in (lambda: BindBackendConfig()(tirx.transform.BindTarget(target)(main)),
                lambda: tirx.compile(main, target, executor="device")):
    try:
        compile()
    except ValueError as error:
        assert "explicit" in str(error), error
    else:
        raise AssertionError("offline compilation must not guess an architecture")
"""
    run_python(script, path=tmp_path / "generic.py", CUDA_VISIBLE_DEVICES="")

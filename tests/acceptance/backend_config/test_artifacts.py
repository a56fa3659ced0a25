# SPDX-License-Identifier: Apache-2.0
"""Cases 30 to 33, 37 and 43: what modules keep, and what becomes of it where they are loaded."""

import struct

import numpy as np
import pytest
import tirx
import tvm_ffi
from shared import configs_of, fill, flags, global_function, halve, run_python
from tirx.backend.config import backend_config_json, parse_backend_config


@pytest.fixture
def no_compiler():
    """Compilers that may not be started."""

    def unavailable(*args):
        raise AssertionError("source fallback must not start a compiler")

    with (
        global_function("tirx.cuda.driver.nvcc", unavailable),
        global_function("tirx.cuda.driver.nvrtc", unavailable),
    ):
        yield


def test_case_43_source_fallback_does_not_invoke_compiler(monkeypatch, no_compiler):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    built = tirx.compile(fill, backend_config={"cuda": {"arch": "sm_100a"}})
    (module,) = built.module.imports
    assert "__global__" in module.inspect_source("cuda")
    assert configs_of(built)[0]["cuda"]["arch"] == "sm_100a"
    code, language, names = module["__tvm_cuda_binary"]()
    assert b"__global__" in bytes(code) and str(language) == "cuda"
    assert [str(name) for name in names] == ["fill_kernel"]
    with pytest.raises(RuntimeError, match="source"):
        built(np.zeros(32, "float32"))


def test_source_fallback_compiles_on_load_with_the_saved_settings(monkeypatch, tmp_path):
    path = tmp_path / "kernel.tirx"
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    tirx.compile(halve, backend_config={"cuda": {"arch": "sm_100a", **flags(False)}}).save(path)
    calls = []

    def driver(source, target_format, arch, options):
        calls.append((str(target_format), str(arch), [str(item) for item in options]))
        return [b"image", ""]

    with global_function("tirx.cuda.driver.nvrtc", driver):
        loaded = tirx.load(path)
    assert [call[:2] for call in calls] == [("cubin", "sm_100a")]
    assert calls[0][2][:2] == ["--use_fast_math", "--ftz=false"]
    assert "--ftz=false" in configs_of(loaded)[0]["cuda"]["nvrtc"]
    assert bytes(loaded.module.imports[0]["__tvm_cuda_binary"]()[0]) == b"image"


def test_binaries_keep_configuration_through_an_artifact(tmp_path):
    path = tmp_path / "kernel.tirx"
    built = tirx.compile(halve, backend_config={"cuda": {"arch": "sm_80", **flags(True)}})
    built.save(path)
    assert configs_of(tirx.load(path)) == configs_of(built)
    assert "--ftz=true" in configs_of(built)[0]["cuda"]["nvrtc"]


@pytest.mark.gpu
@pytest.mark.parametrize("fallback", [False, True])
@pytest.mark.parametrize("load_target", ["c", "cuda"])
def test_case_30_to_33_serialized_config_replays_in_fresh_process(
    tmp_path, monkeypatch, fallback, load_target
):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1" if fallback else "0")
    lines = {key: [*items, "--generate-line-info"] for key, items in flags(False).items()}
    path = tmp_path / "replay.tirx"
    tirx.compile(halve, executor="device", backend_config={"cuda": lines}).save(path)
    script = """
import sys
import cupy, numpy as np, tirx
from tirx.backend.config import parse_backend_config
from tirx.target import register_tag
# There is no target in force while an artifact loads; one that is there describes other work.
register_tag("test/other", LOAD_TARGET)
module = tirx.load(sys.argv[1])
config = parse_backend_config(str(module.module.imports[0].inspect_source("backend_config")))["cuda"]
assert "--ftz=false" in config["nvrtc"] and "--generate-line-info" in config["nvrtc"]
x = np.full(32, np.finfo(np.float32).tiny, dtype="float32")
a, b = cupy.asarray(x), cupy.empty(32, "float32")
module(a, b)
np.testing.assert_array_equal(b.get(), x * np.float32(0.5))
"""
    other = {"kind": "cuda", "arch": "sm_90a", "backend_config": {"cuda": {"target_format": "fatbin"}}}
    script = script.replace("LOAD_TARGET", repr("c" if load_target == "c" else other))
    run_python(script, path, TIRX_COMPILE_FORCE_FALLBACK="0")


def _text(value):
    return struct.pack("<Q", len(value)) + value


def test_case_37_legacy_payloads():
    load = tvm_ffi.get_global_func("ffi.Module.load_from_bytes.cuda")
    code = b".version 8.0\n.target sm_80\n.address_size 64\n"
    old_binary = _text(b"ptx") + struct.pack("<Q", 0) + _text(code)
    assert bytes(load(old_binary)["__tvm_cuda_binary"]()[0]) == code
    old_source = _text(b"cuda") + struct.pack("<Q", 0) + _text(b"// legacy source")
    seen = []

    def compile_mock(source, config):
        seen.append(parse_backend_config(str(config)))
        return [code, "ptx"]

    with global_function("tirx_callback_cuda_compile", compile_mock):
        module = load(old_source)
    assert bytes(module["__tvm_cuda_binary"]()[0]) == code
    assert seen == [{}]
    snapshot = backend_config_json({"cuda": {"arch": "sm_100a", "nvrtc": []}})
    current = old_binary + _text(snapshot.encode())
    assert load(current).inspect_source("backend_config") == snapshot
    for malformed in (old_binary + b"x", current[:-1], current + b"x"):
        with pytest.raises(Exception, match="payload") as caught:
            load(malformed)
        assert type(caught.value).__name__ == "InternalError"


@pytest.mark.gpu
def test_an_artifact_for_another_architecture_names_both():
    cupy = pytest.importorskip("cupy")
    here = tirx.compile(fill, executor="device")
    arch = configs_of(here)[0]["cuda"]["arch"]
    other = "sm_100a" if arch != "sm_100a" else "sm_90a"
    built = tirx.compile(fill, arch=other)
    with pytest.raises(RuntimeError) as caught:
        built(cupy.zeros(32, "float32"))
    assert other in str(caught.value) and arch in str(caught.value)

# SPDX-License-Identifier: Apache-2.0
"""Kernels that call NVSHMEM: device code is linked with its device library, without a device. A library made
here stands for NVSHMEM's; where the wheel is installed, it is linked, too."""

import importlib.util
import subprocess
import sys

import pytest
import tirx
from cuda_host_lib import build, program
from fake_driver import run_with_fake_driver
from tirx.backend.cuda import export_cuda_host
from tirx.backend.cuda.compiler import compile_source

KERNEL = """#include <nvshmem.h>
extern "C" __global__ void ring(int* target) { target[0] = (nvshmem_my_pe() + 1) % nvshmem_n_pes(); }
"""
HEADER = """#pragma once
extern "C" __device__ int nvshmem_my_pe();
extern "C" __device__ int nvshmem_n_pes();
"""
LIBRARY = """#include "nvshmem.h"
extern "C" __device__ int nvshmem_my_pe() { return 3; }
"""
REST = """extern "C" __device__ int nvshmem_n_pes() { return 8; }
"""


def make_library(root, text):
    (root / "include").mkdir(parents=True)
    (root / "lib").mkdir()
    (root / "include/nvshmem.h").write_text(HEADER)
    (root / "device.cu").write_text(text)
    library = root / "lib/libnvshmem_device.a"
    command = [
        "nvcc",
        "-arch",
        "sm_80",
        "-rdc=true",
        f"-I{root}/include",
        "-lib",
        "-o",
        library,
        root / "device.cu",
    ]
    subprocess.run([str(part) for part in command], check=True)
    return root


def config(compiler, **more):
    return {"cuda": {"arch": "sm_80", "compiler": compiler, **more}}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return make_library(tmp_path_factory.mktemp("nvshmem"), LIBRARY + REST)


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_links_with_the_device_library(compiler, library, monkeypatch):
    monkeypatch.setenv("NVSHMEM_HOME", str(library))
    linked = compile_source(KERNEL, config(compiler))
    assert linked.target_format == "cubin" and linked.binary.startswith(b"\x7fELF")
    assert int.from_bytes(linked.binary[16:18], "little") == 2  # ET_EXEC: nothing is left to link
    again = compile_source(KERNEL, config(compiler))
    assert again.binary == linked.binary


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_kernels_from_outside_may_use_it(compiler, library, monkeypatch):
    monkeypatch.setenv("NVSHMEM_HOME", str(library))
    kernel = tirx.cuda.external_kernel(KERNEL, "ring", ["handle"], backend_config=config(compiler))
    assert [row["name"] for row in kernel.executable.resources] == ["ring"]


RING = """from tirx import script as T

NEXT = "#include <nvshmem.h>\\n__device__ int next_pe() { return (nvshmem_my_pe() + 1) % nvshmem_n_pes(); }"

@T.function
def ring(A: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        A[0] = T.cuda.func_call("next_pe", return_type="int32", source_code=NEXT)
"""


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_generated_kernels_may_call_it(compiler, library, monkeypatch):
    # Reference 11.2, disco/test_nvshmem.py: the configuration says which compiler, no variable does.
    monkeypatch.setenv("NVSHMEM_HOME", str(library))
    exe = tirx.compile(tirx.parse(RING), backend_config=config(compiler))
    image, image_format, names = exe.module.imports[0]["__tvm_cuda_binary"]()
    assert image_format == "cubin" and list(names) == ["ring_kernel"]
    assert int.from_bytes(bytes(image)[16:18], "little") == 2


def test_what_the_library_lacks_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("NVSHMEM_HOME", str(make_library(tmp_path / "part", LIBRARY)))
    with pytest.raises(tirx.DiagnosticError, match="(?s)linking with NVSHMEM.*nvshmem_n_pes"):
        compile_source(KERNEL, config("nvrtc"))


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_without_nvshmem(compiler, tmp_path, monkeypatch):
    monkeypatch.setenv("NVSHMEM_HOME", str(tmp_path))
    with pytest.raises(tirx.DiagnosticError, match=f"(?s)NVSHMEM_HOME.*looked at {tmp_path}"):
        compile_source(KERNEL, config(compiler))


def test_other_formats_are_refused():
    with pytest.raises(tirx.DiagnosticError, match="linking with NVSHMEM cannot make a ptx"):
        compile_source(KERNEL, config("nvrtc", target_format="ptx"))


@pytest.mark.skipif(
    importlib.util.find_spec("nvidia") is None or importlib.util.find_spec("nvidia.nvshmem") is None,
    reason="the wheel nvidia-nvshmem-cu13 is not installed",
)
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_links_with_the_wheel(compiler, arch):
    linked = compile_source(KERNEL, {"cuda": {"arch": arch, "compiler": compiler}})
    assert int.from_bytes(linked.binary[16:18], "little") == 2


@pytest.mark.parametrize("fails", [False, True])
def test_loaded_modules_are_shown_to_the_host_library(build_dir, fails):
    program = f"""import tirx, tvm_ffi
from tirx import script as T

@tvm_ffi.register_global_func("runtime.nvshmem.cumodule_init")
def init(module):
    print("told", type(module).__name__, flush=True)
    if {fails}:
        raise RuntimeError("not initialised")

kernel = tirx.cuda.external_kernel(
    'extern "C" __global__ void f(int* a) {{ a[0] = 1; }}', "f", [T.Tensor((4,), "int32")], arch="sm_90a")
a = tirx.zeros((4,), "int32", device="cuda:0")
for i in range(2):
    try:
        kernel(a, grid=1, block=32)
    except RuntimeError as error:
        print(str(error).splitlines()[0], flush=True)
"""
    lines = run_with_fake_driver(build_dir, [sys.executable, "-c", program], "capability=90 arguments=8")
    refused = "`runtime.nvshmem.cumodule_init` failed on CUDA device 0: not initialised"
    assert lines[0] == "told c_void_p"
    if fails:
        assert lines[1:] == [refused, "told c_void_p", refused]
    else:
        assert [line.split()[0] for line in lines[1:]] == ["f", "f"]


@pytest.mark.parametrize("fails", [False, True])
def test_exported_hosts_show_theirs_too(fails, library, build_dir, tmp_path, monkeypatch):
    monkeypatch.setenv("NVSHMEM_HOME", str(library))
    exe = tirx.compile(tirx.parse(RING), backend_config=config("nvrtc"))
    lines = f"""
@tvm_ffi.register_global_func("runtime.nvshmem.cumodule_init")
def init(loaded):
    print("told", type(loaded).__name__, flush=True)
    if {fails}:
        raise ValueError("not initialised")
    return [1]

a = on_device(1, "int32")
for _ in range(2):
    error_of(module["ring"], a)
"""
    host = build(export_cuda_host(exe.module), tmp_path)
    said = run_with_fake_driver(build_dir, program(host, lines), "capability=80")
    refused = "RuntimeError: `runtime.nvshmem.cumodule_init` failed on CUDA device 0: not initialised"
    told = "told c_void_p"
    assert said == ([told, refused, told, refused] if fails else [told, "no error", "no error"])

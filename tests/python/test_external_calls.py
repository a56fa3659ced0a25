# SPDX-License-Identifier: Apache-2.0
"""tirx.cuda.external_kernel: kernels from outside, called from Python without a script."""

import ctypes
import sys

import numpy as np
import pytest
import tirx
from fake_driver import run_with_fake_driver
from tirx import script as T
from tirx.backend.cuda.compiler import compile_source

SCALE = """extern "C" __global__ void scale(float* a, long long n, float s) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= s;
}
"""
TYPES = {"a": T.Tensor(("n",), "float32"), "n": T.int64, "s": T.float32}


def test_launches_say_what_they_are_asked(build_dir):
    program = f"""import ctypes, tirx
from tirx import script as T
kernel = tirx.cuda.external_kernel({SCALE!r}, "scale",
    {{"a": T.Tensor(("n",), "float32"), "n": T.int64, "s": T.float32}}, arch="sm_90a")
a = tirx.zeros((300,), "float32", device="cuda:0")
kernel(a, 300, 2.0, grid=3, block=128)
kernel(a, 300, 2.0, grid=7, block=64)
kernel(a, 300, 2.0, grid=(4, 2), block=(32, 4), cluster=2, dynamic_smem_bytes=100, cooperative=True)
kernel(a, 300, 2.0, grid=3, block=128, stream=ctypes.c_void_p(7), cluster=None)
kernel(a, 300, 2.0, grid=0, block=128)
"""
    lines = run_with_fake_driver(build_dir, [sys.executable, "-c", program], "capability=90 arguments=8:8:4")
    assert [line.rsplit(" 0x", 3)[0] for line in lines] == [
        "scale grid=(3,1,1) block=(128,1,1) shared=0",
        "scale grid=(7,1,1) block=(64,1,1) shared=0",
        "scale grid=(4,2,1) block=(32,4,1) cluster=(2,1,1) shared=100",
        "scale grid=(3,1,1) block=(128,1,1) shared=0",
    ]
    assert all(line.endswith(" 0x12c 0x40000000") for line in lines)


@pytest.mark.parametrize("form", ["cu", "ptx", "cubin", "fatbin"])
def test_files_and_bytes(form, tmp_path):
    path = tmp_path / f"scale.{form}"
    compiler = "nvcc" if form == "fatbin" else "nvrtc"
    config = {"cuda": {"arch": "sm_80", "target_format": form, "compiler": compiler}}
    code = SCALE.encode() if form == "cu" else compile_source(SCALE, config).binary
    path.write_bytes(code)
    for source, given in ((path, None), (str(path), None), (code, form)):
        kernel = tirx.cuda.external_kernel(source, "scale", TYPES, format=given, arch="sm_80")
        assert [row["name"] for row in kernel.executable.resources] in (["scale"], [])
        image, image_format, names = kernel.executable.module.imports[0]["__tvm_cuda_binary"]()
        assert list(names) == ["scale"]
        if form != "cu":
            assert image_format == form and bytes(image).rstrip(b"\0") == code.rstrip(b"\0")


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_text_is_compiled_with_the_configuration(arch, compiler):
    config = {"cuda": {"arch": arch, "compiler": compiler, "target_format": "ptx", compiler: ["-DX=3"]}}
    kernel = tirx.cuda.external_kernel(
        SCALE.replace("*= s", "*= s * X"), "scale", TYPES, backend_config=config
    )
    code, image_format, _ = kernel.executable.module.imports[0]["__tvm_cuda_binary"]()
    assert image_format == "ptx" and f".target {arch}" in bytes(code).decode()
    assert '"-DX=3"' in kernel.executable.module.imports[0].inspect_source("backend_config")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "scala"}, r"no function `scala` in the cubin; there is `scale`"),
        ({"parameters": [T.handle, T.int32, T.int32]}, "takes 20 bytes of parameters"),
        ({"parameters": [T.float32x4]}, "must be a scalar, a pointer or a tensor"),
        ({"source": "none.cu"}, "no such file"),
        ({"source": SCALE.replace("*= s", "*= t")}, "CudaCompileFailed"),
        ({"source": b"\x7fELF", "format": "cubin"}, "CudaBadBinary"),
        ({"source": b"\x7fELF"}, "`format`"),
        ({"source": b"x", "format": "dll"}, "NoExternalFormat"),
        ({"backend_config": {"cuda": {"arch": "sm_90a", "nvrtc": ["--gpu-architecture=sm_80"]}}}, "arch"),
        ({"arch": "sm_9"}, "sm_9"),
    ],
)
def test_mistakes_are_seen_before_any_call(change, message):
    given = {"source": SCALE, "name": "scale", "parameters": TYPES, "arch": "sm_90a", **change}
    with pytest.raises((tirx.DiagnosticError, ValueError), match=message):
        tirx.cuda.external_kernel(given.pop("source"), given.pop("name"), given.pop("parameters"), **given)


def test_mistakes_of_a_call():
    kernel = tirx.cuda.external_kernel(SCALE, "scale", TYPES, arch="sm_90a")
    a = np.zeros(3, dtype=np.float32)
    with pytest.raises(TypeError, match=r"`scale` takes 3 arguments \(a, n, s\), got 2"):
        kernel(a, 3, grid=1, block=32)
    with pytest.raises(tirx.DiagnosticError, match="did you mean `cluster`"):
        kernel(a, 3, 2.0, grid=1, block=32, clusterr=2)
    with pytest.raises(tirx.DiagnosticError, match="must be 1 to 3 of them"):
        kernel(a, 3, 2.0, grid=(1, 1, 1, 1), block=32)
    with pytest.raises(TypeError, match="block"):
        kernel(a, 3, 2.0, grid=1)


def test_source_waits_where_no_compiler_may_run(monkeypatch):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    kernel = tirx.cuda.external_kernel(SCALE, "scale", TYPES, arch="sm_90a")
    with pytest.raises(RuntimeError, match="TIRX_COMPILE_FORCE_FALLBACK"):
        kernel(np.zeros(3, dtype=np.float32), 3, 2.0, grid=1, block=32, cluster=1)


@pytest.mark.gpu
@pytest.mark.parametrize("form", ["text", "ptx", "cubin"])
def test_runs_on_the_device(form):
    import torch

    arch = str(tirx.target.detect_target_from_device("cuda").arch)
    source = SCALE
    if form != "text":
        source = compile_source(SCALE, {"cuda": {"arch": arch, "target_format": form}}).binary
    kernel = tirx.cuda.external_kernel(
        source, "scale", TYPES, arch=arch, format=None if form == "text" else form
    )
    a = torch.arange(300, dtype=torch.float32, device="cuda")
    kernel(a, 300, 2.0, grid=3, block=128)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    kernel(a, 300, 3.0, grid=(2, 1), block=256, cluster=1, stream=ctypes.c_void_p(side.cuda_stream))
    torch.cuda.synchronize()
    assert torch.equal(a.cpu(), torch.arange(300, dtype=torch.float32) * 6)
    with pytest.raises(ValueError, match="the limit is 1024"):
        kernel(a, 300, 2.0, grid=1, block=2048)

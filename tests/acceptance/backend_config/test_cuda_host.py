# SPDX-License-Identifier: Apache-2.0
"""Cases 35 and 36, and the rows of section 11.2 on exported hosts: plain C++ with independent binaries."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tirx
import tvm_ffi.cpp
import tvm_ffi.libinfo
from shared import run_python
from tirx import script as T
from tirx.backend.cuda import export_cuda_host

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from cuda_host_lib import cuda_include, program  # noqa: E402
from fake_driver import run_with_fake_driver  # noqa: E402


@T.function
def main(
    A: T.Tensor((32,), "float32"),
    B: T.Tensor((32,), "float32"),
    C: T.Tensor((32,), "float32"),
    factor: T.float16,
    other: T.bfloat16,
):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={
            "cuda": {
                "compiler": "nvrtc",
                "nvcc": ["--use_fast_math", "--ftz=false"],
                "nvrtc": ["--use_fast_math", "--ftz=false"],
            }
        },
    ):
        x = T.cuda.thread_idx("x")
        B[x] = A[x] * T.Cast("float32", factor)
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=1, block=32),
        backend_config={
            "cuda": {
                "compiler": "nvcc",
                "nvcc": ["--use_fast_math", "--ftz=true"],
                "nvrtc": ["--use_fast_math", "--ftz=true"],
            }
        },
    ):
        y = T.cuda.thread_idx("x")
        C[y] = B[y] * T.Cast("float32", other)


def _exported(monkeypatch, fallback, arch):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1" if fallback else "0")
    executable = tirx.compile(main, target={"kind": "cuda", "arch": arch, "host": "cuda_host"})
    source = export_cuda_host(executable.module)
    assert "__global__" not in source
    assert "tvm_cuda_binary_1" in source
    return source


def _build(source, folder, name="independent_cuda_entries"):
    return tvm_ffi.cpp.build_inline(
        name=name,
        cpp_sources=source,
        backend="cpu",
        extra_include_paths=[cuda_include()],
        build_directory=str(folder),
    )


@pytest.mark.parametrize("fallback", [False, True])
def test_case_35_and_36_without_a_gpu(tmp_path, monkeypatch, build_dir, fallback):
    """The driver is a fake one, which runs no kernels: the host's part alone."""
    library = _build(_exported(monkeypatch, fallback, "sm_90a"), tmp_path)
    call = "module['main'](on_device(32), on_device(32), on_device(32), 0.5, 0.5); print('launched')"
    assert run_with_fake_driver(build_dir, program(library, call)) == ["launched"]


@pytest.mark.gpu
@pytest.mark.parametrize("fallback", [False, True])
def test_case_35_and_36_cuda_host_embeds_independent_binaries_in_plain_cpp(tmp_path, monkeypatch, fallback):
    pytest.importorskip("cupy")
    arch = tirx.target.detect_target_from_device("cuda").arch
    library = _build(_exported(monkeypatch, fallback, str(arch)), tmp_path)
    script = """
import sys
assert "tirx" not in sys.modules
import cupy, numpy, tvm_ffi

module = tvm_ffi.load_module(sys.argv[1])
a = cupy.full(32, numpy.finfo("float32").tiny, "float32")
a[1::2] = 2.0
b, c = cupy.empty_like(a), cupy.empty_like(a)
arguments = [tvm_ffi.from_dlpack(x) for x in (a, b, c)]
module["main"](*arguments, 0.5, 0.5)
assert (cupy.asnumpy(b).view("uint32") == (cupy.asnumpy(a) * numpy.float32(0.5)).view("uint32")).all()
expected = numpy.zeros(32, "float32")
expected[1::2] = 0.5
assert (cupy.asnumpy(c) == expected).all()
assert "tirx" not in sys.modules
"""
    run_python(script, library)


@T.function
def clustered(A: T.Tensor((64,), "bfloat16"), B: T.Tensor((64,), "bfloat16")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        i = T.cuda.block_idx("x") * 32 + T.cuda.thread_idx("x")
        B[i] = A[i]


@T.function
def dependent(A: T.Tensor((32,), "float32"), B: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32, programmatic_stream_serialization=True)):
        x = T.cuda.thread_idx("x")
        B[x] = A[x] + T.float32(1)


LOOK = """
__device__ void look(const void* map, float* b) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map));
  b[threadIdx.x] = 1.0f;
}
"""


@T.function
def with_map(m: T.TensorMap(), B: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32)):
        T.cuda.func_call("look", T.address_of(m), B.data, source_code=LOOK)


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
@pytest.mark.parametrize(
    ("function", "text"),
    [
        (clustered, "cudaLaunchAttributeClusterDimension"),
        (dependent, "cudaLaunchAttributeProgrammaticStreamSerialization"),
        (with_map, "(CUtensorMap*)"),
    ],
)
def test_what_the_text_says(function, text, compiler):
    config = {"cuda": {"arch": "sm_90a", "compiler": compiler}}
    source = export_cuda_host(tirx.compile(function, backend_config=config).module)
    assert text in source
    assert "tvm_cuda_binary_0" in source
    assert "cuLaunchKernelEx" in source
    assert "__global__" not in source


def test_nvcc_takes_it_as_cuda_source(tmp_path):
    nvcc = shutil.which("nvcc") or str(Path(cuda_include()).parent / "bin/nvcc")
    if not Path(nvcc).is_file():
        pytest.skip("nvcc is not here")
    source = tmp_path / "host.cu"
    tirx.compile(with_map, arch="sm_90a").export_cuda_host(source)
    command = [nvcc, "-std=c++17", "-arch=sm_90a", "-shared", "-Xcompiler=-fPIC", str(source), "-lcuda"]
    command += ["-L" + str(Path(cuda_include()).parent / "lib64/stubs"), "-o", str(tmp_path / "host.so")]
    command += ["-I" + tvm_ffi.libinfo.find_include_path(), "-I" + tvm_ffi.libinfo.find_dlpack_include_path()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.gpu
@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_exported_clusters_and_dependent_launches_run(tmp_path, compiler):
    pytest.importorskip("torch")
    config = {"cuda": {"compiler": compiler}}
    for function in (clustered, dependent):
        executable = tirx.compile(function, target="cuda", executor="device", backend_config=config)
        library = _build(export_cuda_host(executable.module), tmp_path / function.name, function.name)
        script = f"""
import sys
import torch, tvm_ffi

copies = {function is clustered}
a = torch.arange(64 if copies else 32, device="cuda", dtype=torch.bfloat16 if copies else torch.float32)
b = torch.zeros_like(a)
tvm_ffi.load_module(sys.argv[1])[{function.name!r}](a, b)
assert torch.equal(b, a if copies else a + 1)
"""
        run_python(script, library)

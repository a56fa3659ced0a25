# SPDX-License-Identifier: Apache-2.0
"""Executables as C++ that launches by itself: what it needs, how it builds, what it says."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import tirx
from cuda_host_lib import build, program
from fake_driver import run_with_fake_driver
from tirx.backend.cuda import export_cuda_host

PROGRAM = """from tirx import script as T


@T.function
def halves(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32"), s: T.float16, t: T.bfloat16):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=A.shape[0] // 32, block=32),
        backend_config={"cuda": {"arch": "sm_90a", "compiler": "nvrtc"}},
    ):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        B[i] = A[i] * T.Cast("float32", s)
    with T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=A.shape[0] // 32, block=32, cluster=2, programmatic_stream_serialization=True
        ),
        backend_config={"cuda": {"arch": "sm_90a", "compiler": "nvcc"}},
    ):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        B[i] = B[i] * T.Cast("float32", t)


@T.function
def for_newer(A: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=1, block=32),
        backend_config={"cuda": {"arch": "sm_100a"}},
    ):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def as_ptx(A: T.Tensor((32,), "float32"), blocks: T.int64):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=blocks, block=32),
        backend_config={"cuda": {"arch": "sm_80", "target_format": "ptx"}},
    ):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def tile(A: T.Tensor(("rows", "columns"), "float16"), template: T.int32):
    rows, columns = A.shape
    m = T.tensormap_encode_tiled(
        "float16", A.data, columns, rows, columns * 2, 64, 32, 1, 1, l2_promotion="128B"
    )
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        T.cuda.func_call("look", T.address_of(m), template, source_code=LOOK)


LOOK = "__device__ void look(const void* map, int n) { if (n < 0) asm volatile(\\"\\" ::\\"l\\"(map)); }"
"""
PROGRAM = PROGRAM.replace("LOOK)", PROGRAM.split("LOOK = ")[1].strip() + ")").split("\n\n\nLOOK = ")[0] + "\n"

HOST_CODE = """from tirx import script as T


@T.function
def fill(A: T.Tensor(("n",), "float32"), value: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 32), block=32)):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        if i < A.shape[0]:
            A[i] = value


@T.function
def factorial(n: T.int64) -> T.int64:
    if n < 2:
        return T.int64(1)
    return n * factorial(n - 1)


@T.function
def both(A: T.Tensor(("n",), "float32"), B: T.Tensor(("m",), "float32")) -> T.int64:
    fill(A, 1.0)
    fill(B, 2.0)
    return factorial(T.cast(B.shape[0], "int64"))


@T.function
def loops(n: T.int32, f: T.float32) -> T.int32:
    total: T.int32 = 0
    for i in T.serial(n):
        total += i % 3
        T.call_packed("a.function", i, f)
    assert f > 0.0, "f must be positive"
    return total
"""

TVM_FFI = {
    "TVMFFIEnvGetStream",
    "TVMFFIEnvCheckSignals",
    "TVMFFIBigIntFromByteArray",
    "TVMFFIBigIntGetContentByteArray",
    "TVMFFIErrorCreate",
    "TVMFFIErrorMoveFromRaised",
    "TVMFFIErrorSetRaised",
    "TVMFFIErrorSetRaisedFromCStr",
    "TVMFFIFunctionCall",
    "TVMFFIFunctionGetGlobal",
    "TVMFFIGetTypeInfo",
    "TVMFFIObjectDecRef",
    "TVMFFIStringFromByteArray",
}
# Of the C and C++ runtimes: the loader, the heap, strings, numbers, locks, exceptions and static objects.
C = {
    *("dlopen", "dlsym", "dlerror", "malloc", "realloc", "free", "memcpy", "memmove", "memset", "memcmp"),
    *("strlen", "strtol", "snprintf", "__snprintf_chk", "frexp", "ldexp", "nearbyint", "isdigit"),
    *("pthread_mutex_lock", "pthread_mutex_unlock", "__stack_chk_fail", "__memcpy_chk"),
}
CXX = re.compile(r"_Z|__cxa_|__gxx_personality|_Unwind_Resume|__gmon_start__|_ITM_|_GLOBAL_OFFSET_TABLE_")


@pytest.fixture(scope="module")
def exported():
    executable = tirx.compile(tirx.parse(PROGRAM), arch="sm_90a")
    return export_cuda_host(executable.module)


@pytest.fixture(scope="module")
def library(exported, tmp_path_factory):
    return build(exported, tmp_path_factory.mktemp("cuda_host"))


def test_what_the_text_has(exported):
    for needed in (
        "tvm_cuda_binary_0",
        "cuLaunchKernelEx",
        "cudaLaunchAttributeClusterDimension",
        "cudaLaunchAttributeProgrammaticStreamSerialization",
        "(CUtensorMap*)",
        '"sm_100a"',
        '{"ptx", "sm_80"',
        '{"fatbin", "sm_90a"',
        "__tvm_ffi_halves(",
    ):
        assert needed in exported, needed
    assert "__global__" not in exported
    assert exported.index("tirx_image tirx_images[]") < exported.index("int __tvm_ffi_halves(")
    assert exported.index("int __tvm_ffi_tile(") < exported.index("// --- the driver ---")


def test_what_the_library_needs(library):
    """tvm-ffi and the C and C++ runtimes: nothing of CUDA, whose driver is looked up."""
    lines = subprocess.run(
        ["nm", "-D", "-u", str(library)], capture_output=True, text=True, check=True
    ).stdout
    symbols = {line.split()[-1].split("@")[0] for line in lines.splitlines()}
    assert {symbol for symbol in symbols if symbol not in TVM_FFI | C and not CXX.match(symbol)} == set()
    lines = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"NEEDED.*\[(\w+)", lines)
    assert not [name for name in needed if "cuda" in name or "tirx" in name]


def test_the_package_lists_its_functions(library):
    assert tirx.load_module(library).functions == ["halves", "for_newer", "as_ptx", "tile"]


def test_clang_builds_it_too(exported, tmp_path):
    if shutil.which("clang++") is None:
        pytest.skip("clang++ is not here")
    build(exported, tmp_path, compiler="clang++")


def test_calls_reach_the_driver(library, build_dir):
    lines = """
a, b = on_device(128), on_device(128)
error_of(module["halves"], a, b, 0.5, 2)
error_of(module["halves"], on_device(0), on_device(0), 0.5, 2)
error_of(module["halves"], on_device(96), on_device(96), 0.5, 2)
error_of(module["halves"], a, on_device(64), 0.5, 2)
error_of(module["halves"], a, np.zeros(128, "float32"), 0.5, 2)
error_of(module["as_ptx"], on_device(32), 1)
error_of(module["as_ptx"], on_device(32), -1)
error_of(module["as_ptx"], on_device(32, device=1), 1)
error_of(module["for_newer"], on_device(32))
error_of(module["tile"], on_device((100, 128), "float16"), 0)
error_of(module["tile"], on_device((100, 100), "float16"), 0)
"""
    signature = "halves(A: Tensor((n,), float32), B: Tensor((n,), float32), s: float16, t: bfloat16)"
    on = f"on argument #1 when calling: `{signature}`"
    assert run_with_fake_driver(build_dir, program(library, lines)) == [
        "no error",
        "no error",
        "ValueError: kernel `halves_kernel_1`: grid dimension x is 3; it must be a multiple of the cluster "
        "dimension x, which is 2",
        f"ValueError: Mismatched B.shape[0] {on}, expected n = 128, got 64",
        f"ValueError: Mismatched B.device_type {on}, expected cuda, got cpu",
        "no error",
        "ValueError: kernel `as_ptx_kernel`: grid dimension x is -1; it must not be negative",
        "ValueError: there is no CUDA device 1; the driver sees 1",
        "RuntimeError: the cubin image cannot be loaded on CUDA device 0: it was compiled for sm_100a; the "
        "device is sm_90a",
        "no error",
        "ValueError: tensor map: the stride of axis 1 is 200; it must be a multiple of 16 bytes",
    ]


def test_host_code_around_launches(build_dir, tmp_path):
    executable = tirx.compile(tirx.parse(HOST_CODE), arch="sm_90a")
    library = build(export_cuda_host(executable.module), tmp_path)
    lines = """
seen = []
error_of(module["loops"], 3, 1.0)
tvm_ffi.register_global_func("a.function", lambda *args: seen.append(args))
print(module["both"](on_device(70), on_device(5)), module["loops"](4, 0.5), seen)
error_of(module["loops"], 1, -1.0)
error_of(module["factorial"], 1000)
"""
    assert run_with_fake_driver(build_dir, program(library, lines)) == [
        "RuntimeError: `loops` calls the global function `a.function`, which is not registered",
        "120 3 [(0, 0.5), (1, 0.5), (2, 0.5), (3, 0.5)]",
        "RuntimeError: f must be positive",
        "RuntimeError: host functions call each other more than 256 deep, in `factorial_private`",
    ]


SMALL = """from tirx import script as T


@T.function
def scale(A: T.Tensor(("n",), "float32"), s: T.bfloat16):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=A.shape[0], block=1, priority=-1)):
        A[T.gpu.block_idx("x")] *= T.Cast("float32", s)
"""


def test_the_text_of_a_small_one():
    """Tables and functions; what stands before and behind is text that files of this repository have."""
    text = export_cuda_host(tirx.compile(tirx.parse(SMALL), arch="sm_90a").module)
    start, end = text.index("// Device code, at the end"), text.index("// What the functions above call.")
    assert text[start:end] == (Path(__file__).parent / "expected/small_cuda_host.cc.txt").read_text()


def test_without_a_driver_a_call_says_so(library, tmp_path):
    (tmp_path / "libcuda.so.1").write_text("not a library")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    lines = 'error_of(module["halves"], *[np.zeros(32, "float32")] * 2, 0.5, 0.5)'
    done = subprocess.run(
        program(library, lines), env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith(
        "RuntimeError: this library needs a CUDA device, and there is no CUDA driver ("
    ), done.stdout + done.stderr


def test_source_is_compiled_with_its_own_settings(monkeypatch):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    source = PROGRAM.split("@T.function\ndef for_newer")[0]
    executable = tirx.compile(tirx.parse(source), arch="sm_90a")
    assert "__global__" in str(executable.module.imports[0].inspect_source("cuda"))
    text = export_cuda_host(executable.module)
    assert '{"cubin", "sm_90a"' in text and '{"fatbin", "sm_90a"' in text and "__global__" not in text


def test_an_artifact_exports_the_same(exported, tmp_path):
    executable = tirx.compile(tirx.parse(PROGRAM), arch="sm_90a")
    executable.save(tmp_path / "program.tirx")
    tirx.load(tmp_path / "program.tirx").export_cuda_host(tmp_path / "host.cc")
    assert (tmp_path / "host.cc").read_text() == exported


def test_the_command_line_writes_it(exported, tirx_cli, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [tirx_cli, "compile", "program.py", "--arch", "sm_90a", "-o", "host.cc"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "host.cc").read_text() == exported
    command = [tirx_cli, "compile", "program.py", "--target", "opencl", "-o", "no_host.cc", "-f", "plain"]
    (tmp_path / "program.py").write_text(
        "from tirx import script as T\n\n\n@T.function\ndef plain(n: T.int32) -> T.int32:\n    return n + 1\n"
    )
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "no opencl host can be exported: that backend has no host source" in done.stderr
    assert not (tmp_path / "no_host.cc").exists()


def test_what_is_refused(tmp_path):
    source = PROGRAM.split("@T.function\ndef for_newer")[0]
    with pytest.raises(TypeError, match="takes a module, such as executable.module, not Executable"):
        export_cuda_host(tirx.compile(tirx.parse(source), executor="simulator"))
    simulated = tirx.compile(tirx.parse(source), executor="simulator").module
    with pytest.raises(
        ValueError, match=r"device module of kind `.*`; all must be of kind `cuda` \[CannotExportHost\]"
    ):
        export_cuda_host(simulated)
    with pytest.raises(ValueError, match="a module of kind `.*` has no host program"):
        export_cuda_host(simulated.imports[0])
    with pytest.raises(ValueError, match="cannot write"):
        tirx.compile(tirx.parse(source), arch="sm_90a").export_cuda_host(tmp_path / "nowhere" / "host.cc")

# SPDX-License-Identifier: Apache-2.0
"""T.call_kernel: kernels that come as text, files or bytes."""

import struct

import numpy as np
import pytest
import tirx
import tvm_ffi
from tirx import script as T
from tirx.backend.cuda.compiler import compile_source

SCALE = """extern "C" __global__ void scale(float* a, long long n, float s) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= s;
}
"""

SCRIPT = f'''from tirx import script as T

SCALE = """{SCALE}"""

@T.function(private=True)
def scale_one(A: T.Tensor(("n",), "float32"), n: T.int64, s: T.float32):
    i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
    if i < n:
        A[i] = A[i] * s

@T.function
def f(A: T.Tensor(("n",), "float32"), s: T.float32):
    launch = T.gpu.LaunchConfig(grid=(A.shape[0] + 127) // 128, block=128)
    T.call_kernel(SCALE, "scale", launch, A, A.shape[0], s * 2.0, reference=scale_one)
    with T.device_entry(launch=launch):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        if i < A.shape[0]:
            A[i] = A[i] + 1.0
    rows = T.gpu.LaunchConfig(grid=A.shape[0], block=1)
    T.call_kernel(SCALE, "scale", rows, A, A.shape[0], s, reference=scale_one)
'''


def one_call(source, *, options="", name="scale"):
    """A function that scales by 2 through a kernel from `source`, a Python literal."""
    return f"""from tirx import script as T

@T.function
def f(A: T.Tensor(("n",), "float32")):
    rows = T.gpu.LaunchConfig(grid=A.shape[0], block=1)
    T.call_kernel({source!r}, "{name}", rows, A, A.shape[0], 2.0{options})
"""


@pytest.fixture(scope="module")
def module():
    return tirx.parse(SCRIPT)


def test_prints_and_reads_back(module):
    text = module.script()
    assert text.count("T.external_kernel(") == 2 and "call_kernel" not in text
    again = tirx.parse(text)
    assert again.script() == text
    assert tvm_ffi.structural_equal(module, again)
    lowered = tirx.lower(module, arch="sm_90a")
    assert tirx.parse(lowered.script()).script() == lowered.script()
    from_json = tirx.ir.IRModule.from_json(lowered.to_json())
    assert tvm_ffi.structural_equal(lowered, from_json)


def test_the_simulator_runs_the_reference(module):
    A = np.arange(300, dtype=np.float32)
    tirx.compile(module, executor="simulator")(A, 3.0)
    expected = np.arange(300, dtype=np.float32) * 6 + 1
    expected[::128] *= 3  # the last launch has one thread in a block, for which the reference takes 128
    np.testing.assert_array_equal(A, expected)


def test_the_simulator_refuses_a_kernel_without_reference():
    with pytest.raises(tirx.DiagnosticError, match="kernel `scale` of `T.call_kernel`.*SimUnsupported"):
        tirx.compile(tirx.parse(one_call(SCALE)), executor="simulator")


def test_a_reference_that_takes_something_else():
    text = SCRIPT.replace("n: T.int64, s: T.float32", "n: T.int32, s: T.float32")
    with pytest.raises(tirx.DiagnosticError, match="`scale_one`, whose parameter `n` is int32"):
        tirx.compile(tirx.parse(text), executor="simulator")


def test_an_inline_reference():
    text = one_call(SCALE, options=", reference=scale_inline").replace(
        "@T.function",
        "@T.inline\ndef scale_inline(A, n, s):\n"
        "    i = T.gpu.block_idx('x')\n    A[i] = A[i] * s\n\n@T.function",
    )
    A = np.arange(70, dtype=np.float32)
    tirx.compile(tirx.parse(text), executor="simulator")(A)
    np.testing.assert_array_equal(A, np.arange(70, dtype=np.float32) * 2)


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
def test_compiles_apart_and_once(module, arch):
    exe = tirx.compile(module, arch=arch)
    assert sorted(row["name"] for row in exe.resources) == ["f_kernel", "scale"]
    assert len(exe.module.imports) == 2
    binaries = [imported["__tvm_cuda_binary"]() for imported in exe.module.imports]
    assert [list(kernels) for _, _, kernels in binaries] == [["scale"], ["f_kernel"]]


def test_text_is_compiled_with_the_calls_configuration():
    config = {"compiler": "nvcc", "arch": "sm_80", "target_format": "ptx", "nvcc": ["-DX=1"]}
    options = f", backend_config={{'cuda': {config}}}"
    source = SCALE.replace("*= s", "*= X * s")
    exe = tirx.compile(tirx.parse(one_call(source, options=options)), arch="sm_90a")
    code, target_format, _ = exe.module.imports[0]["__tvm_cuda_binary"]()
    assert target_format == "ptx" and b".target sm_80" in bytes(code)
    assert '"-DX=1"' in exe.module.imports[0].inspect_source("backend_config")
    with pytest.raises(tirx.DiagnosticError, match="CudaCompileFailed"):
        tirx.compile(tirx.parse(one_call(source)), arch="sm_90a")


@pytest.fixture
def files(tmp_path):
    for form in ("ptx", "cubin", "fatbin"):
        config = {"arch": "sm_80", "target_format": form, "compiler": "nvcc" if form == "fatbin" else "nvrtc"}
        (tmp_path / f"scale.{form}").write_bytes(compile_source(SCALE, {"cuda": config}).binary)
    (tmp_path / "scale.cu").write_text(SCALE)
    (tmp_path / "scale.txt").write_text(SCALE)
    return tmp_path


@pytest.mark.parametrize("form", ["cu", "ptx", "cubin", "fatbin"])
def test_files_are_read_beside_the_script(files, form):
    script = files / "k.py"
    script.write_text(one_call(f"scale.{form}"))
    module = tirx.parse_file(str(script))
    assert tirx.parse(module.script()).script() == module.script()
    exe = tirx.compile(module, arch="sm_86" if form in ("ptx", "cubin") else "sm_80")
    code, target_format, kernels = exe.module.imports[0]["__tvm_cuda_binary"]()
    assert list(kernels) == ["scale"]
    if form != "cu":
        assert target_format == form
        assert bytes(code).rstrip(b"\0") == (files / f"scale.{form}").read_bytes().rstrip(b"\0")
    path = files / "k.tirx"
    exe.save(str(path))
    assert list(tirx.load(str(path)).module.imports[0]["__tvm_cuda_binary"]()[2]) == ["scale"]


def test_a_suffix_that_says_nothing(files):
    script = files / "k.py"
    script.write_text(one_call("scale.txt"))
    with pytest.raises(tirx.DiagnosticError, match="takes no kernels as `txt`.*NoExternalFormat"):
        tirx.compile(tirx.parse_file(str(script)), arch="sm_80")
    script.write_text(one_call("scale.txt", options=', format="cu"'))
    tirx.compile(tirx.parse_file(str(script)), arch="sm_80")


@pytest.mark.parametrize(
    ("form", "arch", "why"),
    [
        ("cubin", "sm_90a", "its architecture is sm_80, which does not run on sm_90a"),
        ("fatbin", "sm_75", "it has no image that runs on sm_75"),
        ("ptx", "sm_75", "its target is `sm_80`, which does not run on sm_75"),
    ],
)
def test_another_architecture(files, form, arch, why):
    script = files / "k.py"
    script.write_text(one_call(f"scale.{form}"))
    with pytest.raises(tirx.DiagnosticError) as error:
        tirx.compile(tirx.parse_file(str(script)), arch=arch)
    assert why in str(error.value) and "k.py:6:5" in str(error.value)


def test_damaged_binaries(files):
    whole = (files / "scale.cubin").read_bytes()
    script = files / "k.py"
    script.write_text(one_call("scale.cubin"))
    for damaged in (whole[: len(whole) // 2], whole[:40], b"\x7fELF" + bytes(200)):
        (files / "scale.cubin").write_bytes(damaged)
        with pytest.raises(tirx.DiagnosticError, match="CudaBadBinary"):
            tirx.compile(tirx.parse_file(str(script)), arch="sm_80")


def refuses_wrong_calls(folder, binary, passed):
    """A call of another name, and one with an argument less than `scale` in the file `binary` takes; `passed`
    is what the latter passes."""
    script = folder / "k.py"
    script.write_text(one_call(binary, name="other"))
    kind = binary.split(".")[1]
    with pytest.raises(tirx.DiagnosticError, match=f"no function `other` in the {kind}; there is `scale`"):
        tirx.compile(tirx.parse_file(str(script)), arch="sm_80")
    script.write_text(one_call(binary).replace("A.shape[0], 2.0", "2.0"))
    with pytest.raises(tirx.DiagnosticError, match=f"takes 20 bytes of parameters, the call passes {passed}"):
        tirx.compile(tirx.parse_file(str(script)), arch="sm_80")


def test_ptx_that_lacks_the_kernel_or_takes_something_else(files):
    refuses_wrong_calls(files, "scale.ptx", "2 arguments of 12")


def fatbin_of_ptx(ptx):
    image = struct.pack("<HHIQI8xI8xQ8xQ", 1, 0x101, 64, len(ptx), 0, 80, 0x11, 0) + ptx
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(image)) + image


@pytest.mark.parametrize("what", ["none", "speed", "size", "PTX alone"])
def test_fatbins_that_lack_the_kernel_or_take_something_else(tmp_path, what):
    config = {
        "arch": "sm_80",
        "target_format": "fatbin",
        "compiler": "nvcc",
        "nvcc": [f"--compress-mode={what}"],
    }
    if what == "PTX alone":
        config = {"arch": "sm_80", "target_format": "ptx"}
    binary = bytes(compile_source(SCALE, {"cuda": config}).binary)
    (tmp_path / "scale.fatbin").write_bytes(fatbin_of_ptx(binary) if what == "PTX alone" else binary)
    refuses_wrong_calls(tmp_path, "scale.fatbin", "2 arguments")


def test_bytes_of_python():
    cubin = bytes(compile_source(SCALE, {"cuda": {"arch": "sm_80"}}).binary)

    @T.function
    def f(A: T.Tensor(("n",), "float32")):
        T.call_kernel(
            cubin, "scale", T.gpu.LaunchConfig(grid=A.shape[0], block=1), A, A.shape[0], 2.0, format="cubin"
        )

    exe = tirx.compile(f, arch="sm_80")
    assert bytes(exe.module.imports[0]["__tvm_cuda_binary"]()[0]) == cubin

    with pytest.raises(tirx.DiagnosticError, match="`T.call_kernel` needs an argument for `format`"):

        @T.function
        def without_format(A: T.Tensor(("n",), "float32")):
            T.call_kernel(cubin, "scale", T.gpu.LaunchConfig(grid=A.shape[0], block=1), A, A.shape[0], 2.0)


def test_source_is_kept_where_no_compiler_may_run(module, monkeypatch, tmp_path):
    monkeypatch.setenv("TIRX_COMPILE_FORCE_FALLBACK", "1")
    path = tmp_path / "k.tirx"
    tirx.compile(module, arch="sm_80").save(str(path))
    monkeypatch.delenv("TIRX_COMPILE_FORCE_FALLBACK")
    loaded = tirx.load(str(path))
    assert {k for m in loaded.module.imports for k in m["__tvm_cuda_binary"]()[2]} == {"scale", "f_kernel"}


def test_host_cells_and_pointers_are_arguments():
    text = one_call(SCALE).replace(
        "    T.call_kernel(", "    s: T.float32 = 1.0\n    s = s * 2.0\n    T.call_kernel("
    )
    text = text.replace("A, A.shape[0], 2.0", "T.address_of(A[1]), A.shape[0] - 1, s")
    assert 'T.launch_kernel("scale"' in tirx.lower(tirx.parse(text), arch="sm_80").script()
    assert tirx.compile(tirx.parse(text), arch="sm_80").resources[0]["name"] == "scale"


@pytest.mark.gpu
@pytest.mark.parametrize("form", ["cu", "ptx", "cubin", "fatbin"])
def test_runs_on_the_device(tmp_path, form):
    cupy = pytest.importorskip("cupy")
    arch = "sm_" + cupy.cuda.Device().compute_capability
    if form == "cu":
        (tmp_path / "scale.cu").write_text(SCALE)
    else:
        config = {"arch": arch, "target_format": form, "compiler": "nvcc" if form == "fatbin" else "nvrtc"}
        (tmp_path / f"scale.{form}").write_bytes(compile_source(SCALE, {"cuda": config}).binary)
    script = tmp_path / "k.py"
    script.write_text(one_call(f"scale.{form}"))
    A = cupy.arange(1000, dtype="float32")
    tirx.compile(tirx.parse_file(str(script)), target="cuda")(A)
    np.testing.assert_array_equal(cupy.asnumpy(A), np.arange(1000, dtype=np.float32) * 2)


@pytest.mark.gpu
def test_device_between_other_kernels(module):
    cupy = pytest.importorskip("cupy")
    A = cupy.arange(300, dtype="float32")
    tirx.compile(module, target="cuda")(A, 3.0)
    np.testing.assert_array_equal(cupy.asnumpy(A), (np.arange(300, dtype=np.float32) * 6 + 1) * 3)

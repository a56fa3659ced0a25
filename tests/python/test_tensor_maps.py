# SPDX-License-Identifier: Apache-2.0
"""Tensor maps: encoded by host code of a script and by tirx.tensormap_encode_tiled, used by a kernel."""

import sys

import numpy as np
import pytest
import tirx
from cuda_host_lib import exported
from fake_driver import run_with_fake_driver

LOAD_TILE = r"""
__device__ void load_tile(const void* map, half* out, int x, int y) {
  __shared__ alignas(128) half tile[32 * 64];
  __shared__ alignas(8) unsigned long long arrived;
  unsigned barrier = (unsigned)__cvta_generic_to_shared(&arrived);
  unsigned to = (unsigned)__cvta_generic_to_shared(tile);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(barrier));
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];"
        ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(barrier) : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n.reg .pred p;\nwait:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra wait;\n}"
      ::"r"(barrier) : "memory");
  for (int i = threadIdx.x; i < 32 * 64; i += blockDim.x) out[i] = tile[i];
}
"""

PROGRAM = f"""
from tirx import script as T

LOAD_TILE = {LOAD_TILE!r}


@T.function
def tile_at(
    A: T.Tensor(("rows", "columns"), "float16"), B: T.Tensor((32, 64), "float16"), x: T.int32, y: T.int32
):
    rows, columns = A.shape
    m = T.tensormap_encode_tiled(
        "float16", A.data, columns, rows, columns * 2, 64, 32, 1, 1, l2_promotion="128B"
    )
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):
        T.cuda.func_call("load_tile", T.address_of(m), B.data, x, y, source_code=LOAD_TILE)


@T.function
def tile_of(m: T.TensorMap(), B: T.Tensor((32, 64), "float16"), x: T.int32, y: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):
        T.cuda.func_call("load_tile", T.address_of(m), B.data, x, y, source_code=LOAD_TILE)
"""


def test_the_program_reads_back():
    module = tirx.parse(PROGRAM)
    assert str(tirx.parse(str(module))) == str(module)


def test_the_driver_gets_what_the_script_says(build_dir, tmp_path):
    """Through a fake driver, which runs no kernels: the host's part alone."""
    script = tmp_path / "tiles.py"
    script.write_text(PROGRAM)
    program = f"""
import numpy as np, tirx
run = tirx.compile(tirx.parse_file({str(script)!r}), arch="sm_90a")
out = tirx.empty((32, 64), "float16", "cuda")
run["tile_at"](tirx.empty((100, 128), "float16", "cuda"), out, 0, 0)
try:
    run["tile_at"](tirx.empty((100, 100), "float16", "cuda"), out, 0, 0)
except ValueError as error:
    print(error)
a = tirx.empty((100, 72), "float16", "cuda", strides=(128, 1))
m = tirx.tensormap_encode_tiled(a, (32, 64), swizzle="128B", element_strides=(2, 1))
words = tirx.to_numpy(m).view(np.uint64)
print(hex(words[0]), words[1] == a.data_ptr(), *words[2:4], words[7], hex(words[12]), hex(words[13]))
run["tile_of"](m, out, 0, 0)
"""
    assert run_with_fake_driver(build_dir, [sys.executable, "-c", program]) == [
        "tensor map: the stride of axis 1 is 200; it must be a multiple of 16 bytes",
        "0x3000206 True 72 100 256 0x2040 0x201",
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'float16', n, 1, 1, 1", "operand `address` is int32; it must be"),
        (
            "'float16', A.data, 1, 1",
            "operand `numbers` is 2 numbers; it must be for 1 to 5 axes, innermost first",
        ),
        ("'float16', A.data, 1.5, 1, 1", "operand `numbers` is float32; it must be"),
        (
            "'float16', A.data, 1, 1, 1, swizzle='16B'",
            '`swizzle` is "16B"; it must be "none", "32B", "64B", "128B"',
        ),
        ("'int65', A.data, 1, 1, 1", "int65"),
    ],
)
def test_mistakes_in_scripts(call, message):
    text = f"""
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float16"), n: T.int32):
    m = T.tensormap_encode_tiled({call})
"""
    with pytest.raises(tirx.DiagnosticError) as caught:
        tirx.parse(text)
    assert message in str(caught.value)


def test_kernels_do_not_encode():
    module = tirx.parse("""
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        m = T.tensormap_encode_tiled("float16", A.data, 8, 8, 1)
""")
    with pytest.raises(tirx.DiagnosticError, match="tensormap_encode_tiled"):
        tirx.generate_source(module, arch="sm_90a")


@pytest.mark.parametrize(
    ("shape", "strides", "box", "error", "message"),
    [
        ((8, 8), None, (8,), ValueError, "a tensor of 2 axes needs as many box sizes"),
        ((8, 8), (1, 8), (8, 8), ValueError, "the stride of the last axis is 8; it must be 1"),
        ((8, 8), None, "ab", TypeError, "is no shape"),
    ],
)
def test_mistakes_in_python(shape, strides, box, error, message):
    with pytest.raises(error, match=message):
        tirx.tensormap_encode_tiled(tirx.empty(shape, "float16", strides=strides), box)
    with pytest.raises(TypeError, match="is no tensor"):
        tirx.tensormap_encode_tiled([1, 2], (2,))


SIMULATED = """
from tirx import script as T


@T.inline
def instead(m, out, t):
    O = T.decl_tensor((128,), "uint8", data=out)
    O[t] = T.cast(t, "uint8")


@T.function
def kernel(m: T.TensorMap(), O: T.Tensor((128,), "uint8"), direct: T.bool):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):
        t = T.gpu.thread_idx("x")
        if direct:
            O[t] = T.uint8(5)
        else:
            T.cuda.func_call("f", T.address_of(m), O.data, t, source_code="f", reference=instead)
"""


def test_the_simulator_hands_maps_on():
    """It knows nothing of them: what uses their address has a reference."""
    run = tirx.compile(tirx.parse(SIMULATED), executor="simulator")
    a_map, out = tirx.zeros(128, "uint8"), np.zeros(128, np.uint8)
    run(a_map, out, True)
    assert (out == 5).all()
    run(a_map, out, False)
    assert (out == np.arange(128)).all()


DESCRIBED = """
from tirx import script as T


@T.inline
def look(m, out, t):
    words = T.decl_tensor((16,), "uint64", data=m)
    O = T.decl_tensor((16,), "uint64", data=out)
    O[t] = words[t]


@T.function
def kernel(A: T.Tensor(("rows", "columns"), "float16"), O: T.Tensor((16,), "uint64")):
    rows, columns = A.shape
    m = T.tensormap_encode_tiled("float16", A.data, columns, rows, columns * 2, 64, 32, 1, 1, swizzle="128B")
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=16)):
        t = T.gpu.thread_idx("x")
        T.cuda.func_call("f", T.address_of(m), O.data, t, source_code="f", reference=look)
"""


def test_the_simulator_needs_no_driver_for_maps():
    """It has a form of its own, which references may read: runtime/tensor_map.h."""
    run = tirx.compile(tirx.parse(DESCRIBED), executor="simulator")
    a, out = tirx.empty((100, 128), "float16"), np.zeros(16, np.uint64)
    run(a, out)
    head = out.view(np.uint8)
    assert out.view(np.uint32)[0] == 0x6D617074
    assert list(head[4:16]) == [6, 16, 2, 0, 3, 0, 0, 1, 1, 0, 0, 0]
    assert list(out[2:9]) == [a.data_ptr(), 128, 100, 0, 0, 0, 256]
    assert list(out.view(np.uint16)[48:53]) == [64, 32, 0, 0, 0]
    with pytest.raises(ValueError, match="the stride of axis 1 is 200; it must be a multiple of 16 bytes"):
        run(tirx.empty((100, 100), "float16"), out)


@pytest.mark.skipif(len(tirx.devices()) > 1, reason="there is a driver")
def test_without_a_driver():
    with pytest.raises(RuntimeError, match="a tensor map needs the CUDA driver, and there is no CUDA driver"):
        tirx.tensormap_encode_tiled(tirx.empty((8, 8), "float16"), (8, 8))


@pytest.mark.gpu
@pytest.mark.parametrize("by", ["executable", "exported"])
@pytest.mark.parametrize(("x", "y"), [(0, 0), (64, 32), (96, 90)])
def test_a_gpu_copies_tiles(x, y, by, tmp_path):
    run = tirx.compile(tirx.parse(PROGRAM))
    if by == "exported":
        run = exported(run, tmp_path)
    values = np.arange(100 * 128, dtype=np.float32).reshape(100, 128).astype(np.float16)
    expected = np.zeros((32, 64), np.float16)  # what lies outside comes as zeros
    inside = values[y : y + 32, x : x + 64]
    expected[: inside.shape[0], : inside.shape[1]] = inside
    a = tirx.tensor(values, device="cuda")
    by_script, by_python = (tirx.zeros((32, 64), "float16", "cuda") for _ in range(2))
    run["tile_at"](a, by_script, x, y)
    run["tile_of"](tirx.tensormap_encode_tiled(a, (32, 64)), by_python, x, y)
    assert (tirx.to_numpy(by_script) == expected).all()
    assert (tirx.to_numpy(by_python) == expected).all()


@pytest.mark.gpu
@pytest.mark.parametrize("interleave", ["none", "16B", "32B"])
@pytest.mark.parametrize("swizzle", ["none", "32B", "64B", "128B"])
@pytest.mark.parametrize("dtype", ["uint8", "float16", "bfloat16", "float32", "int64"])
def test_what_passes_our_checks_passes_the_drivers(dtype, swizzle, interleave):
    if interleave == "32B" and swizzle != "32B":
        pytest.skip("refused by our check, which a test of its own covers")
    itemsize = tirx.empty(1, dtype).dtype.itemsize
    row = 32 // itemsize
    a = tirx.empty((4, 6, 64), dtype, "cuda")
    assert tirx.tensormap_encode_tiled(a, (2, 3, row), swizzle=swizzle, interleave=interleave).shape[0] == 128

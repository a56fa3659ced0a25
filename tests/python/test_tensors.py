# SPDX-License-Identifier: Apache-2.0
"""tirx.empty, zeros, tensor and to_numpy: on the CPU, on a driver without a device, on a GPU."""

import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
import tirx
import tvm_ffi
from fake_driver import run_with_fake_driver

NUMPY_TYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
NUMPY_TYPES += ["float16", "float32", "float64"]
ML_TYPES = ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e8m0fnu"]


@pytest.mark.parametrize("name", NUMPY_TYPES + ML_TYPES)
def test_every_type_goes_and_comes_back(name):
    dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
    array = np.array([[0, 1, 2], [1, 0, 4]]).astype(dtype)
    made = tirx.tensor(array)
    assert str(made.dtype) == name
    back = tirx.to_numpy(made)
    assert back.dtype == dtype
    assert back.tobytes() == array.tobytes()
    assert tirx.to_numpy(tirx.zeros((3, 2), name)).tobytes() == bytes(6 * dtype.itemsize)
    assert tuple(tirx.empty((4,), dtype).shape) == (4,)


def test_numbers_get_the_types_of_kernels():
    assert str(tirx.tensor([1.5, 2.0]).dtype) == "float32"
    assert str(tirx.tensor([[1, 2]]).dtype) == "int32"
    assert str(tirx.tensor(True).dtype) == "bool"
    assert str(tirx.tensor([1, 2], "float16").dtype) == "float16"
    assert tirx.to_numpy(tirx.tensor([1.00390625], "bfloat16")).astype("float32") == [1.0]
    assert tuple(tirx.tensor(3.0).shape) == ()
    assert tirx.to_numpy(tirx.tensor(3.0)).shape == ()


def test_a_tensor_is_a_copy():
    array = np.arange(4, dtype=np.float32)
    made = tirx.tensor(array)
    array[0] = 9
    back = tirx.to_numpy(made)
    back[1] = 9
    assert tirx.to_numpy(made).tolist() == [0, 1, 2, 3]


def test_arrays_of_any_order():
    array = np.arange(24, dtype=np.int32).reshape(4, 6)
    for view in (array.T, array[::2, 1::2], array[::-1], array.astype(">i4"), np.asfortranarray(array)):
        assert (tirx.to_numpy(tirx.tensor(view)) == view).all()
    array.flags.writeable = False
    assert (tirx.to_numpy(tirx.tensor(array)) == array).all()


def test_tensors_with_strides():
    made = tirx.empty((2, 3), "int32", strides=(4, 1))
    np.from_dlpack(made)[:] = [[1, 2, 3], [4, 5, 6]]
    assert tuple(made.strides) == (4, 1)
    assert tirx.to_numpy(made).tolist() == [[1, 2, 3], [4, 5, 6]]
    turned = tvm_ffi.from_dlpack(np.arange(6, dtype=np.float32).reshape(2, 3).T)
    assert tirx.to_numpy(turned).tolist() == [[0, 3], [1, 4], [2, 5]]
    assert tirx.to_numpy(tirx.tensor(turned)).tolist() == [[0, 3], [1, 4], [2, 5]]
    same = tirx.empty((3,), "float32", strides=(0,))  # one element, seen three times
    np.from_dlpack(same)[0] = 7
    assert tirx.to_numpy(same).tolist() == [7, 7, 7]


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2, 5)])
def test_empty_tensors(shape):
    for made in (tirx.empty(shape), tirx.zeros(shape), tirx.tensor(np.zeros(shape, np.float32))):
        assert tuple(made.shape) == shape
        assert tirx.to_numpy(made).shape == shape
    assert tuple(tirx.tensor([]).shape) == (0,)


def test_vectors_get_an_axis():
    assert tirx.to_numpy(tirx.zeros((3,), "float32x4")).shape == (3, 4)


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda: tirx.empty((2, -1)), ValueError, "extent 1 of the shape is -1; it must not be negative"),
        (lambda: tirx.empty((1 << 62, 4)), ValueError, "more than 2^63 - 1 bytes"),
        (
            lambda: tirx.empty((1 << 50,)),
            RuntimeError,
            "cannot allocate 4503599627370496 bytes of host memory",
        ),
        (lambda: tirx.empty((2, "n")), TypeError, "is no shape"),
        (lambda: tirx.empty(2.5), TypeError, "2.5 is no shape"),
        (lambda: tirx.empty(2, strides=(-1,)), ValueError, "stride 0 is -1"),
        (lambda: tirx.empty(2, "float33"), TypeError, "there is no element type 'float33'"),
        (lambda: tirx.empty(2, object), TypeError, "there is no element type 'object'"),
        (lambda: tirx.empty(2, device="gpu7"), ValueError, "'gpu7' is no device; there are \"cpu\""),
        (lambda: tirx.empty(2, device="cpu:3"), ValueError, "there is no device cpu:3; there is 1"),
        (lambda: tirx.empty(2, device="metal"), ValueError, "tirx has no memory on device type 8 devices"),
        (lambda: tirx.tensor(["a"]), TypeError, "it must hold numbers or bools"),
        (lambda: tirx.tensor([1], "int4"), TypeError, "elements of int4 are packed into bytes"),
        (lambda: tirx.tensor([1, 2**31]), OverflowError, "2147483648 does not fit in int32; say `dtype=`"),
        (lambda: tirx.tensor([-1, 300], "int8"), OverflowError, "300 does not fit in int8"),
        (lambda: tirx.tensor(np.array([-1]), "uint8"), OverflowError, "-1 does not fit in uint8"),
        (lambda: tirx.to_numpy(tirx.empty(8, "float4_e2m1fn")), TypeError, "are packed into bytes"),
        (lambda: tirx.to_numpy([1, 2]), TypeError, "list is no tensor: it has no __dlpack__"),
    ],
)
def test_mistakes(call, error, text):
    with pytest.raises(error, match=None) as raised:
        call()
    assert text in str(raised.value)


def test_kernels_take_them():
    module = tirx.parse("""
from tirx import script as T


@T.function
def double(A: T.Tensor(("n",), "bfloat16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=A.shape[0], block=1)):
        i = T.gpu.block_idx("x")
        A[i] = A[i] + A[i]
""")
    values = tirx.tensor([1.0, 2.5, -3.0], "bfloat16")
    tirx.compile(module, executor="simulator")(values)
    assert tirx.to_numpy(values).astype(np.float32).tolist() == [2, 5, -6]


def test_the_cpu_is_a_device():
    cpu = tirx.devices()[0]
    assert (str(cpu), cpu.kind, cpu.name) == ("cpu:0", "cpu", "cpu")
    assert tirx.zeros(2, device=cpu).device == tvm_ffi.device("cpu")


FAKE_PROGRAM = """
import numpy as np, tirx
for device in (d for d in tirx.devices() if d.kind == "cuda"):
    print(device, device.name, device.arch, sorted(device.properties.items()))
a = tirx.tensor(np.arange(6, dtype=np.float32).reshape(2, 3).T, device="cuda:1")
print(a.device, tirx.to_numpy(a).tolist())
b = tirx.zeros(3, device="cuda")
print(tirx.to_numpy(tirx.tensor(a, device="cuda")).tolist(), tirx.to_numpy(b).tolist())
b = tirx.empty((2, 2), device="cuda", strides=(3, 1))
print(tuple(b.strides), tirx.to_numpy(b).shape, tirx.to_numpy(tirx.zeros((0, 3), device="cuda")).shape)
for mistake in (dict(shape=4, device="cuda:2"), dict(shape=1 << 40, device="cuda")):
    try:
        tirx.empty(**mistake)
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
"""


def test_device_memory_through_a_driver(build_dir):
    lines = run_with_fake_driver(build_dir, [sys.executable, "-c", FAKE_PROGRAM], "devices=2 version=12080")
    assert lines == [
        f"cuda:{i} Fake H200 sm_90a [('driver_version', 12080), ('memory_bytes', 1073741824), "
        "('multiprocessors', 132), ('shared_bytes_per_block', 232448)]"
        for i in (0, 1)
    ] + [
        "cuda:1 [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]",
        "[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]] [0.0, 0.0, 0.0]",
        "(3, 1) (2, 2) (0, 3)",
        "ValueError there is no device cuda:2; there are 2",
        lines[-1],
    ]
    assert lines[-1].startswith(
        "RuntimeError cannot allocate 4398046511104 bytes on the device: CUDA_ERROR_OUT_OF_MEMORY"
    )
    assert lines[-1].endswith("of its 1073741824 bytes are free")


def test_the_tool_lists_devices(build_dir, tirx_cli):
    lines = run_with_fake_driver(build_dir, [tirx_cli, "list", "devices"], "devices=1")
    assert lines[0].split() == ["cpu:0", "cpu"]
    assert lines[1].split()[:4] == ["cuda:0", "sm_90a", "Fake", "H200"]
    assert "memory_bytes=1073741824" in lines[1]


@pytest.mark.skipif(any(d.kind == "cuda" for d in tirx.devices()), reason="there is a CUDA device")
def test_without_a_driver(tirx_cli):
    with pytest.raises(RuntimeError, match="there is no cuda device: there is no CUDA driver"):
        tirx.empty(4, device="cuda")
    done = subprocess.run([tirx_cli, "list", "devices"], capture_output=True, text=True, check=True)
    lines = [line.split(None, 2) for line in done.stdout.splitlines()]
    kind, devices, reason = next(line for line in lines if line[0] == "cuda")
    assert (kind, devices) == ("cuda", "none")
    assert reason.startswith("there is no CUDA driver")


@pytest.mark.gpu
@pytest.mark.parametrize("name", NUMPY_TYPES + ML_TYPES)
def test_a_gpu_keeps_every_type(name):
    dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
    array = np.array([[0, 1, 2], [1, 0, 4]]).astype(dtype)
    made = tirx.tensor(array, device="cuda")
    assert made.device == tvm_ffi.device("cuda")
    assert tirx.to_numpy(made).tobytes() == array.tobytes()
    assert tirx.to_numpy(tirx.tensor(made, device="cpu")).tobytes() == array.tobytes()
    assert tirx.to_numpy(tirx.zeros((3,), name, "cuda")).tobytes() == bytes(3 * dtype.itemsize)


@pytest.mark.gpu
def test_a_gpu_says_what_it_is():
    gpu = tirx.devices()[1]
    assert str(gpu) == "cuda:0"
    assert gpu.arch.startswith("sm_")
    assert gpu.properties["memory_bytes"] > 1 << 30
    with pytest.raises(RuntimeError, match="CUDA_ERROR_OUT_OF_MEMORY.*bytes are free"):
        tirx.empty(1 << 45, device="cuda")
    assert tirx.to_numpy(tirx.zeros(1 << 20, device="cuda")).sum() == 0  # and goes on

# SPDX-License-Identifier: Apache-2.0
"""On a GPU: threads, contexts, streams, graphs and memory; the checks themselves are tested without one in
tests/backends/cuda/driver. By the runtime and by an exported host."""

import ctypes
import threading

import numpy as np
import pytest
import tirx
from cuda_host_lib import exported

pytestmark = pytest.mark.gpu

COUNT = """
from tirx import script as T


@T.function
def count(A: T.Tensor(("n",), "float32"), by: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 256), block=256)):
        i = T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")
        if i < A.shape[0]:
            A[i] = A[i] + by


@T.function
def shared(A: T.Tensor((32,), "float32"), bytes: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32, dynamic_smem_bytes=bytes)):
        s = T.alloc_tensor((32,), "float32", scope="shared.dyn")
        t = T.gpu.thread_idx("x")
        s[t] = A[t]
        A[t] = s[t] + 1.0


@T.function
def cooperative(A: T.Tensor((32,), "float32"), blocks: T.int32):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=blocks, block=1024, cooperative=True)):
        if T.gpu.block_idx("x") == 0:
            if T.gpu.thread_idx("x") < 32:
                A[T.gpu.thread_idx("x")] = 1.0
"""


@pytest.fixture(params=["executable", "exported"])
def exe(request, tmp_path):
    compiled = tirx.compile(tirx.parse(COUNT), target="cuda")
    return compiled if request.param == "executable" else exported(compiled, tmp_path)


def test_any_thread_even_one_without_a_context(exe):
    a = tirx.zeros(1000, device="cuda")
    failures = []

    def work():
        try:
            for _ in range(50):
                exe["count"](a, 1.0)
        except Exception as error:
            failures.append(error)

    for _ in range(8):  # on one stream, so that additions do not meet
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert not failures
    assert (tirx.to_numpy(a) == 400).all()


def test_threads_at_once(exe):
    tensors = [tirx.zeros(4096, device="cuda") for _ in range(8)]
    threads = [
        threading.Thread(target=lambda a=a: [exe["count"](a, 1.0) for _ in range(200)]) for a in tensors
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for a in tensors:
        assert (tirx.to_numpy(a) == 200).all()


def test_another_context_stays_current(exe):
    driver = ctypes.CDLL("libcuda.so.1")
    a = tirx.zeros(100, device="cuda")  # starts the driver
    other, current = ctypes.c_void_p(), ctypes.c_void_p()
    create = driver.cuCtxCreate_v2
    assert create(ctypes.byref(other), 0, 0) == 0
    try:
        exe["count"](a, 1.0)
        assert driver.cuCtxGetCurrent(ctypes.byref(current)) == 0
        assert current.value == other.value
    finally:
        driver.cuCtxDestroy_v2(other)
    assert (tirx.to_numpy(a) == 1).all()


def test_every_device_has_its_own_module(exe):
    gpus = [device for device in tirx.devices() if device.kind == "cuda"]
    for device in gpus + gpus[::-1]:
        a = tirx.zeros(100, device=device)
        exe["count"](a, 2.0)
        assert (tirx.to_numpy(a) == 2).all()
    if len(gpus) > 1:
        across = tirx.tensor(tirx.tensor([1.0, 2.0], device=gpus[0]), device=gpus[1])
        assert tirx.to_numpy(across).tolist() == [1, 2]


def test_the_first_launch_may_be_captured(exe):
    torch = pytest.importorskip("torch")
    x = torch.zeros(1000, device="cuda")
    y = torch.zeros(32, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        exe["count"](x, 1.0)
        exe["shared"](y, 100_000)  # sets an attribute of the kernel
    torch.cuda.synchronize()
    assert (x == 0).all()
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    assert (x == 3).all()
    assert (y == 3).all()


def test_torch_streams_are_kept(exe):
    torch = pytest.importorskip("torch")
    x = torch.zeros(1 << 24, device="cuda")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(20):
            exe["count"](x, 1.0)
        y = x + 1  # ordered behind them on the same stream
    stream.synchronize()
    assert (y == 21).all()


def test_dynamic_shared_memory_up_to_the_limit(exe):
    a = tirx.zeros(32, device="cuda")
    limit = tirx.devices()[1].properties["shared_bytes_per_block"]
    exe["shared"](a, limit)
    assert (tirx.to_numpy(a) == 1).all()
    with pytest.raises(ValueError, match="shared memory"):
        exe["shared"](a, limit + 1)


def test_too_many_blocks_of_a_cooperative_launch(exe):
    a = tirx.zeros(32, device="cuda")
    exe["cooperative"](a, 2)
    assert (tirx.to_numpy(a) == 1).all()
    with pytest.raises(RuntimeError) as raised:
        exe["cooperative"](a, 100_000)
    text = str(raised.value)
    assert "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE" in text
    assert "run at once, and the device holds" in text
    assert "grid=(100000, 1, 1)" in text
    assert "arguments=(0x" in text
    exe["count"](a, 1.0)  # the device goes on
    assert (tirx.to_numpy(a) == 2).all()


def test_an_image_for_another_device():
    wrong = "sm_80" if tirx.devices()[1].arch != "sm_80" else "sm_90a"
    exe = tirx.compile(tirx.parse(COUNT), arch=wrong, backend_config={"cuda": {"target_format": "cubin"}})
    with pytest.raises(RuntimeError, match=f"it was compiled for {wrong}; the device is sm_"):
        exe["count"](tirx.zeros(4, device="cuda"), 1.0)


def test_memory_that_is_freed_early_is_not_reused_early(exe):
    """Freed in stream order: the kernels that still read it come first."""
    expected = np.full(1 << 22, 30, np.float32)
    for _ in range(10):
        a = tirx.zeros(1 << 22, device="cuda")
        for _ in range(30):
            exe["count"](a, 1.0)
        kept = tirx.tensor(a, device="cuda")
        del a
        other = tirx.tensor(np.full(1 << 22, 7, np.float32), device="cuda")
        assert (tirx.to_numpy(kept) == expected).all()
        del other

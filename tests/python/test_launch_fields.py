# SPDX-License-Identifier: Apache-2.0
"""Launch fields of CUDA on their way to the driver: seen in the nodes of a captured graph."""

import ctypes
import struct

import numpy as np
import pytest
import tirx
from cuda_host_lib import exported

FIELDS = """from tirx import script as T

@T.function
def f(A: T.Tensor((512,), "float32"), s: T.handle):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=4,
            block=128,
            cluster=2,
            stream=s,
            cluster_scheduling_policy="spread",
            priority=-2,
            mem_sync_domain="remote",
            mem_sync_domain_map=T.cuda.MemSyncDomainMap(default=0, remote=1),
            access_policy_window=T.cuda.AccessPolicyWindow(
                A.data, 2048, hit_ratio=0.5, miss_prop="streaming"
            ),
        )
    ):
        A[T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")] += 1.0
"""

NEWER = """from tirx import script as T

@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=8, shared_memory_mode="require_portable")):
        A[T.gpu.thread_idx("x")] = 1.0
"""


def test_the_simulator_has_no_use_for_them():
    x = np.zeros(512, np.float32)
    source = FIELDS.replace("            cluster=2,\n", "")
    tirx.compile(tirx.parse(source), executor="simulator")(x, None)
    assert (x == 1).all()


def test_each_is_a_tag_with_a_value():
    exe = tirx.compile(tirx.parse(FIELDS), arch="sm_90a")
    text = exe.lowered.script()
    for tag in ("stream", "priority", "access_policy_window.hit_ratio", "mem_sync_domain_map.remote"):
        assert f'"launch.{tag}"' in text
    assert 'T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")' in text


class Driver:
    """The few calls of the driver API that look at a captured graph."""

    CAPTURE_THREAD_LOCAL = 1
    WINDOW, CLUSTER, POLICY, PRIORITY, DOMAIN_MAP, DOMAIN = 1, 4, 5, 8, 9, 10

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")

    def __getattr__(self, name):
        function = getattr(self.library, name)

        def call(*args):
            assert function(*args) == 0, name

        return call

    def capture(self, stream, launch):
        graph, nodes, count = ctypes.c_void_p(), (ctypes.c_void_p * 8)(), ctypes.c_size_t(8)
        self.cuStreamBeginCapture_v2(stream, self.CAPTURE_THREAD_LOCAL)
        launch()
        self.cuStreamEndCapture(stream, ctypes.byref(graph))
        self.cuGraphGetNodes(graph, nodes, ctypes.byref(count))
        assert count.value == 1
        return graph, ctypes.c_void_p(nodes[0])

    def attribute(self, node, which, layout):
        value = ctypes.create_string_buffer(64)
        self.cuGraphKernelNodeGetAttribute(node, which, value)
        return struct.unpack_from(layout, value.raw)

    def replay(self, graph, stream):
        executable = ctypes.c_void_p()
        self.cuGraphInstantiateWithFlags(ctypes.byref(executable), graph, ctypes.c_ulonglong(0))
        self.cuGraphLaunch(executable, stream)


@pytest.mark.gpu
@pytest.mark.parametrize("by", ["executable", "exported"])
def test_attributes_reach_the_driver_and_graphs_replay(by, tmp_path):
    torch = pytest.importorskip("torch")
    exe = tirx.compile(tirx.parse(FIELDS), target="cuda")
    if by == "exported":
        exe = exported(exe, tmp_path)["f"]
    x = torch.zeros(512, device="cuda")
    stream = torch.cuda.Stream()
    handle = ctypes.c_void_p(stream.cuda_stream)
    exe(x, handle)
    torch.cuda.synchronize()
    assert (x == 1).all()
    driver = Driver()
    graph, node = driver.capture(handle, lambda: exe(x, handle))
    assert driver.attribute(node, driver.CLUSTER, "III") == (2, 1, 1)
    assert driver.attribute(node, driver.POLICY, "I") == (1,)
    assert driver.attribute(node, driver.PRIORITY, "i") == (-2,)
    assert driver.attribute(node, driver.DOMAIN, "I") == (1,)
    assert driver.attribute(node, driver.DOMAIN_MAP, "BB") == (0, 1)
    base, count, ratio, hit, miss = driver.attribute(node, driver.WINDOW, "QQfII")
    assert (base, count, ratio, hit, miss) == (x.data_ptr(), 2048, 0.5, 2, 1)
    torch.cuda.synchronize()
    assert (x == 1).all(), "a captured launch must not run"
    for _ in range(3):
        driver.replay(graph, handle)
    torch.cuda.synchronize()
    assert (x == 4).all()


@pytest.mark.gpu
def test_a_field_of_newer_drivers_is_refused():
    torch = pytest.importorskip("torch")
    version = ctypes.c_int()
    ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version))
    if version.value >= 13020:
        pytest.skip("this driver knows the field")
    exe = tirx.compile(tirx.parse(NEWER), target="cuda")
    with pytest.raises(ValueError, match=r"`shared_memory_mode` needs a driver for CUDA 13\.2"):
        exe(torch.zeros(8, device="cuda"))

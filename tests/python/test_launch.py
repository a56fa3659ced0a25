# SPDX-License-Identifier: Apache-2.0
"""Launch configurations, thread loops, views, and calls out of the language: printed, simulated, compiled."""

import textwrap

import numpy as np
import pytest
import tirx
import tvm_ffi

HEAD = "from tirx import script as T\n\n"

# name: (script, inputs, expected outputs by NumPy)
RNG = np.random.default_rng(7)
X = RNG.standard_normal((8, 16)).astype(np.float32)

CASES = {
    "thread loops": (
        """@T.function
def f(A: T.Tensor(("n", 16), "float32"), B: T.Tensor(("n", 16), "float32")):
    for bx in T.thread_binding(A.shape[0], "blockIdx.x"):
        with T.launch_thread("threadIdx.y", 2) as ty:
            for tx in T.thread_binding(8, thread="threadIdx.x"):
                B[bx, ty * 8 + tx] = A[bx, ty * 8 + tx] + T.cast(ty, "float32")
""",
        [X],
        X + np.repeat(np.float32([0, 1]), 8),
    ),
    "two nests": (
        """@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 16), "float32")):
    for tx in T.thread_binding(16, "threadIdx.x"):
        B[0, tx] = A[0, tx]
    with T.launch_thread("blockIdx.x", 7) as bx:
        T.launch_thread("threadIdx.x", 16)
        i = T.gpu.thread_idx("x")
        B[bx + 1, i] = A[bx + 1, i] * B[0, i]
""",
        [X],
        np.concatenate([X[:1], X[1:] * X[0]]),
    ),
    "a configuration that is replaced": (
        """CONFIG = T.gpu.LaunchConfig(grid=1, block=4)
@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 16), "float32")):
    with T.device_entry(launch=CONFIG.replace(grid=8, block=CONFIG.block * 4)):
        i, j = T.gpu.block_idx("x"), T.gpu.thread_idx("x")
        B[i, j] = -A[i, j]
""",
        [X],
        -X,
    ),
    "shapes and element types of views": (
        """@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 16), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        flat = A.view(-1)
        wide = A.view(-1, 32)
        out = B.view(4, 32)
        bits = B.view("uint32").view(128)
        for r in range(4):
            out[r, t] = wide[r, t] + flat[t]
        T.gpu.sync()
        for r in range(4):
            bits[r * 32 + t] = bits[r * 32 + t] ^ T.uint32(0x80000000)
""",
        [X],
        -(X.reshape(4, 32) + X.reshape(-1)[:32]).reshape(8, 16),
    ),
    "pointers": (
        """@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 16), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=16)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((2, 16), "float32")
        for r in range(8):
            s[1, t] = A[r, t]
            row = T.decl_tensor((16,), "float32", data=s.ptr_to([1, 0]), scope="shared")
            p = T.ptr_byte_offset(B.data, B.byte_offset_of([r, 0]), "float32")
            to = T.decl_tensor((16,), "float32", data=p)
            q = T.decl_tensor((1,), "float32", data=T.address_of(A[r, t]))
            to[t] = row[t] + q[0]
""",
        [X],
        X + X,
    ),
    "vectors": (
        """@T.function
def f(A: T.Tensor((8, 16), "float32", align=16), B: T.Tensor((8, 16), "float32", align=16)):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=8, block=1)):
        r = T.gpu.block_idx("x")
        for k in range(4):
            v = A.vload([r, k * 4], "float32x4")
            B.vstore([r, k * 4], v + v)
        B[r, 0:8:2] = A[r, 8:16:2]
        B[r, 12:16] = A[r, 4:8]
""",
        [X],
        np.concatenate(
            [np.where(np.arange(8) % 2, 2 * X[:, :8], X[:, 8:]), 2 * X[:, 8:12], X[:, 4:8]], axis=1
        ),
    ),
    "masked vectors": (
        """@T.function
def f(A: T.Tensor((8, 16), "float32", align=16), B: T.Tensor((8, 16), "float32", align=16)):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        k = T.gpu.thread_idx("x") * 4
        flat, out = A.view(-1), B.view(-1)
        v = T.masked_load(flat[k : k + 4], k < 96, 1.0)
        T.masked_store(out[k : k + 4], v + v, k < 124)
        out.vstore([k], v, k == 124)
""",
        [X],
        np.concatenate(
            [2 * X.reshape(-1)[:96], np.full(28, 2, np.float32), np.full(4, 1, np.float32)]
        ).reshape(8, 16),
    ),
    "strides and offsets": (
        """@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 16), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        t = T.gpu.thread_idx("x")
        columns = T.decl_tensor((16, 8), "float32", data=A.data, strides=(1, 16))
        tail = T.decl_tensor((8,), "float32", data=A.data, elem_offset=120)
        for j in range(16):
            B[t, j] = columns[j, t] + tail[7 - t]
""",
        [X],
        X + X.reshape(-1)[120:][::-1][:, None],
    ),
    "private functions with tensors of named lengths": (
        """@T.function(private=True)
def blocks(A: T.Tensor(("rows", 16), "float32")) -> T.int32:
    return T.cast(A.shape[0], "int32")

@T.function(private=True)
def last(S: T.Tensor(("m", "k"), "float32"), i: T.int32) -> T.float32:
    return S[S.shape[0] - 1, i] + T.cast(S.shape[1], "float32")

@T.function
def f(A: T.Tensor(("n", 16), "float32"), B: T.Tensor(("n", 16), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=blocks(A), block=16)):
        i, j = T.gpu.block_idx("x"), T.gpu.thread_idx("x")
        row = T.decl_tensor((1, 16), "float32", data=A.ptr_to([i, 0]))
        B[i, j] = last(A, j) + last(row, j)
""",
        [X],
        (X[7] + np.float32(16)) + (X + np.float32(16)),
    ),
    "foreign text with a reference": (
        '''@T.inline
def twice_and(x, y):
    return x + x + y

@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 16), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=8, block=16)):
        i, j = T.gpu.block_idx("x"), T.gpu.thread_idx("x")
        once = T.cuda.func_call("twice_and", A[i, j], 1.0, return_type="float32",
            reference=twice_and, source_code="""__device__ float twice_and(float a, float b) {
  return a + a + b;
}""")
        again = T.cuda.func_call("twice_and", A[i, j], 0.5, return_type="float32",
            reference=twice_and, source_code="""__device__ float twice_and(float a, float b) {
  return a + a + b;
}""")
        B[i, j] = once + again
''',
        [X],
        (X + X + np.float32(1)) + (X + X + np.float32(0.5)),
    ),
}


def parse(name):
    return tirx.parse(HEAD + CASES[name][0])


@pytest.mark.parametrize("name", CASES)
def test_prints_and_reads_back(name):
    module = parse(name)
    text = module.script()
    again = tirx.parse(text)
    assert again.script() == text
    assert tvm_ffi.structural_equal(module, again)


@pytest.mark.parametrize("name", CASES)
def test_simulator_agrees_with_numpy(name):
    _, inputs, expected = CASES[name]
    output = np.zeros_like(expected)
    tirx.compile(parse(name), executor="simulator")(*inputs, output)
    np.testing.assert_array_equal(output, expected)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
def test_compiles(name, arch):
    exe = tirx.compile(parse(name), arch=arch)
    assert "f_kernel" in {row["name"] for row in exe.resources}


@pytest.mark.gpu
@pytest.mark.parametrize("name", CASES)
def test_device_agrees_with_numpy(name):
    cupy = pytest.importorskip("cupy")
    _, inputs, expected = CASES[name]
    output = cupy.zeros(expected.shape, expected.dtype)
    tirx.compile(parse(name), target="cuda")(*map(cupy.asarray, inputs), output)
    np.testing.assert_array_equal(cupy.asnumpy(output), expected)


def test_results_of_global_functions():
    seen = []

    @tvm_ffi.register_global_func("tirx.test.launch.next", override=True)
    def following(x):
        seen.append(x)
        return x + 1

    module = tirx.parse(
        HEAD
        + """@T.function
def f(n: T.int32, x: T.float32) -> T.float64:
    T.call_packed("tirx.test.launch.next", n)
    m = T.call_packed("tirx.test.launch.next", n, ret="int32")
    y = T.call_packed("tirx.test.launch.next", x, ret="float64")
    return y + T.cast(m, "float64")
"""
    )
    assert 'T.call_packed("tirx.test.launch.next", n, ret="int32")' in module.script()
    assert tirx.parse(module.script()).script() == module.script()
    assert tirx.compile(module, executor="simulator")(41, 0.5) == 43.5
    assert seen == [41, 41, 0.5]


def test_a_result_of_another_type_is_an_error():
    tvm_ffi.register_global_func("tirx.test.launch.text", lambda: "text", override=True)
    module = tirx.parse(
        HEAD
        + """@T.function
def f() -> T.int32:
    return T.call_packed("tirx.test.launch.text", ret="int32")
"""
    )
    with pytest.raises(TypeError, match="another type than the script says"):
        tirx.compile(module, executor="simulator")()


def test_the_simulator_refuses_text_without_a_reference():
    module = tirx.parse(
        HEAD
        + """@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        text = "__device__ float one() { return 1; }"
        A[0] = T.cuda.func_call("one", return_type="float32", source_code=text)
"""
    )
    with pytest.raises(tirx.DiagnosticError, match="T.cuda.func_call.*SimUnsupported"):
        tirx.compile(module, executor="simulator")
    assert tirx.compile(module, arch="sm_80").resources[0]["name"] == "f_kernel"


EVERY_FIELD = """@T.function
def f(A: T.Tensor(("n",), "float32"), s: T.handle, k: T.int32):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=(A.shape[0], 4, 2),
            block=(k, 2),
            cluster=(1, 2),
            preferred_cluster=(2, 4, 1),
            dynamic_smem_bytes=k * 4,
            stream=s,
            cooperative=True,
            programmatic_stream_serialization=False,
            cluster_scheduling_policy="load_balancing",
            priority=-3,
            mem_sync_domain="remote",
            mem_sync_domain_map=T.cuda.MemSyncDomainMap(remote=2),
            access_policy_window=T.cuda.AccessPolicyWindow(
                A.data, 4096, hit_ratio=0.5, miss_prop="streaming"
            ),
            preferred_shared_memory_carveout=50,
            nvlink_util_centric_scheduling=True,
            portable_cluster_size_mode=2,
            shared_memory_mode="prefer_oversized",
            programmatic_event=T.cuda.ProgrammaticEvent(s, trigger_at_block_start=True),
            launch_completion_event=T.cuda.LaunchCompletionEvent(event=s, flags=1),
        ),
        kernel_attrs=T.cuda.KernelAttributes(min_blocks_per_sm=2, max_blocks_per_cluster=4),
        backend_config={"cuda": {"nvrtc": []}},
    ):
        A[0] = 1.0
"""

EVERY_FIELD_PRINTED = """\
    with T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=(n, 4, 2),
            block=(k, 2),
            cluster=(1, 2),
            preferred_cluster=(2, 4, 1),
            dynamic_smem_bytes=k * 4,
            stream=s,
            cooperative=True,
            programmatic_stream_serialization=False,
            cluster_scheduling_policy="load_balancing",
            priority=-3,
            mem_sync_domain="remote",
            mem_sync_domain_map=T.cuda.MemSyncDomainMap(remote=2),
            access_policy_window=T.cuda.AccessPolicyWindow(
                base_ptr=T.tensor_data_ptr(A),
                num_bytes=4096,
                hit_ratio=0.5,
                miss_prop="streaming",
            ),
            preferred_shared_memory_carveout=50,
            nvlink_util_centric_scheduling=True,
            portable_cluster_size_mode=2,
            shared_memory_mode="prefer_oversized",
            programmatic_event=T.cuda.ProgrammaticEvent(event=s, trigger_at_block_start=True),
            launch_completion_event=T.cuda.LaunchCompletionEvent(event=s, flags=1),
        ),
        kernel_attrs=T.cuda.KernelAttributes(min_blocks_per_sm=2, max_blocks_per_cluster=4),
        backend_config={"cuda": {"nvrtc": []}},
    ):
        A[0] = 1.0
"""


def test_every_launch_field_round_trips():
    module = tirx.parse(HEAD + EVERY_FIELD)
    text = module.script()
    assert textwrap.indent(EVERY_FIELD_PRINTED, "    ") in text
    again = tirx.parse(text)
    assert again.script() == text
    assert tvm_ffi.structural_equal(module, again)


def with_attributes(attributes):
    launch = "grid=8, block=(32, 4), " + (
        "cluster=(2, 1)" if "cluster_size" in attributes else "cooperative=True"
    )
    return tirx.parse(
        HEAD
        + f"""@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig({launch}),
        kernel_attrs=T.cuda.KernelAttributes({attributes}),
    ):
        A[0] = 1.0
"""
    )


@pytest.mark.parametrize(
    "attributes",
    [
        "min_blocks_per_sm=2",
        "min_blocks_per_sm=2, max_blocks_per_cluster=4",
        "max_registers_per_thread=32",
        "required_block_size=True",
        "min_blocks_per_sm=2, required_block_size=True",
        "required_cluster_size=True",
        "min_blocks_per_sm=2, required_cluster_size=True",
        "max_registers_per_thread=32, required_cluster_size=True",
    ],
)
@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_kernel_attributes_compile(attributes, compiler):
    config = {"cuda": {"compiler": compiler, "target_format": "cubin"}}
    exe = tirx.compile(with_attributes(attributes), arch="sm_90a", backend_config=config)
    assert exe.resources[0]["name"] == "f_kernel"


@pytest.mark.parametrize("executor", ["simulator", pytest.param("device", marks=pytest.mark.gpu)])
def test_a_required_cluster_size_is_the_launchs(executor):
    module = tirx.parse(
        HEAD
        + """@T.function
def f(A: T.Tensor((8,), "int32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=8, block=32, cluster=4),
        kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
    ):
        if T.gpu.thread_idx("x") == 0:
            A[T.gpu.block_idx("x")] = T.cast(T.cuda.cluster_cta_rank(), "int32")
"""
    )
    device = "cpu" if executor == "simulator" else "cuda"
    ranks = tirx.tensor(np.zeros(8, np.int32), device=device)
    tirx.compile(module, executor=executor)(ranks)
    assert tirx.to_numpy(ranks).tolist() == [0, 1, 2, 3] * 2


def test_a_required_block_size_needs_sm_90():
    with pytest.raises(tirx.DiagnosticError, match="required_block_size.*sm_90.*CodegenArchTooOld"):
        tirx.compile(with_attributes("required_block_size=True"), arch="sm_80")

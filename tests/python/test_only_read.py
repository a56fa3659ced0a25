# SPDX-License-Identifier: Apache-2.0
"""Which tensors a compiled function knows to be only read: those that it, and the kernels that it launches,
load from and do nothing else with."""

import pytest
import tirx

HAND_ON = """@T.function(private=True)
def hand_on(A: T.Tensor((4,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        A[T.gpu.thread_idx("x")] = 0

"""
FUNCTION = """@T.function
def f(A: T.Tensor((4,), "int32"), B: T.Tensor((4,), "int32"), C: T.Tensor(("n",), "int32")):
"""
ENTRY = """    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        i = T.gpu.thread_idx("x")
        {}
"""
LOOP = """    for i in T.serial(4):
        {}
"""

CASES = [
    (ENTRY.format("A[i] = B[i] + C[i]"), "B, C"),
    # Nothing is passed on of what is not used.
    (ENTRY.format("A[i] = A[i] + 1"), "B, C"),
    (ENTRY.format('A[i] = B[i] + T.cast(C.shape[0], "int32")'), "B, C"),
    (ENTRY.format("A[B[i]] = C[C[i]]"), "B, C"),
    (ENTRY.format("A[i] = T.gpu.atomic_add(B[i], C[i])"), "C"),
    # What one kernel reads another may write.
    (ENTRY.format("A[i] = B[i] + C[i]") + ENTRY.format("B[i] = C[i]"), "C"),
    (ENTRY.format("A[i] = B[i] + C[i]") + "    hand_on(B)\n", "C"),
    (ENTRY.format("A[i] = B[i] + C[i]") + '    T.call_packed("g", B)\n', "C"),
]
LOOPS = [
    (LOOP.format("A[i] = B[i] + C[i]"), "B, C"),
    (LOOP.format("A[i] = B[i]\n        B[i] = C[i]"), "C"),
    (LOOP.format("A[i] = B[i] + C[i]") + '    T.call_packed("g", B)\n', "C"),
]


def described(body, **options):
    text = "from tirx import script as T\n\n"
    if "hand_on" in body:
        text += HAND_ON
    text += FUNCTION + body
    module = tirx.compile(tirx.parse(text), **options).module
    signature, _, only_read = module.get_function_doc("f").partition("; only reads ")
    assert signature == "f(A: Tensor((4,), int32), B: Tensor((4,), int32), C: Tensor((n,), int32))"
    return only_read


@pytest.mark.parametrize(("body", "only_read"), CASES)
def test_of_kernels(body, only_read):
    assert described(body, executor="simulator") == only_read
    assert described(body, arch="sm_90a") == only_read


@pytest.mark.parametrize(("body", "only_read"), LOOPS)
def test_of_loops(body, only_read):
    assert described(body, target="cpu") == only_read


def test_foreign_code_may_write():
    source = "__device__ void g(int* a, int* b) { *b = *a; }"
    call = f'T.cuda.func_call("g", A.ptr_to([0]), B.ptr_to([i]), source_code="{source}")'
    body = ENTRY.format(call)
    assert described(body + ENTRY.format("A[i] = C[i]"), arch="sm_90a") == "C"

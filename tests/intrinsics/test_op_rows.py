# SPDX-License-Identifier: Apache-2.0
"""The comparison behind docs/op_rows.md: which rows it has, what a difference is to it, a sample of it."""

import re
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from intrinsics import op_rows, row_kernels
from intrinsics.row_claims import Claim, distance

# Of each kind: operators, conversions, mathematics, lanes, memory, packed values.
SAMPLE = ["+", "%", "T.min", "T.cast to float16", "T.cast to bfloat16", "T.cast to int8", "exp", "nextafter"]
ON_DEVICE = ["cuda.fast_exp", "gpu.shuffle", "gpu.subgroup_sum", "gpu.thread_allreduce", "gpu.atomic_min"]
ON_DEVICE += ["gpu.atomic_cas", "cuda.cast_rounded", "cuda.hadd2", "cuda.dp4a", "cuda.cluster_sync"]


def complaints(kernels, device):
    return [found.complaint() for found in op_rows.compare(kernels, device) if found.wrong().any()]


def test_every_row_is_tried_or_says_why_not():
    tried = {kernel.row for kernel in row_kernels.all_kernels()}
    rows = {row for row in row_kernels.table_rows() if not row.startswith("host.")}
    assert rows - tried == set(row_kernels.NOT_COMPARED)


def test_the_page_has_every_row():
    page = (Path(__file__).resolve().parents[2] / "docs/op_rows.md").read_text(encoding="utf-8")
    named = {name.replace("\\|", "|") for name in re.findall(r"`([^`]+)`", page)}
    rows = [*row_kernels.table_rows(), *row_kernels.OPERATORS, *row_kernels.CASTS]
    missing = [row for row in rows if row not in named]
    assert not missing, "`./run gpu` writes op_rows.md anew: copy it from $OUT to docs/"


def test_the_cpu_backend_agrees():
    kernels = [kernel for kernel in row_kernels.all_kernels(SAMPLE) if kernel.is_loop()]
    assert len(kernels) > 60
    assert complaints(kernels, op_rows.on_cpu) == []


@pytest.mark.gpu
def test_a_sample_agrees_on_the_device():
    pytest.importorskip("cupy")
    assert complaints(row_kernels.all_kernels([*SAMPLE, *ON_DEVICE]), op_rows.on_cuda) == []


def test_a_difference_is_reported(monkeypatch):
    def off_by_one(source):
        return op_rows.on_cpu(source.replace("x + y", "x + y + 1"))

    (kernel,) = [one for one in row_kernels.all_kernels(["+"]) if one.operand == "uint8"]
    (text,) = complaints([kernel], off_by_one)
    assert text.startswith("+: o[at] = x + y, uint8 to uint8: 4096 of 4096 values, stated exact\n")
    assert "(np.uint8(0), np.uint8(0), np.uint8(0)): simulator np.uint8(0), device np.uint8(1)" in text


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64])
def test_neighbours_are_one_apart(dtype):
    one = np.array([0, 1, -1, 1000], dtype)
    other = np.nextafter(one, np.array([5, 2, -2, 0], dtype))
    np.testing.assert_array_equal(distance(one, other), 1)
    tiny = np.array([ml_dtypes.finfo(dtype).smallest_subnormal], dtype)
    np.testing.assert_array_equal(distance(tiny, -tiny), 2)


def test_what_exact_means():
    here = np.float32([np.nan, 0.0, np.inf, 1.0, np.nan])
    there = np.float32([-np.nan, -0.0, np.inf, np.nextafter(np.float32(1), np.float32(2)), 3.0])
    assert Claim().holds(here, there).tolist() == [True, False, True, False, False]
    assert Claim(1).holds(here, there).tolist() == [True, True, True, True, False]
    assert Claim(error=0.01).holds(here, there).tolist() == [True, True, True, True, False]
    integers = np.int8([1, 2]), np.int8([1, 3])
    assert Claim().holds(*integers).tolist() == [True, False]

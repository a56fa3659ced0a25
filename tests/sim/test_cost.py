# SPDX-License-Identifier: Apache-2.0
"""What a launch tells of its cost, and how much the checks may keep."""

import sys
from pathlib import Path

import numpy as np
import pytest
import tirx

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from kernels.block_sums import block_sums as block_sums_of
from kernels.product import product as product_of

SIZE, TILE = 64, 16
CHECKS = ["bounds", "alignment", "uninitialised", "races", "lanes", "arithmetic"]


product = product_of(SIZE, TILE)
block_sums = block_sums_of(1024)


def run(**options):
    """The product and the report of its launch."""
    random = np.random.default_rng(1)
    a, b = (random.standard_normal((SIZE, SIZE), "float32") for _ in range(2))
    c = np.zeros((SIZE, SIZE), "float32")
    reports = []
    exe = tirx.compile(
        product, executor="simulator", threads=1, on_report=lambda *report: reports.append(report), **options
    )
    exe(a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-4, atol=1e-4)
    (report,) = reports
    return c, report


def test_a_report_says_what_a_run_has_cost():
    _, (kernel, steps, shared, shadow) = run()
    assert kernel == "product_kernel"
    # 16 blocks of 8 warps; 4 steps of 16 products, each two loads, a multiplication and an addition.
    assert 16 * 8 * 4 * 16 * 4 < steps < 16 * 8 * 4 * 16 * 6
    assert shared == 2 * TILE * TILE * 4
    assert 0 < shadow <= 2.5 * shared


def test_cells_that_parts_of_warps_write_cost_little_more():
    """Each has a stamp of its own then: 2 bytes a byte, and what is left is for the log of reads."""
    x, y, reports = np.ones(1024, "float32"), np.zeros(4, "float32"), []
    exe = tirx.compile(
        block_sums, executor="simulator", threads=1, on_report=lambda *report: reports.append(report)
    )
    exe(x, y)
    assert (y == 256).all()
    ((_, _, shared, shadow),) = reports
    assert shared == 1024
    assert 2 * shared < shadow <= 2.5 * shared


def test_what_is_not_checked_keeps_nothing():
    checked, (_, steps, _, _) = run()
    unchecked, (_, same_steps, _, shadow) = run(no_check=CHECKS)
    assert shadow == 0
    assert same_steps == steps
    assert (unchecked == checked).all()


def test_the_instruction_set_changes_nothing_but_time(monkeypatch):
    expected = run()
    monkeypatch.setenv("TIRX_SIMULATOR_ISA", "baseline")
    product_of_lanes, report = run()
    assert (product_of_lanes == expected[0]).all()
    assert report == expected[1]


def test_an_unknown_instruction_set_is_an_error(monkeypatch):
    monkeypatch.setenv("TIRX_SIMULATOR_ISA", "mmx")
    with pytest.raises(RuntimeError, match="TIRX_SIMULATOR_ISA is `mmx`; this processor has .*baseline"):
        run()

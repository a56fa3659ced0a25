# SPDX-License-Identifier: Apache-2.0
"""Kinds of faults that others' users reported: reference/public_reports.md, on launches."""

import numpy as np
import pytest
import tirx


def program(grid, block="32", launch="T.gpu.LaunchConfig", more=""):
    return tirx.parse(f"""
from tirx import script as T


@T.function
def fill(A: T.Tensor((1,), "float32"), n: T.int64):
    with T.device_entry(launch={launch}(grid={grid}, block={block}{more})):
        if T.gpu.thread_idx("x") + T.gpu.block_idx("x") == 0:
            A[0] = 1.0
""")


class TestLaunch1:
    """An empty grid is nothing to do; an empty block is a mistake."""

    @pytest.mark.parametrize("grid", ["n", "(4, n, 1)", "(n, n, n)"])
    def test_an_empty_grid(self, grid):
        run = tirx.compile(program(grid), executor="simulator")
        values = np.zeros(1, "float32")
        run(values, 0)
        assert values[0] == 0
        run(values, 1)
        assert values[0] == 1

    def test_an_empty_block(self):
        with pytest.raises(tirx.DiagnosticError, match="block"):
            tirx.compile(program("1", block="0"), arch="sm_90a")
        run = tirx.compile(program("1", block="n"), executor="simulator")
        with pytest.raises(ValueError, match="block dimension x is 0; it must be at least 1"):
            run(np.zeros(1, "float32"), 0)


class TestLaunch2:
    """Extents over a limit are named, at build where they are known, and never wrapped."""

    @pytest.mark.parametrize("grid", ["(1, 65536, 1)", "(1, 1, 65536)", "(2147483648, 1, 1)"])
    def test_known_at_build(self, grid):
        with pytest.raises(tirx.DiagnosticError) as caught:
            tirx.compile(program(grid), arch="sm_90a")
        assert "65535" in str(caught.value) or "2147483647" in str(caught.value)
        assert "grid" in str(caught.value)

    @pytest.mark.parametrize(
        ("grid", "n", "axis"),
        [("(1, n, 1)", 65536, "y"), ("(1, 1, n)", 1 << 32, "z"), ("n", (1 << 32) + 1, "x")],
    )
    def test_known_at_launch(self, grid, n, axis):
        run = tirx.compile(program(grid), executor="simulator")
        with pytest.raises(ValueError, match=f"grid dimension {axis} is {n}; the limit is"):
            run(np.zeros(1, "float32"), n)


class TestLaunch3:
    """What the device's code must know of is allowed by the architecture that it is compiled for."""

    FIELD = ", programmatic_stream_serialization=True"

    def test_the_architecture_lacks_it(self):
        module = program("1", launch="T.cuda.LaunchConfig", more=self.FIELD)
        with pytest.raises(tirx.DiagnosticError, match="programmatic.*sm_90|sm_90.*programmatic"):
            tirx.compile(module, backend_config={"cuda": {"arch": "sm_80", "target_format": "ptx"}})

    def test_the_architecture_has_it(self):
        module = program("1", launch="T.cuda.LaunchConfig", more=self.FIELD)
        assert tirx.compile(module, arch="sm_90").functions

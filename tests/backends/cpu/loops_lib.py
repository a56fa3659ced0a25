# SPDX-License-Identifier: Apache-2.0
"""What the tests of the cpu backend share: the examples in loop form, and running functions both ways."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import tirx

ROOT = Path(__file__).resolve().parents[3]
LOOPS = ROOT / "examples/loops"
sys.path.insert(0, str(ROOT / "tests/examples"))

from test_examples import check, softmax, uniform  # noqa: E402

__all__ = ["LOOPS", "agree", "check", "load", "ramp", "run", "softmax", "tool", "uniform"]


def load(name):
    spec = importlib.util.spec_from_file_location(name, LOOPS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def ramp(n):
    return np.arange(n, dtype=np.int32)


def run(executable, arguments, outputs):
    copies = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    executable(*copies)
    return [copies[i] for i in outputs]


def agree(function, arguments, zeros_alike=False):
    """Runs both ways; the device's arguments afterwards, whose bits are the simulator's.

    zeros_alike: of `T.min` and `T.max`, which may give either zero of two (docs/language.md).
    """
    computed = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    simulated = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    tirx.compile(function, target="cpu")(*computed)
    tirx.compile(function, target="cpu", executor="simulator")(*simulated)
    for one, other in zip(computed, simulated, strict=True):
        if isinstance(one, np.ndarray):
            same = one.view(f"u{one.itemsize}") == other.view(f"u{one.itemsize}")
            same |= (one != one) & (other != other)  # NumPy's isnan does not know bfloat16
            if zeros_alike:
                same |= (one == 0) & (other == 0)
            assert same.all(), (one[~same], other[~same])
    return computed


def tool(tirx_cli, *command, **environment):
    return subprocess.run(
        [str(part) for part in (tirx_cli, *command)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )

# SPDX-License-Identifier: Apache-2.0
"""Lowered IR prints as script that reads back to an equal module, for every example and executor."""

from pathlib import Path

import pytest
import tirx
import tvm_ffi

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("executor", ["device", "simulator"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_round_trip(path, executor):
    lowered = tirx.lower(tirx.parse_file(path), arch="sm_90a", executor=executor)
    text = lowered.script()
    again = tirx.parse(text)
    assert again.script() == text
    assert tvm_ffi.structural_equal(again, lowered)
    assert tvm_ffi.structural_equal(tirx.IRModule.from_json(lowered.to_json()), lowered)


def test_there_are_examples():
    assert len(EXAMPLES) >= 6

# SPDX-License-Identifier: Apache-2.0
"""Every stage of every example's lowering reads back from its script and its JSON as an equal module."""

from pathlib import Path

import pytest
import tirx
import tvm_ffi

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("executor", ["device", "simulator"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_stage_reads_back(path, executor):
    stages = tirx.lower_stages(tirx.parse_file(path), arch="sm_90a", executor=executor)
    assert len(stages) >= 6
    for name, stage in stages:
        text = stage.script()
        again = tirx.parse(text, name)
        assert again.script() == text
        assert tvm_ffi.structural_equal(again, stage), name
        assert tvm_ffi.structural_equal(tirx.IRModule.from_json(stage.to_json()), stage), name
    lowered = tirx.lower(tirx.parse_file(path), arch="sm_90a", executor=executor)
    assert tvm_ffi.structural_equal(stages[-1][1], lowered)


def test_there_are_examples():
    assert len(EXAMPLES) >= 6

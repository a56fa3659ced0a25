# SPDX-License-Identifier: Apache-2.0
"""The layer check: what it must refuse, what it must let pass."""

from pathlib import Path

import check_layers
import pytest


def refused(path, text):
    return [finding.what for finding in check_layers.check_file(Path(path), text)]


@pytest.mark.parametrize(
    "path, include",
    [
        ("src/base/span.h", '"ir/expr.h"'),  # upwards
        ("src/script/parser.cc", '"codegen/c_printer.h"'),  # sideways
        ("src/tile/dispatch.cc", '"script/parser.h"'),
        ("src/runtime/launch.cc", '"diag/result.h"'),  # the runtime has no compiler code
        ("src/ir/expr.cc", '"runtime/module.h"'),
        ("src/driver/compile.cc", '"backends/cuda/backend.h"'),  # core names no backend
        ("src/ir/expr.cc", "<tirx/tirx.h>"),  # the public API is above
        ("backends/cuda/backend.cc", '"backends/null/backend.h"'),
        ("backends/cuda/backend.cc", '"driver/compile.h"'),
        ("backends/cuda/runtime/module.cc", '"diag/result.h"'),
        ("backends/cuda/runtime/module.cc", '"backends/cuda/toolchain/nvrtc.h"'),
        ("cli/main.cc", '"backends/cuda/backend.h"'),
        ("src/driver/compile.cc", '"cli/command.h"'),
        ("python/native/register.cc", '"backends/cuda/backend.h"'),
        ("include/tirx/compile.h", '"driver/compile.h"'),  # public headers stand alone
    ],
)
def test_refused_includes(path, include):
    assert any("includes" in what for what in refused(path, f"#include {include}\n"))


@pytest.mark.parametrize(
    "path, include",
    [
        ("src/sim/machine.cc", '"ir/expr.h"'),
        ("src/sim/machine.cc", '"pass/manager.h"'),
        ("src/codegen/host_bytecode.cc", '"runtime/host_ops.h"'),
        ("python/native/driver_functions.cc", '"driver/compile.h"'),
        ("python/native/register.cc", '"python/native/native.h"'),
        ("cli/main.cc", '"cli/command.h"'),
        ("backends/all.cc", '"backends/cuda/backend.h"'),
        ("backends/cuda/backend.cc", '"backends/cuda/runtime/module.h"'),
        ("backends/cuda/backend.cc", '"backend/registrar.h"'),
        ("backends/cuda/runtime/module.cc", '"runtime/module.h"'),
        ("include/tirx/compile.h", '"tirx/script.h"'),
        ("src/driver/public_api.cc", '"tirx/tirx.h"'),
        ("cli/main.cc", '"driver/compile.h"'),
        ("src/ir/expr.cc", "<vector>"),
    ],
)
def test_allowed_includes(path, include):
    assert refused(path, f"#include {include}\n") == []


@pytest.mark.parametrize("name", ["IsCuda", "ptx_text", "NVRTCProgram", "kMetalLimit", "cuda", "to_opencl_c"])
def test_backend_names_under_src(name):
    assert len(refused("src/ir/expr.cc", f"int {name} = 0;\n")) == 1
    assert refused("backends/cuda/backend.cc", f"int {name} = 0;\n") == []


@pytest.mark.parametrize("name", ["kDLCUDA", "kDLOpenCL", "barracuda", "metallic", "transpose"])
def test_words_that_name_no_backend(name):
    assert refused("src/ir/expr.cc", f"int {name} = 0;\n") == []


def test_comments_may_give_examples_but_literals_may_not():
    assert refused("src/ir/expr.cc", "int x = 0;  // as for cuda\n/* cuda */\n") == []
    assert len(refused("src/ir/expr.cc", 'auto s = "// cuda";\n')) == 1


def test_diagnostic_families_may_be_named():
    assert refused("src/diag/kinds.def", '#include "diag/kinds/cuda.def"\n') == []

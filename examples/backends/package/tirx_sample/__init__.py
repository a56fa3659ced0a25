# SPDX-License-Identifier: Apache-2.0
"""The sample backend as a package; the library of `examples/backends/library` lies beside this file."""

from pathlib import Path


def load():
    """What tirx calls when it is imported (entry-point group `tirx.backends`)."""
    import tirx

    tirx.backend.load_library(Path(__file__).with_name("libtirx_backend_sample.so"))

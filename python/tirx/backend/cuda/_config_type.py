# SPDX-License-Identifier: Apache-2.0
"""The type of CUDA's part of `backend_config`, apart from everything that needs the native library."""

from typing import Literal, TypedDict


class BackendConfig(TypedDict, total=False):
    """CUDA's part of a configuration, `{"cuda": BackendConfig(...)}`; making one makes a plain dict.

    Every key may be left out; a list replaces the inherited one whole, an empty list clears it.
    """

    arch: str
    compiler: Literal["nvcc", "nvrtc"]
    target_format: Literal["ptx", "cubin", "fatbin"]
    nvcc: list[str]
    nvrtc: list[str]
    ptxas: list[str]

# SPDX-License-Identifier: Apache-2.0
"""Tensor maps for kernels that take one as a parameter, `m: T.TensorMap()`."""

import ctypes

from . import _native
from ._tensor import _extents, _from_dlpack, empty


def tensormap_encode_tiled(
    tensor,
    box,
    *,
    element_strides=None,
    format="own",
    interleave="none",
    swizzle="none",
    l2_promotion="none",
    oob_fill="zeros",
):
    """The 128 bytes of a tensor map, in host memory, as a tensor to be passed for a `T.TensorMap()`.

    tensor: on a CUDA device, with up to five axes; the map keeps its address, not its memory.
    box: elements of one copy along each axis, in the order of the tensor's.
    element_strides: along each axis, to take every n-th element.
    The rest and the rules are those of `T.tensormap_encode_tiled` and of the driver's cuTensorMapEncodeTiled.
    """
    source = _from_dlpack(tensor)
    extents = list(source.shape)
    box = list(_extents(box))
    steps = [1] * len(box) if element_strides is None else list(_extents(element_strides))
    if not len(extents) == len(box) == len(steps):
        raise ValueError(
            f"a tensor of {len(extents)} axes needs as many box sizes and element strides; there are "
            f"{len(box)} and {len(steps)}"
        )
    if extents and source.strides[-1] != 1 and extents[-1] != 1:
        raise ValueError(f"the stride of the last axis is {source.strides[-1]}; it must be 1")
    strides = [stride * source.dtype.bits // 8 for stride in source.strides[:-1]]
    made = empty(128, "uint8")
    _native.runtime_function("tensormap_encode_tiled")(
        ctypes.c_void_p(made.data_ptr()),
        str(source.dtype),
        format,
        len(extents),
        ctypes.c_void_p(_native.runtime_function("bytes_of")(source).data_ptr()),
        *(number for axes in (extents, strides, box, steps) for number in reversed(axes)),
        interleave,
        swizzle,
        l2_promotion,
        oob_fill,
    )
    return made

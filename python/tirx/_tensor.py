# SPDX-License-Identifier: Apache-2.0
"""Tensors on the devices here, and the devices. NumPy is imported when it is first needed."""

import math
from typing import NamedTuple

import tvm_ffi

from . import _native

_DEFAULT_TYPES = {"float64": "float32", "int64": "int32"}  # of Python's numbers, as in kernels


class Device(NamedTuple):
    """A device: `str(device)` is what `device=` takes, such as "cuda:0"."""

    kind: str
    index: int
    name: str
    arch: str
    properties: dict

    def __str__(self):
        return f"{self.kind}:{self.index}"


def devices():
    """The devices here, the CPU among them, with name, architecture and what else is known."""
    return [
        Device(
            str(row["kind"]),
            int(row["index"]),
            str(row["name"]),
            str(row["arch"]),
            {str(key): int(value) for key, value in row["properties"].items()},
        )
        for row in _runtime("devices")()
    ]


@tvm_ffi.register_object("tirx.runtime.Event")
class Event(tvm_ffi.Object):
    """A point in the work of a device's current stream; `tirx.record_event` makes it."""

    __slots__ = ()

    def wait(self):
        """Waits until the work before it is done. Raises what the device reports."""
        _runtime("wait_for_event")(self)

    def seconds_since(self, earlier):
        """The seconds from `earlier`, an event of the same device, to this one; waits for both.

        By the device's clock, where it has one.
        """
        return float(_runtime("seconds_between")(earlier, self))


def record_event(device):
    """An event behind all work that the device's current stream has been given so far."""
    return _runtime("record_event")(_device(device))


def synchronize(device):
    """Waits for all work of the device's current stream. Raises what the device reports."""
    _runtime("synchronize")(_device(device))


def empty(shape, dtype="float32", device="cpu", *, strides=None):
    """An uninitialised tensor. `strides` are in elements; without them it is row-major."""
    return _runtime("empty")(_extents(shape), _extents(strides), _dtype(dtype), _device(device))


def zeros(shape, dtype="float32", device="cpu"):
    """A tensor of zeros."""
    made = empty(shape, dtype, device)
    _runtime("fill_with_zeros")(made)
    return made


def tensor(data, dtype=None, device=None):
    """A copy on a device of numbers, nested lists, a NumPy array, or a tensor (DLPack) on any device.

    dtype: of the elements, which are converted; without it they keep theirs, and Python's numbers become
    float32, int32 or bool. device: without it the one that `data` is on, the CPU for the rest.
    """
    if hasattr(data, "__dlpack__") and type(data).__module__ != "numpy":
        source = _from_dlpack(data)
        if dtype is None or _dtype(dtype) == source.dtype:
            return _copy_of(source, source.device if device is None else device)
        data = to_numpy(source)
        device = source.device if device is None else device
    array = _array(data, dtype)
    made = empty(array.shape, array.dtype, "cpu" if device is None else device)
    if array.size:
        _runtime("copy")(_bytes_of_array(array), _runtime("bytes_of")(made))
    return made


def to_numpy(tensor):
    """A copy in host memory as a NumPy array; of ml_dtypes' types where NumPy has none."""
    import numpy as np

    source = _from_dlpack(tensor)
    dtype = _numpy_dtype(source.dtype)
    lanes = source.dtype.lanes
    flat = _runtime("bytes_of")(source)
    host = np.empty(flat.shape[0], np.uint8)
    if host.size:
        _runtime("copy")(flat, tvm_ffi.from_dlpack(host))
    shape, strides = tuple(source.shape), tuple(source.strides)
    if lanes > 1:
        shape, strides = (*shape, lanes), (*(stride * lanes for stride in strides), 1)
    if host.size == math.prod(shape) * dtype.itemsize and source.is_contiguous():
        return host.view(dtype).reshape(shape)
    steps = [stride * dtype.itemsize for stride in strides]
    return np.lib.stride_tricks.as_strided(host.view(dtype), shape, steps).copy()


def _runtime(name):
    return _native.runtime_function(name)


def _extents(extents):
    if extents is None:
        return None
    try:
        extents = (extents,) if hasattr(extents, "__index__") else tuple(extents)
        return tvm_ffi.Shape(tuple(extent.__index__() for extent in extents))
    except (TypeError, AttributeError) as error:
        raise TypeError(f"{extents!r} is no shape; it must be a whole number or a tuple of them") from error


def _dtype(dtype):
    """As tvm-ffi has it: from its name, or from a type of NumPy, ml_dtypes or PyTorch."""
    if not isinstance(dtype, str):
        name = getattr(dtype, "__name__", None) or getattr(dtype, "name", None) or str(dtype)
        dtype = name.removeprefix("torch.")
    try:
        return tvm_ffi.dtype({"bool_": "bool"}.get(dtype, dtype))
    except (ValueError, RuntimeError, TypeError) as error:
        raise TypeError(f"there is no element type {dtype!r}") from error


def _device(device):
    if isinstance(device, tvm_ffi.Device):
        return device
    try:
        return tvm_ffi.device(str(device))
    except (ValueError, RuntimeError, TypeError) as error:
        kinds = ", ".join(dict.fromkeys(f'"{one.kind}"' for one in devices()))
        raise ValueError(
            f'{device!r} is no device; there are {kinds}, with an index as in "cuda:1"'
        ) from error


def _numpy_dtype(dtype):
    import numpy as np

    if dtype.bits % 8 != 0:
        raise TypeError(
            f"elements of {dtype} are packed into bytes, which NumPy's arrays are not; "
            "make a tensor of uint8 and unpack it"
        )
    name = str(dtype.with_lanes(1)) if dtype.lanes > 1 else str(dtype)
    try:
        return np.dtype(name)
    except TypeError:
        return np.dtype(_ml_dtype(name))


def _ml_dtype(name):
    try:
        import ml_dtypes
    except ImportError as error:
        raise TypeError(f"NumPy has no {name}; install ml_dtypes, which has") from error
    try:
        return getattr(ml_dtypes, name)
    except AttributeError as error:
        raise TypeError(f"neither NumPy nor ml_dtypes has {name}") from error


def _array(data, dtype):
    import numpy as np

    array = np.asarray(data)
    if array.dtype.kind not in "biufV" and array.dtype.type.__module__ != "ml_dtypes":
        raise TypeError(f"{type(data).__name__} of {array.dtype} is no tensor; it must hold numbers or bools")
    if dtype is not None:
        array = _converted(array, _numpy_dtype(_dtype(dtype)))
    elif type(data).__module__ != "numpy":
        array = _converted(array, np.dtype(_DEFAULT_TYPES.get(array.dtype.name, array.dtype)))
    _numpy_dtype(_dtype(array.dtype))  # types of less than a byte are refused
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="), copy=False)).reshape(array.shape)


def _converted(array, dtype):
    """To another type; whole numbers that do not fit into it are an error, as in NumPy's own lists."""
    import numpy as np

    if array.size and array.dtype.kind in "iu" and dtype.kind in "iu":
        limits, least, most = np.iinfo(dtype), int(array.min()), int(array.max())
        if least < limits.min or most > limits.max:
            wrong = least if least < limits.min else most
            raise OverflowError(f"{wrong} does not fit in {dtype.name}; say `dtype=` for a wider type")
    return array.astype(dtype)


def _bytes_of_array(array):
    import numpy as np

    flat = array.reshape(-1).view(np.uint8)
    return tvm_ffi.from_dlpack(flat if flat.flags.writeable else flat.copy())


def _from_dlpack(tensor):
    if isinstance(tensor, tvm_ffi.Tensor):
        return tensor
    if hasattr(tensor, "__dlpack__"):
        return tvm_ffi.from_dlpack(tensor)
    raise TypeError(f"{type(tensor).__name__} is no tensor: it has no __dlpack__")


def _copy_of(source, device):
    if not source.is_contiguous():
        host = to_numpy(source)
        return tensor(host, None, device)
    made = empty(tuple(source.shape), source.dtype, device)
    _runtime("copy")(source, made)
    return made

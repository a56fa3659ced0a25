# SPDX-License-Identifier: Apache-2.0
"""Arguments of compiled functions: what DLPack or tvm-ffi do not take as it is."""

import tvm_ffi

from . import _native

_SCALARS = {"bool": bool, "bool_": bool, "float16": float, "bfloat16": float}


# Types that tvm-ffi takes as they are; grows as they are met.
_taken_as_they_are = {bool, int, float, str, type(None)}


def native_arguments(args, only_read=frozenset()):
    """The arguments with NumPy's scalars as numbers and arrays of ml_dtypes types as tensors of those types;
    the memory is the caller's. only_read: places of arguments that may be read-only arrays."""
    if _taken_as_they_are.issuperset(map(type, args)):
        return args
    return [
        _native_argument(arg, place, place in only_read) if _needs_help(arg) else arg
        for place, arg in enumerate(args)
    ]


def _needs_help(arg):
    module = type(arg).__module__
    helped = module == "numpy" or module == "ml_dtypes"
    if not helped:
        _taken_as_they_are.add(type(arg))
    return helped


class _Writable:
    """The same memory as an array that may be written: DLPack hands over no other."""

    def __init__(self, array):
        interface = array.__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}
        self._owner = array


def _native_argument(arg, place, only_read):
    kind = type(arg).__name__
    if kind != "ndarray":
        return _scalar(arg, kind)
    try:
        if arg.dtype.type.__module__ == "ml_dtypes":  # their `kind` differs: float8_e5m2 calls itself a float
            words = _exported(arg.view(f"uint{8 * arg.dtype.itemsize}"), only_read)
            return _native.function("with_dtype")(words, tvm_ffi.dtype(arg.dtype.name))
        return _exported(arg, only_read)
    except BufferError as error:
        raise TypeError(f"argument #{place}: {_why_not(arg)}") from error


def _exported(array, only_read):
    if only_read and not array.flags.writeable and array.dtype.isnative:
        import numpy

        array = numpy.asarray(_Writable(array))
    return tvm_ffi.from_dlpack(array)


def _scalar(arg, kind):
    convert = _SCALARS.get(kind)
    if convert:
        return convert(arg)
    return arg.item() if hasattr(arg, "item") else arg


def _why_not(arg):
    if not arg.dtype.isnative:
        native = "array.astype(array.dtype.newbyteorder('='))"
        return f"the array has another byte order, {arg.dtype}; convert it, {native}"
    if not arg.flags.writeable:
        return "the array is read-only, and the function may write to it: pass a copy, array.copy()"
    return f"an array of {arg.dtype} cannot be passed; numbers and bools can"

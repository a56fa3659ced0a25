# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py (`./run bless`) from the registry's tables; not edited by hand.
"""TIRx script: `from tirx import script as T`."""

from collections.abc import Callable
from typing import Any, overload

from ..ir import IRModule
from ._decorator import Function as Function
from ._decorator import Inline as Inline
from ._names import Name as Name
from ._names import Namespace as Namespace

class _Value:
    """A value of the program."""

    dtype: str
    def __init__(self, value: Any = ..., /) -> None: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __class_getitem__(cls, shape: Any, /) -> Any: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __floordiv__(self, other: Any, /) -> Any: ...
    def __mod__(self, other: Any, /) -> Any: ...
    def __pow__(self, other: Any, /) -> Any: ...
    def __and__(self, other: Any, /) -> Any: ...
    def __or__(self, other: Any, /) -> Any: ...
    def __xor__(self, other: Any, /) -> Any: ...
    def __lshift__(self, other: Any, /) -> Any: ...
    def __rshift__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __rfloordiv__(self, other: Any, /) -> Any: ...
    def __rmod__(self, other: Any, /) -> Any: ...
    def __rpow__(self, other: Any, /) -> Any: ...
    def __rand__(self, other: Any, /) -> Any: ...
    def __ror__(self, other: Any, /) -> Any: ...
    def __rxor__(self, other: Any, /) -> Any: ...
    def __rlshift__(self, other: Any, /) -> Any: ...
    def __rrshift__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> Any: ...
    def __le__(self, other: Any, /) -> Any: ...
    def __gt__(self, other: Any, /) -> Any: ...
    def __ge__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...
    def __invert__(self) -> Any: ...
    def __pos__(self) -> Any: ...

@overload
def function(func: Callable[..., Any], /) -> Function: ...
@overload
def function(*, private: bool = False) -> Callable[[Callable[..., Any]], Function]:
    """A function of the program: `@T.function`; or `@T.function(private=True)`: only others call it."""

def inline(func: Callable[..., Any], /) -> Inline:
    """A function whose body is spliced in where it is called."""

def parse(text: str, name: str = "<string>", **names: Any) -> IRModule:
    """The functions of a script as an IRModule. Keywords are Python values that it may mention."""

def parse_file(path: Any, **names: Any) -> IRModule:
    """The functions of a file as an IRModule; Python does not run the file."""

def Broadcast(value: Any, lanes: Any) -> Any:
    """The vector of equal elements."""

def Cast(value: Any, dtype: Any) -> Any:
    """T.Cast(dtype, value), like T.cast(value, dtype)."""

def Ramp(base: Any, stride: Any, lanes: Any) -> Any:
    """The vector base, base + stride, ..."""

def Select(condition: Any, then_value: Any, else_value: Any) -> Any:
    """One of two values; both are evaluated."""

def StringImm(text: Any) -> Any:
    """A string as a value of the program."""

def Tensor(shape: Any, dtype: Any = ..., *, scope: Any = ..., strides: Any = ..., elem_offset: Any = ..., align: Any = ..., cell: Any = ...) -> Any:
    """The type of a tensor."""

def TensorMap() -> Any:
    """The type of a tensor map."""

def abs(x: Any) -> Any:
    """Absolute value."""

def alloc_local(shape: Any, dtype: Any, *, strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A tensor private to the thread."""

def alloc_shared(shape: Any, dtype: Any, *, strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A tensor in shared memory."""

def alloc_tensor(shape: Any, dtype: Any, *, scope: Any = ..., strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A tensor until the end of the block."""
class bfloat16(_Value): ...
class bool(_Value): ...

def call(name: Any, *args: Any, attrs: Any = ..., ty: Any = ...) -> Any:
    """A node as it stands: no folding, no defaults."""

def call_packed(function: Any, *args: Any) -> Any:
    """Calls a function of tvm-ffi's global registry by name; a result is dropped."""

def cast(value: Any, dtype: Any) -> Any:
    """The value converted to another type."""

def ceil(x: Any) -> Any:
    """Smallest integral value not below x."""

def ceildiv(a: Any, b: Any) -> Any:
    """The integer quotient, rounded up; b must be positive."""

def clz(x: Any) -> Any:
    """The number of leading zero bits; the width for 0."""

def cos(x: Any) -> Any:
    """Cosine of x radians."""
class cuda:
    """The names of T.cuda."""

    @staticmethod
    def LaunchConfig(grid: Any, block: Any, dynamic_smem_bytes: Any = ..., **fields: Any) -> Any:
        """How a device entry is launched."""

    @staticmethod
    def activemask() -> Any:
        """The lanes of the warp that are executing this together."""

    @staticmethod
    def block_dim(axis: Any) -> Any:
        """Threads in a block.
        axis: x, y, z
        The same as `T.gpu.block_dim`.
        """

    @staticmethod
    def block_idx(axis: Any) -> Any:
        """Index of the block in the grid.
        axis: x, y, z
        The same as `T.gpu.block_idx`.
        """

    @staticmethod
    def brev(x: Any) -> Any:
        """The bits in reverse order."""

    @staticmethod
    def byte_perm(x: Any, y: Any, selector: Any) -> Any:
        """Four bytes of the eight in y:x, each chosen by a nibble of the selector."""

    @staticmethod
    def clock64() -> Any:
        """The multiprocessor's cycle counter."""

    @staticmethod
    def cta_sync() -> Any:
        """Barrier of the block; every thread of it must arrive.
        The same as `T.gpu.sync`.
        """

    @staticmethod
    def ffs(x: Any) -> Any:
        """The position of the lowest one bit, counted from 1; 0 when there is none."""

    @staticmethod
    def grid_dim(axis: Any) -> Any:
        """Blocks in the grid.
        axis: x, y, z
        The same as `T.gpu.grid_dim`.
        """

    @staticmethod
    def lane_id() -> Any:
        """Index of the thread in its subgroup.
        The same as `T.gpu.lane_id`.
        """

    @staticmethod
    def nanosleep(nanoseconds: Any) -> Any:
        """Suspends the thread for about that long.
        Needs sm_70 or later.
        """

    @staticmethod
    def syncwarp(mask: Any) -> Any:
        """Barrier of the lanes in `mask`."""

    @staticmethod
    def thread_idx(axis: Any) -> Any:
        """Index of the thread in its block.
        axis: x, y, z
        The same as `T.gpu.thread_idx`.
        """

    @staticmethod
    def threadfence() -> Any:
        """Orders this thread's accesses before and after it for the whole device."""

def decl_tensor(shape: Any, dtype: Any, *, data: Any, scope: Any = ..., strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A view of the memory at a pointer."""

def device_entry(*, launch: Any, backend_config: Any = ...) -> Any:
    """The body runs on the device."""

def erf(x: Any) -> Any:
    """Error function."""

def evaluate(value: Any) -> Any:
    """A statement that evaluates an expression."""

def exp(x: Any) -> Any:
    """e to the power x."""

def exp2(x: Any) -> Any:
    """2 to the power x."""
class float16(_Value): ...
class float32(_Value): ...
class float4_e2m1fn(_Value): ...
class float64(_Value): ...
class float6_e2m3fn(_Value): ...
class float6_e3m2fn(_Value): ...
class float8_e3m4(_Value): ...
class float8_e4m3(_Value): ...
class float8_e4m3b11fnuz(_Value): ...
class float8_e4m3fn(_Value): ...
class float8_e4m3fnuz(_Value): ...
class float8_e5m2(_Value): ...
class float8_e5m2fnuz(_Value): ...
class float8_e8m0fnu(_Value): ...

def floor(x: Any) -> Any:
    """Largest integral value not above x."""

def floordiv(a: Any, b: Any) -> Any:
    """a // b."""

def floormod(a: Any, b: Any) -> Any:
    """a % b."""

def fma(a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""

def fmod(x: Any, y: Any) -> Any:
    """Remainder of x / y with the sign of x."""

def func_attr(attrs: Any) -> Any:
    """Attributes of the function."""

class gpu:
    """The names of T.gpu."""

    @staticmethod
    def LaunchConfig(grid: Any, block: Any, dynamic_smem_bytes: Any = ..., **fields: Any) -> Any:
        """How a device entry is launched."""

    @staticmethod
    def all(predicate: Any) -> Any:
        """Whether the predicate holds in every lane of the subgroup."""

    @staticmethod
    def any(predicate: Any) -> Any:
        """Whether the predicate holds in some lane of the subgroup."""

    @staticmethod
    def atomic_add(element: Any, value: Any, scope: Any = "device") -> Any:
        """Adds to the element; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def atomic_cas(element: Any, expected: Any, value: Any, scope: Any = "device") -> Any:
        """Replaces the element if it is `expected`; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def atomic_exchange(element: Any, value: Any, scope: Any = "device") -> Any:
        """Replaces the element; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def atomic_max(element: Any, value: Any, scope: Any = "device") -> Any:
        """Maximum into the element; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def atomic_min(element: Any, value: Any, scope: Any = "device") -> Any:
        """Minimum into the element; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def ballot(predicate: Any) -> Any:
        """Bit i says whether the predicate holds in lane i."""

    @staticmethod
    def block_dim(axis: Any) -> Any:
        """Threads in a block.
        axis: x, y, z
        """

    @staticmethod
    def block_idx(axis: Any) -> Any:
        """Index of the block in the grid.
        axis: x, y, z
        """

    @staticmethod
    def grid_dim(axis: Any) -> Any:
        """Blocks in the grid.
        axis: x, y, z
        """

    @staticmethod
    def lane_id() -> Any:
        """Index of the thread in its subgroup."""

    @staticmethod
    def linear_thread_id() -> Any:
        """x + y * block_dim.x + z * block_dim.x * block_dim.y."""

    @staticmethod
    def shuffle(value: Any, lane: Any) -> Any:
        """The value of the given lane."""

    @staticmethod
    def shuffle_down(value: Any, delta: Any) -> Any:
        """The value of the lane `delta` above; lanes without one keep their own."""

    @staticmethod
    def shuffle_up(value: Any, delta: Any) -> Any:
        """The value of the lane `delta` below; lanes without one keep their own."""

    @staticmethod
    def shuffle_xor(value: Any, mask: Any) -> Any:
        """The value of the lane whose id is this one's xor `mask`."""

    @staticmethod
    def subgroup_max(value: Any) -> Any:
        """Maximum over the lanes of the subgroup, in every lane."""

    @staticmethod
    def subgroup_min(value: Any) -> Any:
        """Minimum over the lanes of the subgroup, in every lane."""

    @staticmethod
    def subgroup_size() -> Any:
        """Threads in a subgroup."""

    @staticmethod
    def subgroup_sum(value: Any) -> Any:
        """Sum over the lanes of the subgroup, in every lane."""

    @staticmethod
    def subgroup_sync() -> Any:
        """Barrier of the subgroup."""

    @staticmethod
    def sync() -> Any:
        """Barrier of the block; every thread of it must arrive."""

    @staticmethod
    def thread_idx(axis: Any) -> Any:
        """Index of the thread in its block.
        axis: x, y, z
        """

def grid(*extents: Any) -> Any:
    """Nested loops over extents or (start, stop) pairs."""

def handle(dtype: Any = ..., scope: Any = ...) -> Any:
    """The type of a pointer."""
class host:
    """The names of T.host."""

    @staticmethod
    def arg_count(count: Any, signature: Any) -> Any:
        """Raises TypeError unless the function got that many arguments; the signature is quoted by every argument error."""

    @staticmethod
    def arg_pointer(index: Any, name: Any, dtype: Any) -> Any:
        """The pointer argument: None, an opaque pointer, or the data of a tensor."""

    @staticmethod
    def arg_scalar(index: Any, name: Any, dtype: Any) -> Any:
        """The integer, bool or float argument; TypeError for another type, ValueError for an integer out of range."""

    @staticmethod
    def arg_tensor(index: Any, name: Any, dtype: Any, ndim: Any) -> Any:
        """The tensor argument; TypeError for another type or dtype, ValueError for NULL or another number of dimensions."""

    @staticmethod
    def check_tensor(index: Any, strided: Any = False, on_device: Any = False, alignment: Any = 1, tensor: Any = ..., device_id: Any = ..., byte_offset: Any = ..., *expected: Any) -> Any:
        """Raises ValueError unless shape, strides, offset, device, data and alignment are as expected: extents, then strides if `strided`, else compact."""

    @staticmethod
    def set_device(device_id: Any) -> Any:
        """Launches of this function go to that device."""

    @staticmethod
    def tensor_byte_offset(tensor: Any) -> Any:
        """The byte offset of a tensor argument."""

    @staticmethod
    def tensor_data(tensor: Any) -> Any:
        """The data pointer of a tensor argument, its byte offset not included."""

    @staticmethod
    def tensor_device_id(tensor: Any) -> Any:
        """The number of the device that a tensor argument lies on."""

    @staticmethod
    def tensor_shape(tensor: Any, axis: Any) -> Any:
        """An extent of a tensor argument."""

    @staticmethod
    def tensor_stride(tensor: Any, axis: Any) -> Any:
        """A stride of a tensor argument in elements; that of a row-major tensor where it has none."""

def if_then_else(condition: Any, then_value: Any, else_value: Any) -> Any:
    """One of two values; only that one is evaluated."""

def infinity(dtype: Any) -> Any:
    """Infinity of a float type."""

class int1(_Value): ...
class int16(_Value): ...
class int32(_Value): ...
class int4(_Value): ...
class int64(_Value): ...
class int8(_Value): ...

def isfinite(x: Any) -> Any:
    """Whether x is neither infinite nor NaN."""

def isinf(x: Any) -> Any:
    """Whether x is an infinity."""

def isnan(x: Any) -> Any:
    """Whether x is not a number."""

def launch_kernel(kernel: Any, *args: Any) -> Any:
    """Launches a kernel of the module."""
let: Any

def log(x: Any) -> Any:
    """Natural logarithm."""

def log2(x: Any) -> Any:
    """Logarithm to base 2."""

def max(*values: Any) -> Any:
    """The largest value."""

def max_value(dtype: Any) -> Any:
    """The largest finite value of a type."""

def min(*values: Any) -> Any:
    """The smallest value."""

def min_value(dtype: Any) -> Any:
    """The smallest finite value of a type."""

def omitted(why: Any) -> Any:
    """What the printer left out; cannot be read back."""

def op(name: Any) -> Any:
    """An operation as a value."""

def parallel(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ...) -> Any:
    """A loop whose iterations may run at once."""

def popcount(x: Any) -> Any:
    """The number of one bits."""

def pow(x: Any, y: Any) -> Any:
    """x to the power y."""

def ref(cell: Any) -> Any:
    """A cell as the tensor that it is."""

def region(op: Any, *args: Any, attrs: Any = ..., types: Any = ...) -> Any:
    """A region statement of any operation."""

def reinterpret(dtype: Any, value: Any) -> Any:
    """The same bits as another type."""

def round(x: Any) -> Any:
    """Nearest integral value, ties to even."""

def rsqrt(x: Any) -> Any:
    """1 / sqrt(x)."""

def serial(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ...) -> Any:
    """A loop."""

def sin(x: Any) -> Any:
    """Sine of x radians."""

def sqrt(x: Any) -> Any:
    """Square root."""

def static_assert(condition: Any, message: Any = ...) -> Any:
    """A condition that must hold while compiling."""

def static_range(start: Any, stop: Any = ..., step: Any = ...) -> Any:
    """A loop that is unrolled while compiling."""

def tanh(x: Any) -> Any:
    """Hyperbolic tangent."""

def target(config: Any) -> Any:
    """A target, as an attribute."""

def tensor_data_ptr(tensor: Any) -> Any:
    """The address of the tensor's first element, its offset not included."""

def tensor_load(tensor: Any, *indices: Any) -> Any:
    """A load with any number of indices."""

def tensor_region(tensor: Any, *ranges: Any) -> Any:
    """A box of a tensor, from (min, extent) pairs."""

def trunc(x: Any) -> Any:
    """x without its fraction."""

def truncdiv(a: Any, b: Any) -> Any:
    """The integer quotient, rounded towards zero."""

def truncmod(a: Any, b: Any) -> Any:
    """The remainder that belongs to truncdiv."""
class uint1(_Value): ...
class uint16(_Value): ...
class uint32(_Value): ...
class uint4(_Value): ...
class uint64(_Value): ...
class uint8(_Value): ...

def unroll(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ...) -> Any:
    """A loop that the code generator unrolls."""

def vectorized(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ...) -> Any:
    """A loop whose iterations become lanes."""
class void(_Value): ...

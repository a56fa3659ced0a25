# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py (`./run bless`) from the registry's tables; not edited by hand.
"""TIRx script: `from tirx import script as T`."""

import builtins
from collections.abc import Callable
from typing import Any, overload

from ..ir import IRModule
from ._decorator import Function as Function
from ._decorator import Inline as Inline
from ._names import Name as Name
from ._names import Namespace as Namespace

@overload
def function(func: Callable[..., Any], /) -> Function: ...
@overload
def function(*, private: builtins.bool = False) -> Callable[[Callable[..., Any]], Function]:
    """A function of the program: `@T.function`; or `@T.function(private=True)`: only others call it."""

def inline(func: Callable[..., Any], /) -> Inline:
    """A function whose body is spliced in where it is called."""

def parse(text: str, name: str = "<string>", **names: Any) -> IRModule:
    """The functions of a script as an IRModule. Keywords are Python values that it may mention."""

def parse_file(path: Any, **names: Any) -> IRModule:
    """The functions of a file as an IRModule; Python does not run the file."""

def BackendConfig(**keys: Any) -> Any:
    """The part of one backend in backend_config=, as a dict."""

def Broadcast(value: Any, lanes: Any) -> Any:
    """The vector of equal elements."""

def Cast(value: Any, dtype: Any) -> Any:
    """T.Cast(dtype, value), like T.cast(value, dtype)."""
Optional: Any

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

def acos(x: Any) -> Any:
    """Arc cosine, in radians."""

def acosh(x: Any) -> Any:
    """Inverse hyperbolic cosine."""

def address_of(element: Any) -> Any:
    """The address of an element, which is not read, or of a tensor map."""

def alloc_local(shape: Any, dtype: Any, *, strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A tensor private to the thread."""

def alloc_shared(shape: Any, dtype: Any, *, strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A tensor in shared memory."""

def alloc_tensor(shape: Any, dtype: Any, *, scope: Any = ..., strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A tensor until the end of the block."""

def asin(x: Any) -> Any:
    """Arc sine, in radians."""

def asinh(x: Any) -> Any:
    """Inverse hyperbolic sine."""

def assume(condition: Any) -> Any:
    """A promise to the compiler of the kernel; where it is broken, anything may happen."""

def atan(x: Any) -> Any:
    """Arc tangent, in radians."""

def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y), in radians."""

def atanh(x: Any) -> Any:
    """Inverse hyperbolic tangent."""
bfloat16: Any
bool: Any

def call(name: Any, *args: Any, attrs: Any = ..., ty: Any = ...) -> Any:
    """A node as it stands: no folding, no defaults."""

def call_extern(*args: Any, **rest: Any) -> Any:
    """Refused: host code calls no C function by its symbol."""

def call_kernel(source: Any, name: Any, launch: Any, *args: Any, format: Any = ..., backend_config: Any = ..., reference: Any = ...) -> Any:
    """Host code launches a kernel that comes as text, file or bytes."""

def call_packed(function: Any, *args: Any, ret: Any = "void") -> Any:
    """Calls a function of tvm-ffi's global registry by name; `ret` is the type of its result, which is dropped without it."""

def cast(value: Any, dtype: Any) -> Any:
    """The value converted to another type."""

def ceil(x: Any) -> Any:
    """Smallest integral value not below x."""

def ceildiv(a: Any, b: Any) -> Any:
    """The integer quotient, rounded up; b must be positive."""

def clz(x: Any) -> Any:
    """The number of leading zero bits; the width for 0."""
constexpr: Any

def copysign(magnitude: Any, sign: Any) -> Any:
    """The magnitude of the first with the sign of the second."""

def cos(x: Any) -> Any:
    """Cosine of x radians."""

def cosh(x: Any) -> Any:
    """Hyperbolic cosine."""

def ctz(x: Any) -> Any:
    """The number of trailing zero bits; the width for 0."""
class cuda:
    """The names of T.cuda."""

    @staticmethod
    def AccessPolicyWindow(base_ptr: Any, num_bytes: Any, hit_ratio: Any = None, hit_prop: Any = None, miss_prop: Any = None) -> Any:
        """How the L2 cache treats a range of addresses.
        base_ptr: Where the window begins.
        num_bytes: How long it is.
        hit_ratio: Share of its accesses that get `hit_prop`.
        """

    @staticmethod
    def BackendConfig(**keys: Any) -> Any:
        """The part of one backend in backend_config=, as a dict."""

    @staticmethod
    def KernelAttributes(min_blocks_per_sm: Any = None, max_blocks_per_cluster: Any = None, max_registers_per_thread: Any = None, required_block_size: Any = None, required_cluster_size: Any = None) -> Any:
        """What the compiler may assume of every launch of the kernel.
        min_blocks_per_sm: Blocks that shall fit on a multiprocessor at once.
        required_block_size: The kernel is compiled for this block size and no other.
        required_cluster_size: The kernel is compiled for this cluster size and no other.
        """

    @staticmethod
    def LaunchCompletionEvent(event: Any, flags: Any = None) -> Any:
        """An event recorded when all blocks have begun."""

    @staticmethod
    def LaunchConfig(grid: Any, block: Any, cluster: Any = None, preferred_cluster: Any = None, dynamic_smem_bytes: Any = None, stream: Any = None, cooperative: Any = None, programmatic_stream_serialization: Any = None, cluster_scheduling_policy: Any = None, priority: Any = None, mem_sync_domain: Any = None, mem_sync_domain_map: Any = None, access_policy_window: Any = None, preferred_shared_memory_carveout: Any = None, nvlink_util_centric_scheduling: Any = None, portable_cluster_size_mode: Any = None, shared_memory_mode: Any = None, programmatic_event: Any = None, launch_completion_event: Any = None) -> Any:
        """How a device entry is launched, with everything that CUDA adds.
        cluster: Blocks of a cluster; None is not a cluster of one block.
        preferred_shared_memory_carveout: Percent of the unified memory.
        """

    @staticmethod
    def MemSyncDomainMap(default: Any = None, remote: Any = None) -> Any:
        """Numbers of the memory synchronisation domains.
        default: The domain that `default` launches use.
        remote: The domain that `remote` launches use.
        """

    @staticmethod
    def ProgrammaticEvent(event: Any, flags: Any = None, trigger_at_block_start: Any = None) -> Any:
        """An event that blocks trigger by themselves."""

    @staticmethod
    def __activemask() -> Any:
        """The lanes of the warp that are executing this together.
        The same as `T.cuda.activemask`.
        """

    @staticmethod
    def __shfl_down_sync(mask: Any, value: Any, delta: Any, width: Any = 32) -> Any:
        """The value of the lane `delta` above; lanes without one keep their own.
        The same as `T.cuda.shfl_down_sync`.
        """

    @staticmethod
    def __shfl_sync(mask: Any, value: Any, lane: Any, width: Any = 32) -> Any:
        """The value of the given lane of the part.
        The same as `T.cuda.shfl_sync`.
        """

    @staticmethod
    def __shfl_up_sync(mask: Any, value: Any, delta: Any, width: Any = 32) -> Any:
        """The value of the lane `delta` below; lanes without one keep their own.
        The same as `T.cuda.shfl_up_sync`.
        """

    @staticmethod
    def __shfl_xor_sync(mask: Any, value: Any, lane_mask: Any, width: Any = 32) -> Any:
        """The value of the lane whose id is this one's xor `lane_mask`.
        The same as `T.cuda.shfl_xor_sync`.
        """

    @staticmethod
    def activemask() -> Any:
        """The lanes of the warp that are executing this together."""

    @staticmethod
    def all_sync(mask: Any, predicate: Any) -> Any:
        """Whether the predicate holds in every lane of the mask."""

    @staticmethod
    def any_sync(mask: Any, predicate: Any) -> Any:
        """Whether the predicate holds in some lane of the mask."""

    @staticmethod
    def atomic_add(element: Any, value: Any, scope: Any = "device") -> Any:
        """Adds to the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_add`.
        """

    @staticmethod
    def atomic_and(element: Any, value: Any, scope: Any = "device") -> Any:
        """Bitwise and into the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_and`.
        """

    @staticmethod
    def atomic_cas(element: Any, expected: Any, value: Any, scope: Any = "device") -> Any:
        """Replaces the element if its bits are those of `expected`; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_cas`.
        """

    @staticmethod
    def atomic_exchange(element: Any, value: Any, scope: Any = "device") -> Any:
        """Replaces the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_exchange`.
        """

    @staticmethod
    def atomic_max(element: Any, value: Any, scope: Any = "device") -> Any:
        """Maximum into the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_max`.
        """

    @staticmethod
    def atomic_min(element: Any, value: Any, scope: Any = "device") -> Any:
        """Minimum into the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_min`.
        """

    @staticmethod
    def atomic_or(element: Any, value: Any, scope: Any = "device") -> Any:
        """Bitwise or into the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_or`.
        """

    @staticmethod
    def atomic_xor(element: Any, value: Any, scope: Any = "device") -> Any:
        """Bitwise exclusive or into the element; gives its value before.
        scope: block, device, system
        The same as `T.gpu.atomic_xor`.
        """

    @staticmethod
    def ballot_sync(mask: Any, predicate: Any) -> Any:
        """Bit i says whether the predicate holds in lane i of the mask."""

    @staticmethod
    def bar_arrive(barrier: Any, threads: Any) -> Any:
        """Comes to such a barrier without waiting."""

    @staticmethod
    def bar_sync(barrier: Any, threads: Any) -> Any:
        """Waits at barrier 1 to 15 of the block until so many threads have come, whole warps."""

    @staticmethod
    def bfloat1622float2(pair: Any) -> Any:
        """Such a word as two float32."""

    @staticmethod
    def bfloat162float(x: Any) -> Any:
        """A bfloat16 as float32."""

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
    def cast_rounded(x: Any, dtype: Any, rounding: Any = "rn") -> Any:
        """A conversion that rounds to nearest even, to zero, up or down; to integers it saturates.
        rounding: rn, rz, ru, rd
        """

    @staticmethod
    def clock() -> Any:
        """The low word of the multiprocessor's cycle counter."""

    @staticmethod
    def clock64() -> Any:
        """The multiprocessor's cycle counter."""

    @staticmethod
    def cluster_arrive() -> Any:
        """Comes to the barrier of the cluster without waiting.
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_cta_id(axis: Any) -> Any:
        """Index of the block in its cluster.
        axis: x, y, z
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_cta_rank() -> Any:
        """Index of the block in its cluster, x running fastest.
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_dim(axis: Any) -> Any:
        """Blocks of a cluster.
        axis: x, y, z
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_grid_dim(axis: Any) -> Any:
        """Clusters of the grid.
        axis: x, y, z
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_id(axis: Any) -> Any:
        """Index of the cluster in the grid.
        axis: x, y, z
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_size() -> Any:
        """Blocks of a cluster, all dimensions together.
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_sync() -> Any:
        """Barrier of all threads of the cluster.
        Needs sm_90 or later.
        """

    @staticmethod
    def cluster_wait() -> Any:
        """Waits until all threads of the cluster have come.
        Needs sm_90 or later.
        """

    @staticmethod
    def cta_max(value: Any) -> Any:
        """Maximum over all threads of the block, in every thread; a barrier.
        The same as `T.gpu.block_max`.
        """

    @staticmethod
    def cta_min(value: Any) -> Any:
        """Minimum over all threads of the block, in every thread; a barrier.
        The same as `T.gpu.block_min`.
        """

    @staticmethod
    def cta_pair_id() -> Any:
        """Index of the block in its pair: the lowest bit of its rank in the cluster.
        Needs sm_90 or later.
        """

    @staticmethod
    def cta_reduce(value: Any, op: Any, num_warps: Any, scratch: Any) -> Any:
        """Sum, maximum or minimum over the warps of the block, in every thread; `scratch` is shared memory for one value a warp. A barrier.
        op: sum, max, min
        """

    @staticmethod
    def cta_sum(value: Any) -> Any:
        """Sum over all threads of the block, in every thread; a barrier.
        The same as `T.gpu.block_sum`.
        """

    @staticmethod
    def cta_sync() -> Any:
        """Barrier of the block; every thread of it must arrive.
        The same as `T.gpu.sync`.
        """

    @staticmethod
    def cvta_generic_to_shared(address: Any) -> Any:
        """The address of shared memory as instructions take it."""

    @staticmethod
    def dp4a(a: Any, b: Any, c: Any) -> Any:
        """c plus the sum of the products of the four bytes of a and b.
        Needs sm_61 or later.
        """

    @staticmethod
    def elect_sync() -> Any:
        """True in one lane of the warp, which must be whole: the first.
        Needs sm_90 or later.
        """

    @staticmethod
    def fadd2_rn(a: Any, b: Any) -> Any:
        """Two sums of float32."""

    @staticmethod
    def fast_cos(x: Any) -> Any:
        """Cosine, roughly."""

    @staticmethod
    def fast_exp(x: Any) -> Any:
        """e to the power x, roughly."""

    @staticmethod
    def fast_exp10(x: Any) -> Any:
        """10 to the power x, roughly."""

    @staticmethod
    def fast_log(x: Any) -> Any:
        """Natural logarithm, roughly."""

    @staticmethod
    def fast_log10(x: Any) -> Any:
        """Logarithm to base 10, roughly."""

    @staticmethod
    def fast_log2(x: Any) -> Any:
        """Logarithm to base 2, roughly."""

    @staticmethod
    def fast_pow(x: Any, y: Any) -> Any:
        """x to the power y, roughly."""

    @staticmethod
    def fast_sin(x: Any) -> Any:
        """Sine, roughly."""

    @staticmethod
    def fast_tan(x: Any) -> Any:
        """Tangent, roughly."""

    @staticmethod
    def fdividef(x: Any, y: Any) -> Any:
        """x / y, roughly; 0 where y is beyond 2**126."""

    @staticmethod
    def fence(order: Any = "acq_rel", scope: Any = "device") -> Any:
        """Orders accesses before and after it; acquire and release are both acq_rel in hardware.
        order: acquire, release, acq_rel, sc
        scope: block, cluster, device, system
        Needs sm_70 or later.
        """

    @staticmethod
    def ffma2_rn(a: Any, b: Any, c: Any) -> Any:
        """Two products plus sums of float32, each rounded once."""

    @staticmethod
    def ffs(x: Any) -> Any:
        """The position of the lowest one bit, counted from 1; 0 when there is none."""

    @staticmethod
    def ffs_u32(x: Any) -> Any:
        """The position of the lowest one bit, counted from 1; 0 when there is none.
        The same as `T.cuda.ffs`.
        """

    @staticmethod
    def float22bfloat162_rn(x: Any, y: Any) -> Any:
        """Two float32 as bfloat16 in one word of 32 bits, x in the low half."""

    @staticmethod
    def float22bfloat162_rn_from_float2(pair: Any) -> Any:
        """Likewise, from a pair."""

    @staticmethod
    def float22half2(dst: Any, src: Any) -> Any:
        """Two neighbours in memory as float16; aligned to their size on both sides."""

    @staticmethod
    def float22half2_rn(x: Any, y: Any) -> Any:
        """Two float32 as float16 in one word of 32 bits, x in the low half."""

    @staticmethod
    def float2_x(pair: Any) -> Any:
        """The low half of such a word."""

    @staticmethod
    def float2_y(pair: Any) -> Any:
        """The high half of such a word."""

    @staticmethod
    def float8tohalf8(src: Any, dst: Any) -> Any:
        """Eight neighbours in memory as float16; aligned to 16 bytes on both sides."""

    @staticmethod
    def float_as_int(x: Any) -> Any:
        """The bits of a float32."""

    @staticmethod
    def float_as_uint(x: Any) -> Any:
        """The bits of a float32."""

    @staticmethod
    def fmul2_rn(a: Any, b: Any) -> Any:
        """Two products of float32."""

    @staticmethod
    def fp8x4_e4m3_from_float4(x: Any, y: Any, z: Any, w: Any) -> Any:
        """Four float32 as float8_e4m3fn in one word, x lowest; saturating."""

    @staticmethod
    def func_call(function: Any, *args: Any, return_type: Any = "void", source_code: Any = None, reference: Any = None) -> Any:
        """Calls a function given as CUDA text, which stands once in the file; the simulator runs `reference`, a function of the script."""

    @staticmethod
    def globaltimer() -> Any:
        """Nanoseconds, the same on all multiprocessors."""

    @staticmethod
    def grid_dim(axis: Any) -> Any:
        """Blocks in the grid.
        axis: x, y, z
        The same as `T.gpu.grid_dim`.
        """

    @staticmethod
    def grid_sync() -> Any:
        """Barrier of the grid, which must be launched with `cooperative`."""

    @staticmethod
    def hadd2(a: Any, b: Any) -> Any:
        """Two sums of bfloat16."""

    @staticmethod
    def half22float2(pair: Any) -> Any:
        """Such a word as two float32."""

    @staticmethod
    def half2float(x: Any) -> Any:
        """A float16 as float32."""

    @staticmethod
    def half8tofloat8(src: Any, dst: Any) -> Any:
        """Eight neighbours in memory as float32; aligned to 16 bytes on both sides."""

    @staticmethod
    def hmax2(a: Any, b: Any) -> Any:
        """Two maxima of bfloat16."""

    @staticmethod
    def hmin2(a: Any, b: Any) -> Any:
        """Two minima of bfloat16."""

    @staticmethod
    def hmul2(a: Any, b: Any) -> Any:
        """Two products of bfloat16."""

    @staticmethod
    def int_as_float(x: Any) -> Any:
        """The float32 of these bits."""

    @staticmethod
    def is_constant(address: Any) -> Any:
        """Whether the address is in constant memory."""

    @staticmethod
    def is_global(address: Any) -> Any:
        """Whether the address is in global memory."""

    @staticmethod
    def is_local(address: Any) -> Any:
        """Whether the address is in local memory."""

    @staticmethod
    def is_shared(address: Any) -> Any:
        """Whether the address is in shared memory."""

    @staticmethod
    def lane_id() -> Any:
        """Index of the thread in its subgroup.
        The same as `T.gpu.lane_id`.
        """

    @staticmethod
    def ldg(element: Any) -> Any:
        """Loads an element, or a vector of them, that nobody writes while the kernel runs, through the read-only cache."""

    @staticmethod
    def linear_thread_id() -> Any:
        """x + y * block_dim.x + z * block_dim.x * block_dim.y.
        The same as `T.gpu.linear_thread_id`.
        """

    @staticmethod
    def make_float2(x: Any, y: Any) -> Any:
        """Two float32 in one word of 64 bits, x in the low half."""

    @staticmethod
    def map_shared_rank(address: Any, rank: Any) -> Any:
        """The same place in the shared memory of another block of the cluster.
        Needs sm_90 or later.
        """

    @staticmethod
    def match_all_sync(mask: Any, value: Any) -> Any:
        """The mask if all of its lanes hold the same bits, otherwise 0.
        Needs sm_70 or later.
        """

    @staticmethod
    def match_any_sync(mask: Any, value: Any) -> Any:
        """The lanes of the mask that hold the same bits as this one.
        Needs sm_70 or later.
        """

    @staticmethod
    def mov_sreg(bits: Any, name: Any) -> Any:
        """A special register, 32 or 64 bits wide.
        name: tid.x, tid.y, tid.z, ntid.x, ntid.y, ntid.z, laneid, warpid, nwarpid, ctaid.x, ctaid.y, ctaid.z, nctaid.x, nctaid.y, nctaid.z, smid, nsmid, gridid, is_explicit_cluster, clusterid.x, clusterid.y, clusterid.z, nclusterid.x, nclusterid.y, nclusterid.z, cluster_ctaid.x, cluster_ctaid.y, cluster_ctaid.z, cluster_nctaid.x, cluster_nctaid.y, cluster_nctaid.z, cluster_ctarank, cluster_nctarank, lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge, lanemask_gt, clock, clock_hi, clock64, globaltimer, globaltimer_lo, globaltimer_hi, total_smem_size, dynamic_smem_size
        """

    @staticmethod
    def nano_sleep(nanoseconds: Any) -> Any:
        """Suspends the thread for about that long.
        Needs sm_70 or later.
        The same as `T.cuda.nanosleep`.
        """

    @staticmethod
    def nanosleep(nanoseconds: Any) -> Any:
        """Suspends the thread for about that long.
        Needs sm_70 or later.
        """

    @staticmethod
    def printf(format: Any, *args: Any) -> Any:
        """Prints each thread's values as C's printf does; which thread goes first is open.
        The same as `T.gpu.printf`.
        """

    @staticmethod
    def rcp_rn(x: Any) -> Any:
        """1 / x, correctly rounded."""

    @staticmethod
    def reduce_add_sync(mask: Any, value: Any) -> Any:
        """Sum over the lanes of the mask.
        Needs sm_80 or later.
        """

    @staticmethod
    def reduce_add_sync_u32(mask: Any, value: Any) -> Any:
        """Sum over the lanes of the mask.
        Needs sm_80 or later.
        The same as `T.cuda.reduce_add_sync`.
        """

    @staticmethod
    def reduce_and_sync(mask: Any, value: Any) -> Any:
        """Bitwise and over the lanes of the mask.
        Needs sm_80 or later.
        """

    @staticmethod
    def reduce_max_sync(mask: Any, value: Any) -> Any:
        """Maximum over the lanes of the mask.
        Needs sm_80 or later.
        """

    @staticmethod
    def reduce_min_sync(mask: Any, value: Any) -> Any:
        """Minimum over the lanes of the mask.
        Needs sm_80 or later.
        """

    @staticmethod
    def reduce_min_sync_u32(mask: Any, value: Any) -> Any:
        """Minimum over the lanes of the mask.
        Needs sm_80 or later.
        The same as `T.cuda.reduce_min_sync`.
        """

    @staticmethod
    def reduce_or_sync(mask: Any, value: Any) -> Any:
        """Bitwise or over the lanes of the mask.
        Needs sm_80 or later.
        """

    @staticmethod
    def reduce_xor_sync(mask: Any, value: Any) -> Any:
        """Bitwise exclusive or over the lanes of the mask.
        Needs sm_80 or later.
        """

    @staticmethod
    def rsqrt_rn(x: Any) -> Any:
        """1 / sqrt(x), correctly rounded."""

    @staticmethod
    def saturate(x: Any) -> Any:
        """x limited to 0..1; NaN gives 0."""

    @staticmethod
    def shfl_down_sync(mask: Any, value: Any, delta: Any, width: Any = 32) -> Any:
        """The value of the lane `delta` above; lanes without one keep their own."""

    @staticmethod
    def shfl_sync(mask: Any, value: Any, lane: Any, width: Any = 32) -> Any:
        """The value of the given lane of the part."""

    @staticmethod
    def shfl_up_sync(mask: Any, value: Any, delta: Any, width: Any = 32) -> Any:
        """The value of the lane `delta` below; lanes without one keep their own."""

    @staticmethod
    def shfl_xor_sync(mask: Any, value: Any, lane_mask: Any, width: Any = 32) -> Any:
        """The value of the lane whose id is this one's xor `lane_mask`."""

    @staticmethod
    def smem_addr_from_uint64(address: Any) -> Any:
        """The low 32 bits of an address."""

    @staticmethod
    def syncthreads_and(predicate: Any) -> Any:
        """A barrier of the block. Whether the predicate holds in every thread."""

    @staticmethod
    def syncthreads_count(predicate: Any) -> Any:
        """A barrier of the block. In how many threads the predicate holds."""

    @staticmethod
    def syncthreads_or(predicate: Any) -> Any:
        """A barrier of the block. Whether the predicate holds in some thread."""

    @staticmethod
    def syncwarp(mask: Any) -> Any:
        """Barrier of the lanes in `mask`."""

    @staticmethod
    def thread_fence() -> Any:
        """Orders this thread's accesses before and after it for the whole device.
        The same as `T.cuda.threadfence`.
        """

    @staticmethod
    def thread_idx(axis: Any) -> Any:
        """Index of the thread in its block.
        axis: x, y, z
        The same as `T.gpu.thread_idx`.
        """

    @staticmethod
    def thread_in_warpgroup() -> Any:
        """Index of the thread in its warpgroup."""

    @staticmethod
    def thread_rank() -> Any:
        """x + y * block_dim.x + z * block_dim.x * block_dim.y.
        The same as `T.gpu.linear_thread_id`.
        """

    @staticmethod
    def threadfence() -> Any:
        """Orders this thread's accesses before and after it for the whole device."""

    @staticmethod
    def threadfence_block() -> Any:
        """Orders this thread's accesses before and after it for the whole block."""

    @staticmethod
    def threadfence_system() -> Any:
        """Orders this thread's accesses before and after it for the whole system."""

    @staticmethod
    def trap() -> Any:
        """Stops the kernel; the launch fails."""

    @staticmethod
    def trap_when_assert_failed(condition: Any) -> Any:
        """Stops the kernel unless the condition holds."""

    @staticmethod
    def uint_as_float(x: Any) -> Any:
        """The float32 of these bits."""

    @staticmethod
    def uni_sync(mask: Any, predicate: Any) -> Any:
        """Whether the predicate is the same in every lane of the mask."""

    @staticmethod
    def warp_id() -> Any:
        """Index of the warp in its block."""

    @staticmethod
    def warp_in_warpgroup() -> Any:
        """Index of the warp in its warpgroup."""

    @staticmethod
    def warp_max(value: Any, width: Any = 32) -> Any:
        """Maximum over parts of `width` lanes, in every lane."""

    @staticmethod
    def warp_min(value: Any, width: Any = 32) -> Any:
        """Minimum over parts of `width` lanes, in every lane."""

    @staticmethod
    def warp_reduce(value: Any, op: Any, width: Any = 32) -> Any:
        """Sum, maximum or minimum over parts of `width` lanes, in every lane.
        op: sum, max, min
        """

    @staticmethod
    def warp_sum(value: Any, width: Any = 32) -> Any:
        """Sum over parts of `width` lanes, in every lane."""

    @staticmethod
    def warp_sync() -> Any:
        """Barrier of the subgroup.
        The same as `T.gpu.subgroup_sync`.
        """

    @staticmethod
    def warpgroup_id() -> Any:
        """Index of the warpgroup, four warps, in its block."""

    @staticmethod
    def warpgroup_sync(barrier: Any) -> Any:
        """Barrier of 128 threads, by number from 1 to 15."""

def decl_tensor(shape: Any, dtype: Any, *, data: Any, scope: Any = ..., strides: Any = ..., elem_offset: Any = ..., align: Any = ...) -> Any:
    """A view of the memory at a pointer."""

def device_entry(*, launch: Any, kernel_attrs: Any = ..., backend_config: Any = ..., target: Any = ...) -> Any:
    """The body runs on the device."""

def erf(x: Any) -> Any:
    """Error function."""

def evaluate(value: Any) -> Any:
    """A statement that evaluates an expression."""

def exp(x: Any) -> Any:
    """e to the power x."""

def exp10(x: Any) -> Any:
    """10 to the power x."""

def exp2(x: Any) -> Any:
    """2 to the power x."""

def expm1(x: Any) -> Any:
    """e to the power x, less 1; exact near 0."""

def external_kernel(kernel: Any, *args: Any, format: Any = None, source: Any = None, image: Any = None, reference: Any = None) -> Any:
    """Stands for a device entry whose kernel comes from outside, as text or, in Base64, as a binary; written as T.call_kernel."""

def fabs(x: Any) -> Any:
    """Absolute value.
    The same as `T.abs`.
    """
float16: Any
float32: Any
float4_e2m1fn: Any
float64: Any
float6_e2m3fn: Any
float6_e3m2fn: Any
float8_e3m4: Any
float8_e4m3: Any
float8_e4m3b11fnuz: Any
float8_e4m3fn: Any
float8_e4m3fnuz: Any
float8_e5m2: Any
float8_e5m2fnuz: Any
float8_e8m0fnu: Any

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
    def LaunchConfig(grid: Any, block: Any, dynamic_smem_bytes: Any = None) -> Any:
        """How a device entry is launched.
        grid: Blocks along x, y, z.
        block: Threads of a block along x, y, z.
        dynamic_smem_bytes: Bytes of dynamic shared memory; what the kernel's tensor of that scope needs, when left out.
        """

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
    def atomic_and(element: Any, value: Any, scope: Any = "device") -> Any:
        """Bitwise and into the element; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def atomic_cas(element: Any, expected: Any, value: Any, scope: Any = "device") -> Any:
        """Replaces the element if its bits are those of `expected`; gives its value before.
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
    def atomic_or(element: Any, value: Any, scope: Any = "device") -> Any:
        """Bitwise or into the element; gives its value before.
        scope: block, device, system
        """

    @staticmethod
    def atomic_xor(element: Any, value: Any, scope: Any = "device") -> Any:
        """Bitwise exclusive or into the element; gives its value before.
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
    def block_max(value: Any) -> Any:
        """Maximum over all threads of the block, in every thread; a barrier."""

    @staticmethod
    def block_min(value: Any) -> Any:
        """Minimum over all threads of the block, in every thread; a barrier."""

    @staticmethod
    def block_sum(value: Any) -> Any:
        """Sum over all threads of the block, in every thread; a barrier."""

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
    def printf(format: Any, *args: Any) -> Any:
        """Prints each thread's values as C's printf does; which thread goes first is open."""

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
    def thread_allreduce(value: Any, reducer: Any, axes: Any = "x") -> Any:
        """The reduction over the threads that differ along the axes alone, in each of them; a barrier.
        reducer: sum, prod, min, max, and, or, xor
        axes: x, y, z, xy, xz, yz, xyz
        """

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
    def arg_tensor_map(index: Any, name: Any) -> Any:
        """The tensor map argument: a pointer to its 128 bytes."""

    @staticmethod
    def check_tensor(index: Any, tensor: Any, device_id: Any, byte_offset: Any, *expected: Any, strided: Any = False, on_device: Any = False, alignment: Any = 1) -> Any:
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

def hypot(x: Any, y: Any) -> Any:
    """sqrt(x * x + y * y), without overflow on the way."""

def if_then_else(condition: Any, then_value: Any, else_value: Any) -> Any:
    """One of two values; only that one is evaluated."""

def infinity(dtype: Any) -> Any:
    """Infinity of a float type."""

int1: Any
int16: Any
int32: Any
int4: Any
int64: Any
int8: Any

def isfinite(x: Any) -> Any:
    """Whether x is neither infinite nor NaN."""

def isinf(x: Any) -> Any:
    """Whether x is an infinity."""

def isnan(x: Any) -> Any:
    """Whether x is not a number."""

def isnullptr(pointer: Any) -> Any:
    """Whether the pointer is null."""
jit: Any

def launch_kernel(kernel: Any, *args: Any) -> Any:
    """Launches a kernel of the module."""

def launch_thread(thread: Any, extent: Any) -> Any:
    """with T.launch_thread("threadIdx.x", 32) as tx: the outermost nest of these is a device entry."""

def ldexp(x: Any, exponent: Any) -> Any:
    """x * 2 ** exponent."""
let: Any

def likely(condition: Any) -> Any:
    """The condition, which mostly holds."""

def log(x: Any) -> Any:
    """Natural logarithm."""

def log10(x: Any) -> Any:
    """Logarithm to base 10."""

def log1p(x: Any) -> Any:
    """Natural logarithm of 1 + x; exact near 0."""

def log2(x: Any) -> Any:
    """Logarithm to base 2."""

def masked_load(element: Any, mask: Any, fallback: Any) -> Any:
    """The element, or a vector of them, where the mask holds; elsewhere `fallback`, and nothing is read."""

def masked_store(element: Any, value: Any, mask: Any) -> Any:
    """Stores to the element, or to a vector of them, where the mask holds."""

def max(*values: Any) -> Any:
    """The largest value."""

def max_value(dtype: Any) -> Any:
    """The largest finite value of a type."""
meta_class: Any

def meta_var(value: Any) -> Any:
    """The value, which a name then stands for without being bound to it."""

def min(*values: Any) -> Any:
    """The smallest value."""

def min_value(dtype: Any) -> Any:
    """The smallest finite value of a type."""

def nearbyint(x: Any) -> Any:
    """Nearest integral value, ties to even.
    The same as `T.round`.
    """

def nextafter(x: Any, towards: Any) -> Any:
    """The neighbour of x in its type on the side of the second."""

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

def prefetch(element: Any) -> Any:
    """Says that the element will be read; nothing is read now."""

def ptr_byte_offset(pointer: Any, bytes: Any, dtype: Any) -> Any:
    """The pointer `bytes` further on, to elements of `dtype`."""

def q_multiply_shift(x: Any, y: Any, q: Any, s: Any) -> Any:
    """x * y / 2 ** (q - s) for q - s from 0 to 62, rounded to nearest, ties upwards; the low 32 bits."""

def ref(cell: Any) -> Any:
    """A cell as the tensor that it is."""

def region(op: Any, *args: Any, attrs: Any = ..., types: Any = ...) -> Any:
    """A region statement of any operation."""

def reinterpret(dtype: Any, value: Any) -> Any:
    """The same bits as another type; a type below 8 bits is the low ones of a byte."""

def round(x: Any) -> Any:
    """Nearest integral value, ties to even."""

def rsqrt(x: Any) -> Any:
    """1 / sqrt(x)."""

def serial(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ..., unroll: Any = ...) -> Any:
    """A loop; unroll= is True, False, or by how many iterations the device compiler unrolls it."""

def sigmoid(x: Any) -> Any:
    """1 / (1 + exp(-x))."""

def sin(x: Any) -> Any:
    """Sine of x radians."""

def sinh(x: Any) -> Any:
    """Hyperbolic sine."""

def sqrt(x: Any) -> Any:
    """Square root."""

def static_assert(condition: Any, message: Any = ...) -> Any:
    """A condition that must hold while compiling."""

def static_range(start: Any, stop: Any = ..., step: Any = ...) -> Any:
    """A loop that is unrolled while compiling."""

def tan(x: Any) -> Any:
    """Tangent of x radians."""

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

def tensormap_encode_tiled(dtype: Any, address: Any, *numbers: Any, format: Any = "own", interleave: Any = "none", swizzle: Any = "none", l2_promotion: Any = "none", oob_fill: Any = "zeros") -> Any:
    """A tensor map, to be captured by a kernel: *extents, *strides in bytes (not the innermost's), *box, *element_strides, each innermost first; the host checks the driver's rules.
    format: own, float32_ftz, tf32, tf32_ftz, 16u4_align8b, 16u4_align16b, 16u6_align16b
    interleave: none, 16B, 32B
    swizzle: none, 32B, 64B, 128B, 128B_atom_32B, 128B_atom_32B_flip_8B, 128B_atom_64B
    l2_promotion: none, 64B, 128B, 256B
    oob_fill: zeros, nan
    """

def thread_binding(extent: Any, thread: Any) -> Any:
    """for tx in T.thread_binding(32, "threadIdx.x"): the outermost nest of these is a device entry."""

def trunc(x: Any) -> Any:
    """x without its fraction."""

def truncdiv(a: Any, b: Any) -> Any:
    """The integer quotient, rounded towards zero."""

def truncmod(a: Any, b: Any) -> Any:
    """The remainder that belongs to truncdiv."""
uint1: Any
uint16: Any
uint32: Any
uint4: Any
uint64: Any
uint8: Any

def undef(dtype: Any = "int32") -> Any:
    """Some value, the same wherever it is used; nothing may depend on which."""

def unroll(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ...) -> Any:
    """A loop that the code generator unrolls."""

def vectorized(start: Any, stop: Any = ..., step: Any = ..., *, extent: Any = ..., annotations: Any = ..., dtype: Any = ...) -> Any:
    """A loop whose iterations become lanes."""
void: Any

// SPDX-License-Identifier: Apache-2.0
// What stands at the head of a generated file when something in it needs it.
#include "backends/opencl/codegen/rows.h"

namespace tirx::opencl {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
// Compare-and-swap until nobody came between. `next` is of `x` and of the value `seen`, both float.
#define TIRX_FLOAT_ATOMIC(update, space, next)                                                        \
    {.name = "atomic_" update "_" space,                                                              \
     .text = "{fn} float atomic_" update "_" space "_f32(volatile __" space " float* p, float x) {\n" \
             "  int old = *(volatile __" space " int*)p, seen;\n"                                   \
             "  do {\n"                                                                             \
             "    seen = old;\n"                                                                    \
             "    old = atomic_cmpxchg((volatile __" space " int*)p, seen, as_int(" next "));\n"    \
             "  } while (old != seen);\n"                                                           \
             "  return as_float(old);\n"                                                            \
             "}"}

constexpr PreludeRow kRows[] = {
    {.name = "fp64", .text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable", .types_are_defined_first = false},
    {.name = "linear_thread_id",
     .text = "{fn} int linear_thread_id(void) {\n"
             "  return (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));\n"
             "}"},
    // e to the power -x overflows long before the result is 0.
    {.name = "sigmoid",
     .text = "{fn} {T} sigmoid_{t}({T} x) {\n"
             "  {T} t = exp(-fabs(x));\n"
             "  return (x < 0 ? t : 1) / (1 + t);\n"
             "}"},
    // The ones below the lowest one; all of them for 0.
    {.name = "ctz", .text = "{fn} {T} ctz_{t}({T} x) { return popcount(({T})(~x & ({T})(x - 1))); }"},
    {.name = "q_multiply_shift",
     .text = "{fn} int q_multiply_shift(int x, int y, int q, int s) {\n"
             "  long round = q > s ? 1L << (q - s - 1) : 0;\n"
             "  return (int)(((long)x * y + round) >> (q - s));\n"
             "}"},
    {.name = "select", .text = "{fn} {T} select_{t}(bool condition, {T} a, {T} b) { return condition ? a : b; }"},
    {.name = "reinterpret",
     .text = "{fn} {T} reinterpret_{f}_{t}({F} x) {\n"
             "  union { {F} from; {T} to; } both;\n"
             "  both.from = x;\n"
             "  return both.to;\n"
             "}"},
    // Values of 16-bit floats are kept as their bits. vload_half and vstore_half need no extension (6.12.7).
    {.name = "f16_to_f32", .text = "{fn} float f16_to_f32(ushort x) { return vload_half(0, (const half*)&x); }"},
    {.name = "f32_to_f16",
     .text = "{fn} ushort f32_to_f16(float x) {\n"
             "  ushort y;\n"
             "  vstore_half_rte(x, 0, (half*)&y);\n"
             "  return y;\n"
             "}"},
    {.name = "bf16_to_f32", .text = "{fn} float bf16_to_f32(ushort x) { return as_float((uint)x << 16); }"},
    // To nearest, ties to even; a NaN stays one.
    {.name = "f32_to_bf16",
     .text = "{fn} ushort f32_to_bf16(float x) {\n"
             "  uint bits = as_uint(x);\n"
             "  if (isnan(x)) return 0x7fc0;\n"
             "  return (ushort)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);\n"
             "}"},
    // Rounding to odd: a later rounding to fewer digits is right (Boldo and Melquiond, IEEE Transactions on Computers
    // 57(4)).
    {.name = "to_odd",
     .text = "{fn} float {f}_to_odd({F} x) {\n"
             "  float y = convert_float_rtz(x);\n"
             "  return convert_{F}_rtz(y) == x ? y : as_float(as_uint(y) | 1);\n"
             "}"},
    // Of 16-bit floats, whose values as float32 have at most 11 digits: a * b + c rounded to odd, in integers, since
    // double is optional. The one whose last digit stands higher is taken up to 40 places down; what the other one
    // has below that only says that there is something.
    {.name = "shift_to_odd",
     .text = "{fn} ulong shift_to_odd(ulong x, int places) {\n"
             "  if (places > 63) return x != 0;\n"
             "  return x >> places | ((x & ((1UL << places) - 1)) != 0);\n"
             "}"},
    {.name = "digits_of_half",
     .text = "{fn} long digits_of_half(float x, int* last) {\n"
             "  uint bits = as_uint(x), exponent = bits >> 23 & 0xff;\n"
             "  *last = (int)max(exponent, 1u) - 137;\n"
             "  return (bits & 0x7fffff | (exponent ? 0x800000 : 0)) >> 13;\n"
             "}"},
    {.name = "fma_to_odd",
     .text = "{fn} float fma_to_odd(float a, float b, float c) {\n"
             "  if (!isfinite(a) || !isfinite(b) || a == 0 || b == 0) return a * b + c;\n"
             "  if (!isfinite(c)) return c;\n"
             "  int last_a, last_b, last_c;\n"
             "  long product = digits_of_half(a, &last_a);\n"
             "  product *= digits_of_half(b, &last_b);\n"
             "  long addend = digits_of_half(c, &last_c);\n"
             "  int higher = last_c - (last_a + last_b), distance = (int)abs(higher), down = min(distance, 40);\n"
             "  int rest = distance - down, last = max(last_c, last_a + last_b) - down;\n"
             "  product = higher > 0 ? (long)shift_to_odd(product, rest) : product << down;\n"
             "  addend = higher > 0 ? addend << down : (long)shift_to_odd(addend, rest);\n"
             "  long sum = ((as_uint(a) ^ as_uint(b)) >> 31 ? -product : product) + (as_uint(c) >> 31 ? -addend : addend);\n"
             "  if (sum == 0) return 0.0f;\n"
             "  ulong digits = abs(sum);\n"
             "  int extra = max(max(40 - (int)clz(digits), -149 - last), 0);\n"
             "  return copysign(ldexp((float)shift_to_odd(digits, extra), last + extra), (float)sum);\n"
             "}", .needs = "shift_to_odd digits_of_half"},
    TIRX_FLOAT_ATOMIC("add", "local", "as_float(seen) + x"),
    TIRX_FLOAT_ATOMIC("add", "global", "as_float(seen) + x"),
    TIRX_FLOAT_ATOMIC("min", "local", "fmin(as_float(seen), x)"),
    TIRX_FLOAT_ATOMIC("min", "global", "fmin(as_float(seen), x)"),
    TIRX_FLOAT_ATOMIC("max", "local", "fmax(as_float(seen), x)"),
    TIRX_FLOAT_ATOMIC("max", "global", "fmax(as_float(seen), x)"),
};
// clang-format on

}  // namespace

std::span<const PreludeRow> PreludeRows() {
  return kRows;
}

}  // namespace tirx::opencl

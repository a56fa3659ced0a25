// SPDX-License-Identifier: Apache-2.0
// What stands at the head of a generated file when something in it needs it.
#include "backends/cpu/codegen/rows.h"

namespace tirx::cpu {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
// From floats to integers the language saturates and turns NaN into 0; in C, out of range is undefined. A double holds
// every value of at most 32 bits; beyond, the limits are the powers of two.
#define TIRX_SATURATE(short_name, type, below, least, above, most)                                              \
    {.name = "saturate_" short_name,                                                                            \
     .text = "{fn} " type " saturate_" short_name "(double x) {\n"                                              \
             "  return x != x ? 0 : x <= " below " ? " least " : x >= " above " ? " most " : (" type ")x;\n" \
             "}"}

// Updates until nobody came between. `next` is of `old` and of `x`.
#define TIRX_UPDATE(short_name, next_value)                                                                            \
    {.name = "atomic_" short_name,                                                                               \
     .text = "{fn} {T} atomic_" short_name "_{t}({T}* p, {T} x) {\n"                                             \
             "  {T} old, next;\n"                                                                          \
             "  __atomic_load(p, &old, __ATOMIC_RELAXED);\n"                                               \
             "  do {\n"                                                                                    \
             "    next = " next_value ";\n"                                                                      \
             "  } while (!__atomic_compare_exchange(p, &old, &next, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));\n" \
             "  return old;\n"                                                                             \
             "}"}

// The bits of an integer of any width, zeros before them.
#define TIRX_BITS "(unsigned long long)x & (~0ull >> (64 - 8 * (int)sizeof(x)))"

constexpr PreludeRow kRows[] = {
    {.name = "bool", .text = "#include <stdbool.h>", .types_are_defined_first = false},
    {.name = "alignas", .text = "#include <stdalign.h>", .types_are_defined_first = false},
    {.name = "math", .text = "#include <math.h>", .types_are_defined_first = false},
    {.name = "memcpy", .text = "#include <string.h>", .types_are_defined_first = false},
    {.name = "print", .text = "#include <stdio.h>", .types_are_defined_first = false},
    // Whoever loads the object fills it in; it does not return (runtime/loaded_object.h).
    {.name = "fail",
     .text = "__attribute__((noreturn)) void (*tirx_fail)(const char* format, ...);",
     .types_are_defined_first = false},
    TIRX_SATURATE("i8", "signed char", "-128", "-128", "127", "127"),
    TIRX_SATURATE("u8", "unsigned char", "0", "0", "255", "255"),
    TIRX_SATURATE("i16", "short", "-32768", "-32768", "32767", "32767"),
    TIRX_SATURATE("u16", "unsigned short", "0", "0", "65535", "65535"),
    TIRX_SATURATE("i32", "int", "-0x1p31", "-2147483647 - 1", "2147483647", "2147483647"),
    TIRX_SATURATE("u32", "unsigned int", "0", "0", "4294967295", "4294967295u"),
    TIRX_SATURATE("i64", "long long", "-0x1p63", "-9223372036854775807LL - 1", "0x1p63", "9223372036854775807LL"),
    TIRX_SATURATE("u64", "unsigned long long", "0", "0", "0x1p64", "18446744073709551615ULL"),
    // The operand that is not NaN; of two zeros the second.
    {"float_min", "{fn} {T} min_{t}({T} a, {T} b) { return a < b || b != b ? a : b; }"},
    {"float_max", "{fn} {T} max_{t}({T} a, {T} b) { return a > b || b != b ? a : b; }"},
    {"popcount", "{fn} {T} popcount_{t}({T} x) { return ({T})__builtin_popcountll(" TIRX_BITS "); }"},
    {"clz",
     "{fn} {T} clz_{t}({T} x) {\n"
     "  unsigned long long bits = " TIRX_BITS ";\n"
     "  int width = 8 * (int)sizeof(x);\n"
     "  return ({T})(bits ? __builtin_clzll(bits) - (64 - width) : width);\n"
     "}"},
    {"ctz",
     "{fn} {T} ctz_{t}({T} x) {\n"
     "  unsigned long long bits = " TIRX_BITS ";\n"
     "  return ({T})(bits ? __builtin_ctzll(bits) : 8 * (int)sizeof(x));\n"
     "}"},
    // 16-bit floats are kept as their bits; these conversions have no branches, so that they become vector
    // instructions. float16 to float32: shifted into place, a value is 2 ** 112 times too small, subnormal ones too.
    {.name = "f16_to_f32",
     .text = "{fn} float f16_to_f32(unsigned short x) {\n"
             "  unsigned bits = (x & 0x7fffu) << 13, sign = (x & 0x8000u) << 16;\n"
             "  float scaled;\n"
             "  memcpy(&scaled, &bits, 4);\n"
             "  scaled *= 0x1p112f;\n"
             "  unsigned finite, special = bits | 0x7f800000u;\n"
             "  memcpy(&finite, &scaled, 4);\n"
             "  unsigned result = sign | (bits >= 0x0f800000u ? special : finite);\n"
             "  float y;\n"
             "  memcpy(&y, &result, 4);\n"
             "  return y;\n"
             "}", .needs = "memcpy"},
    // To nearest, ties to even. Below 2 ** -14, adding 0.5 lets the addition round to the multiple of 2 ** -24.
    {.name = "f32_to_f16",
     .text = "{fn} unsigned short f32_to_f16(float x) {\n"
             "  unsigned all, small, half = 0x3f000000u;\n"
             "  memcpy(&all, &x, 4);\n"
             "  unsigned sign = all >> 16 & 0x8000u, bits = all & 0x7fffffffu;\n"
             "  float shifted, offset;\n"
             "  memcpy(&shifted, &bits, 4);\n"
             "  memcpy(&offset, &half, 4);\n"
             "  shifted += offset;\n"
             "  memcpy(&small, &shifted, 4);\n"
             "  unsigned normal = (bits - 0x38000000u + 0xfffu + (bits >> 13 & 1u)) >> 13;\n"
             "  unsigned finite = bits < 0x38800000u ? small - half : normal;\n"
             "  unsigned result = bits > 0x7f800000u ? 0x7e00u : bits >= 0x477ff000u ? 0x7c00u : finite;\n"
             "  return (unsigned short)(sign | result);\n"
             "}", .needs = "memcpy"},
    {.name = "bf16_to_f32",
     .text = "{fn} float bf16_to_f32(unsigned short x) {\n"
             "  unsigned bits = (unsigned)x << 16;\n"
             "  float y;\n"
             "  memcpy(&y, &bits, 4);\n"
             "  return y;\n"
             "}", .needs = "memcpy"},
    {.name = "f32_to_bf16",
     .text = "{fn} unsigned short f32_to_bf16(float x) {\n"
             "  unsigned bits;\n"
             "  memcpy(&bits, &x, 4);\n"
             "  unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;\n"
             "  return (unsigned short)((bits & 0x7fffffffu) > 0x7f800000u ? (bits >> 16 & 0x8000u) | 0x7fc0u : rounded);\n"
             "}", .needs = "memcpy"},
    // Rounding to odd keeps what a later rounding to fewer digits needs (Boldo and Melquiond, "Emulation of FMA and
    // correctly rounded sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57(4)).
    {.name = "f64_to_odd",
     .text = "{fn} float f64_to_odd(double x) {\n"
             "  float y = (float)x;\n"
             "  unsigned bits;\n"
             "  memcpy(&bits, &y, 4);\n"
             "  double back = y, size = x < 0 ? -x : x, rounded = back < 0 ? -back : back;\n"
             "  if (x == x && back != x && !(bits & 1u)) bits += rounded < size ? 1u : -1u;\n"
             "  memcpy(&y, &bits, 4);\n"
             "  return y;\n"
             "}", .needs = "memcpy"},
    // The product is exact in double, and what the sum loses is exact too (Knuth, The Art of Computer Programming 2,
    // 4.2.2, theorem B). No sum of narrow floats leaves the range of double.
    {.name = "fma_to_odd",
     .text = "{fn} float fma_to_odd(float a, float b, float c) {\n"
             "  double product = (double)a * b, sum = product + c;\n"
             "  double part = sum - product, rest = (product - (sum - part)) + (c - part);\n"
             "  long long bits;\n"
             "  memcpy(&bits, &sum, 8);\n"
             "  if ((rest < 0 || rest > 0) && !(bits & 1)) bits += (rest < 0) == (sum < 0) ? 1 : -1;\n"
             "  memcpy(&sum, &bits, 8);\n"
             "  return f64_to_odd(sum);\n"
             "}", .needs = "f64_to_odd memcpy"},
    {.name = "u64_to_odd",
     .text = "{fn} float u64_to_odd(unsigned long long x) {\n"
             "  if (x >> 24 == 0) return (float)x;\n"
             "  int extra = 40 - __builtin_clzll(x);\n"
             "  unsigned long long low = x & ((1ull << extra) - 1);\n"
             "  return (float)((x >> extra | (low != 0)) << extra);\n"
             "}"},
    {.name = "i64_to_odd",
     .text = "{fn} float i64_to_odd(long long x) {\n"
             "  return x < 0 ? -u64_to_odd(-(unsigned long long)x) : u64_to_odd((unsigned long long)x);\n"
             "}", .needs = "u64_to_odd"},
    TIRX_UPDATE("add", "old + x"),
    TIRX_UPDATE("min", "old < x || x != x ? old : x"),
    TIRX_UPDATE("max", "old > x || x != x ? old : x"),
    {"atomic_exchange",
     "{fn} {T} atomic_exchange_{t}({T}* p, {T} x) {\n"
     "  {T} old;\n"
     "  __atomic_exchange(p, &x, &old, __ATOMIC_RELAXED);\n"
     "  return old;\n"
     "}"},
    {"atomic_cas",
     "{fn} {T} atomic_cas_{t}({T}* p, {T} expected, {T} x) {\n"
     "  __atomic_compare_exchange(p, &expected, &x, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);\n"
     "  return expected;\n"
     "}"},
};
// clang-format on

}  // namespace

std::span<const PreludeRow> PreludeRows() {
  return kRows;
}

}  // namespace tirx::cpu

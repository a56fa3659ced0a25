// SPDX-License-Identifier: Apache-2.0
// Mathematical operations as CUDA C++ spells them, where that differs from C's. Source of all: CUDA Math API
// Reference Manual, sections "Half Precision Intrinsics", "Bfloat16 Precision Intrinsics", "Single Precision
// Mathematical Functions", "Integer Intrinsics". What is missing for small floats is computed in float32
// (Dialect::wide_types).
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr EmitRow kRows[] = {
    {"exp",   kHalf, "hexp({0})"},
    {"exp2",  kHalf, "hexp2({0})"},
    {"exp10", kHalf, "hexp10({0})"},
    {"log",   kHalf, "hlog({0})"},
    {"log2",  kHalf, "hlog2({0})"},
    {"log10", kHalf, "hlog10({0})"},
    {"sqrt",  kHalf, "hsqrt({0})"},
    {"rsqrt", kHalf, "hrsqrt({0})"},
    {"sin",   kHalf, "hsin({0})"},
    {"cos",   kHalf, "hcos({0})"},
    {"floor", kHalf, "hfloor({0})"},
    {"ceil",  kHalf, "hceil({0})"},
    {"trunc", kHalf, "htrunc({0})"},
    {"round", kHalf, "hrint({0})"},
    {"abs",   kHalf, "__habs({0})"},
    {"fma",   kF16, "__hfma({0}, {1}, {2})"},
    {.op = "fma", .types = kBF16, .text = "__hfma({0}, {1}, {2})", .min_arch = 80},
    {"fma",   kBF16, "__float2bfloat16_rn(fma_to_odd(__bfloat162float({0}), __bfloat162float({1}), __bfloat162float({2})))", "fma_to_odd"},
    {"fma",   kNamedSmall, "{T}(fma_to_odd((float){0}, (float){1}, (float){2}))", "fma_to_odd"},
    {"min",   kHalf, "__hmin({0}, {1})"},
    {"max",   kHalf, "__hmax({0}, {1})"},
    {"isnan", kHalf, "__hisnan({0})"},
    {"isinf", kHalf, "__hisinf({0}) != 0"},
    {"rsqrt", kF32 | kF64, "rsqrt{s}({0})"},
    {"exp10", kF32 | kF64, "exp10{s}({0})"},
    // Through float32 the sign of a NaN would be lost.
    {"copysign", kHalf, "copysign_{t}({0}, {1})", "copysign_half"},
    {"nextafter", kHalf, "nextafter_{t}({0}, {1})", "nextafter_half"},
    {"isnan", kF32 | kF64, "isnan({0})"},
    {"isinf", kF32 | kF64, "isinf({0})"},
    {"isfinite", kF32 | kF64, "isfinite({0})"},
    {"abs",   kI32, "abs({0})"},
    {"abs",   kI64, "llabs({0})"},
    {"min",   kInteger, "min({0}, {1})"},
    {"max",   kInteger, "max({0}, {1})"},
    {"popcount", kI32 | kU32, "({T})__popc({0})"},
    {"popcount", kI64 | kU64, "({T})__popcll({0})"},
    {"popcount", kI16 | kU16, "({T})__popc((unsigned short){0})"},
    {"popcount", kI8 | kU8,   "({T})__popc((unsigned char){0})"},
    {"clz",   kI32 | kU32, "({T})__clz({0})"},
    {"clz",   kI64 | kU64, "({T})__clzll({0})"},
    {"clz",   kI16 | kU16, "({T})(__clz((unsigned short){0}) - 16)"},
    {"clz",   kI8 | kU8,   "({T})(__clz((unsigned char){0}) - 24)"},
    // The bit above a narrow type's own ends the count for 0.
    {"ctz",   kI32 | kU32, "({T})__clz((int)__brev((unsigned int){0}))"},
    {"ctz",   kI64 | kU64, "({T})__clzll((long long)__brevll((unsigned long long){0}))"},
    {"ctz",   kI16 | kU16, "({T})__clz((int)__brev((unsigned int){0} | 0x10000u))"},
    {"ctz",   kI8 | kU8,   "({T})__clz((int)__brev((unsigned int){0} | 0x100u))"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> MathRows() {
  return kRows;
}

}  // namespace tirx::cuda

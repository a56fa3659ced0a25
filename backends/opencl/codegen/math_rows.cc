// SPDX-License-Identifier: Apache-2.0
// Mathematical operations: OpenCL's built-in functions are overloaded, so they have no suffixes. Source:
// OpenCL C specification 1.2, 6.12.2 "Math Functions", 6.12.3 "Integer Functions", 6.12.6 "Relational
// Functions".
#include "backends/opencl/codegen/rows.h"

namespace tirx::opencl {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

constexpr TypeSet kC = kF32 | kF64;

// clang-format off
constexpr EmitRow kRows[] = {
    {"exp", kC, "exp({0})"},     {"exp2", kC, "exp2({0})"},   {"exp10", kC, "exp10({0})"}, {"expm1", kC, "expm1({0})"},
    {"log", kC, "log({0})"},     {"log2", kC, "log2({0})"},   {"log10", kC, "log10({0})"}, {"log1p", kC, "log1p({0})"},
    {"sqrt", kC, "sqrt({0})"},   {"rsqrt", kC, "rsqrt({0})"},
    {"sin", kC, "sin({0})"},     {"cos", kC, "cos({0})"},     {"tan", kC, "tan({0})"},
    {"asin", kC, "asin({0})"},   {"acos", kC, "acos({0})"},   {"atan", kC, "atan({0})"},
    {"sinh", kC, "sinh({0})"},   {"cosh", kC, "cosh({0})"},   {"tanh", kC, "tanh({0})"},
    {"asinh", kC, "asinh({0})"}, {"acosh", kC, "acosh({0})"}, {"atanh", kC, "atanh({0})"},
    {"erf", kC, "erf({0})"},     {"floor", kC, "floor({0})"}, {"ceil", kC, "ceil({0})"},
    {"trunc", kC, "trunc({0})"}, {"round", kC, "rint({0})"},  {"abs", kC, "fabs({0})"},
    {"pow", kC, "pow({0}, {1})"},           {"fmod", kC, "fmod({0}, {1})"},   {"atan2", kC, "atan2({0}, {1})"},
    {"hypot", kC, "hypot({0}, {1})"},       {"copysign", kC, "copysign({0}, {1})"},
    {"nextafter", kC, "nextafter({0}, {1})"},
    {"nextafter", kF16, "nextafter_bits({0}, {1}, 0x7c00)", "nextafter_bits"}, {"nextafter", kBF16, "nextafter_bits({0}, {1}, 0x7f80)", "nextafter_bits"},
    {"ldexp", kC, "ldexp({0}, {1})"}, {"fma", kC, "fma({0}, {1}, {2})"},
    {"fma", kF16, "f32_to_f16(fma_to_odd(f16_to_f32({0}), f16_to_f32({1}), f16_to_f32({2})))", "f16_to_f32 f32_to_f16 fma_to_odd"},
    {"fma", kBF16, "f32_to_bf16(fma_to_odd(bf16_to_f32({0}), bf16_to_f32({1}), bf16_to_f32({2})))", "bf16_to_f32 f32_to_bf16 fma_to_odd"},
    {"min", kC, "fmin({0}, {1})"},          {"max", kC, "fmax({0}, {1})"},
    {"sigmoid", kC, "sigmoid_{t}({0})", "sigmoid"},
    {"isnan", kC, "isnan({0}) != 0"},       {"isinf", kC, "isinf({0}) != 0"}, {"isfinite", kC, "isfinite({0}) != 0"},
    // Types of the operands are exact here, so that no overload is ambiguous.
    {"min", kInteger, "min(({T}){0}, ({T}){1})"}, {"max", kInteger, "max(({T}){0}, ({T}){1})"},
    {"popcount", kInteger, "popcount(({T}){0})"},
    {"clz", kInteger, "clz(({T}){0})"},
    {"ctz", kInteger, "ctz_{t}({0})", "ctz"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> MathRows() {
  return kRows;
}

}  // namespace tirx::opencl

// SPDX-License-Identifier: Apache-2.0
// Operations beyond those of <math.h>, which all dialects share. Source: GCC 12 manual, 6.55 "Built-in
// Functions for Memory Model Aware Atomic Operations", 6.59 "Other Built-in Functions"; clang has the same.
#include "backends/cpu/codegen/rows.h"

namespace tirx::cpu {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

constexpr TypeSet kC = kF32 | kF64;
constexpr TypeSet kWords = kI32 | kU32 | kI64 | kU64;

// clang-format off
constexpr EmitRow kRows[] = {
    // Comparisons, which the compiler makes vector instructions of; fmin and fmax would be calls.
    {"min", kC, "min_{t}({0}, {1})", "float_min"},
    {"max", kC, "max_{t}({0}, {1})", "float_max"},
    {"rsqrt", kF32, "1.0f / sqrtf({0})", "math"},
    {"rsqrt", kF64, "1.0 / sqrt({0})", "math"},
    {"nextafter", kF16, "nextafter_bits({0}, {1}, 0x7c00)", "nextafter_bits"},
    {"nextafter", kBF16, "nextafter_bits({0}, {1}, 0x7f80)", "nextafter_bits"},
    {"fma", kF16, "f32_to_f16(fma_to_odd(f16_to_f32({0}), f16_to_f32({1}), f16_to_f32({2})))", "f16_to_f32 f32_to_f16 fma_to_odd"},
    {"fma", kBF16, "f32_to_bf16(fma_to_odd(bf16_to_f32({0}), bf16_to_f32({1}), bf16_to_f32({2})))", "bf16_to_f32 f32_to_bf16 fma_to_odd"},
    {"isnan", kC, "isnan({0})", "math"},
    {"isinf", kC, "isinf({0})", "math"},
    {"isfinite", kC, "isfinite({0})", "math"},
    {"popcount", kInteger, "popcount_{t}({0})", "popcount"},
    {"clz", kInteger, "clz_{t}({0})", "clz"},
    {"ctz", kInteger, "ctz_{t}({0})", "ctz"},
    {"prefetch", kAnyType, "__builtin_prefetch({&0})"},
    {"assume", kAnyType, "{0} ? (void)0 : __builtin_unreachable()"},
    {"gpu.printf", kAnyType, "(void)printf({\"format\"}{*}), (void)fflush(stdout)", "print"},
    {"gpu.atomic_add", kWords, "__atomic_fetch_add({&0}, {1}, __ATOMIC_RELAXED)"},
    {"gpu.atomic_and", kWords, "__atomic_fetch_and({&0}, {1}, __ATOMIC_RELAXED)"},
    {"gpu.atomic_or", kWords, "__atomic_fetch_or({&0}, {1}, __ATOMIC_RELAXED)"},
    {"gpu.atomic_xor", kWords, "__atomic_fetch_xor({&0}, {1}, __ATOMIC_RELAXED)"},
    {"gpu.atomic_exchange", kWords, "__atomic_exchange_n({&0}, {1}, __ATOMIC_RELAXED)"},
    {"gpu.atomic_add", kC, "atomic_add_{t}({&0}, {1})", "atomic_add"},
    {"gpu.atomic_exchange", kC, "atomic_exchange_{t}({&0}, {1})", "atomic_exchange"},
    {"gpu.atomic_min", kWords | kC, "atomic_min_{t}({&0}, {1})", "atomic_min"},
    {"gpu.atomic_max", kWords | kC, "atomic_max_{t}({&0}, {1})", "atomic_max"},
    {"gpu.atomic_cas", kWords | kC | kI16 | kU16, "atomic_cas_{t}({&0}, {1}, {2})", "atomic_cas"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> OpRows() {
  return kRows;
}

}  // namespace tirx::cpu

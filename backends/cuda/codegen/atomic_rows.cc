// SPDX-License-Identifier: Apache-2.0
// Atomics of T.gpu in CUDA C++ (CUDA C++ Programming Guide, "Atomic Functions"). The scopes block and system
// have functions of their own, but not for 16-bit floats; those use the device scope, which includes the
// block.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

bool WithinDevice(const EmitSite& site) {
  return ir::AttrOr<String>(site.call->attrs, "scope", "device") != "system";
}

constexpr TypeSet kWords = kI32 | kU32 | kU64;  // what compare-and-swap exists for

// clang-format off
constexpr EmitRow kRows[] = {
    {"gpu.atomic_add", kWords | kF32 | kF64, "atomicAdd{scope:block=_block,system=_system}({&0}, {1})"},
    {"gpu.atomic_add", kI64, "(long long)atomicAdd{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long){1})"},
    {.op = "gpu.atomic_add", .types = kF16, .text = "atomicAdd({&0}, {1})", .min_arch = 70, .when = WithinDevice},
    {.op = "gpu.atomic_add", .types = kBF16, .text = "atomicAdd({&0}, {1})", .min_arch = 80, .when = WithinDevice},
    {"gpu.atomic_min", kWords | kI64, "atomicMin{scope:block=_block,system=_system}({&0}, {1})"},
    {"gpu.atomic_max", kWords | kI64, "atomicMax{scope:block=_block,system=_system}({&0}, {1})"},
    {.op = "gpu.atomic_min", .types = kF32, .text = "atomic_min_f32({&0}, {1})", .needs = "atomic_min_f32", .when = WithinDevice},
    {.op = "gpu.atomic_max", .types = kF32, .text = "atomic_max_f32({&0}, {1})", .needs = "atomic_max_f32", .when = WithinDevice},
    {.op = "gpu.atomic_min", .types = kF64, .text = "atomic_min_f64({&0}, {1})", .needs = "atomic_min_f64", .when = WithinDevice},
    {.op = "gpu.atomic_max", .types = kF64, .text = "atomic_max_f64({&0}, {1})", .needs = "atomic_max_f64", .when = WithinDevice},
    {"gpu.atomic_and", kWords, "atomicAnd{scope:block=_block,system=_system}({&0}, {1})"},
    {"gpu.atomic_and", kI64, "(long long)atomicAnd{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long){1})"},
    {"gpu.atomic_or", kWords, "atomicOr{scope:block=_block,system=_system}({&0}, {1})"},
    {"gpu.atomic_or", kI64, "(long long)atomicOr{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long){1})"},
    {"gpu.atomic_xor", kWords, "atomicXor{scope:block=_block,system=_system}({&0}, {1})"},
    {"gpu.atomic_xor", kI64, "(long long)atomicXor{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long){1})"},
    {.op = "gpu.atomic_min", .types = kHalf, .text = "atomic_min_{t}({&0}, {1})", .needs = "atomic_min_half", .min_arch = 80, .when = WithinDevice},
    {.op = "gpu.atomic_max", .types = kHalf, .text = "atomic_max_{t}({&0}, {1})", .needs = "atomic_max_half", .min_arch = 80, .when = WithinDevice},
    {.op = "gpu.atomic_exchange", .types = kHalf, .text = "atomic_exchange_{t}({&0}, {1})", .needs = "atomic_exchange_half", .min_arch = 70, .when = WithinDevice},
    {.op = "gpu.atomic_cas", .types = kHalf, .text = "atomic_cas_{t}({&0}, {1}, {2})", .needs = "atomic_cas_half", .min_arch = 70, .when = WithinDevice},
    {"gpu.atomic_exchange", kWords | kF32, "atomicExch{scope:block=_block,system=_system}({&0}, {1})"},
    {"gpu.atomic_exchange", kI64, "(long long)atomicExch{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long){1})"},
    {"gpu.atomic_exchange", kF64, "__longlong_as_double((long long)atomicExch{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long)__double_as_longlong({1})))"},
    {"gpu.atomic_cas", kWords, "atomicCAS{scope:block=_block,system=_system}({&0}, {1}, {2})"},
    {"gpu.atomic_cas", kU16, "atomicCAS{scope:block=_block,system=_system}({&0}, {1}, {2})"},
    {"gpu.atomic_cas", kI16, "(short)atomicCAS{scope:block=_block,system=_system}((unsigned short*){&0}, (unsigned short){1}, (unsigned short){2})"},
    {"gpu.atomic_cas", kI64, "(long long)atomicCAS{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long){1}, (unsigned long long){2})"},
    {"gpu.atomic_cas", kF32, "__int_as_float(atomicCAS{scope:block=_block,system=_system}((int*){&0}, __float_as_int({1}), __float_as_int({2})))"},
    {"gpu.atomic_cas", kF64, "__longlong_as_double((long long)atomicCAS{scope:block=_block,system=_system}((unsigned long long*){&0}, (unsigned long long)__double_as_longlong({1}), (unsigned long long)__double_as_longlong({2})))"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> AtomicRows() {
  return kRows;
}

}  // namespace tirx::cuda

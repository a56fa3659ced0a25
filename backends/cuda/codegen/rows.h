// SPDX-License-Identifier: Apache-2.0
// The tables of CUDA C++, one file for each family, joined in dialect.cc.
#pragma once

#include <span>

#include "codegen/c_dialect.h"

namespace tirx::cuda {

// The floats of at most 8 bits that CUDA's headers name.
inline constexpr TypeSet kNamedFp8 = kE4M3FN | kE5M2 | kE8M0FNU, kNamedSmall = kNamedFp8 | kFp6 | kFp4;

std::span<const codegen::EmitRow> MathRows();
std::span<const codegen::EmitRow> GpuRows();
std::span<const codegen::EmitRow> AtomicRows();
std::span<const codegen::EmitRow> RoundedCastRows();
std::span<const codegen::CastRow> CastRows();
std::span<const codegen::CastRow> VectorCastRows();
std::span<const codegen::CastRow> BitCastRows();
std::span<const codegen::PreludeRow> PreludeRows();  // all of them: includes first, then the families below
std::span<const codegen::PreludeRow> ReductionPrelude();
std::span<const codegen::PreludeRow> AtomicPrelude();
std::span<const codegen::PreludeRow> IntrinsicPrelude();
std::span<const codegen::PreludeRow> Fp8PairPrelude();

}  // namespace tirx::cuda

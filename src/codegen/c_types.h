// SPDX-License-Identifier: Apache-2.0
// Sets of scalar types as bit masks: how the tables of a C dialect say which dtypes a row is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/dtype.h"

namespace tirx::codegen {

using TypeSet = uint32_t;

inline constexpr TypeSet kBool = 1u << 0;
inline constexpr TypeSet kI8 = 1u << 1, kI16 = 1u << 2, kI32 = 1u << 3, kI64 = 1u << 4;
inline constexpr TypeSet kU8 = 1u << 5, kU16 = 1u << 6, kU32 = 1u << 7, kU64 = 1u << 8;
inline constexpr TypeSet kF16 = 1u << 9, kBF16 = 1u << 10, kF32 = 1u << 11, kF64 = 1u << 12;
inline constexpr TypeSet kE4M3 = 1u << 13, kE5M2 = 1u << 14;
inline constexpr TypeSet kHandle = 1u << 15, kVoid = 1u << 16;

inline constexpr TypeSet kSigned = kI8 | kI16 | kI32 | kI64;
inline constexpr TypeSet kUnsigned = kU8 | kU16 | kU32 | kU64;
inline constexpr TypeSet kInteger = kSigned | kUnsigned;
inline constexpr TypeSet kNarrow = kI8 | kI16 | kU8 | kU16;  // C computes on these in int
inline constexpr TypeSet kFp8 = kE4M3 | kE5M2;
inline constexpr TypeSet kFloat = kF16 | kBF16 | kF32 | kF64 | kFp8;
inline constexpr TypeSet kAnyType = ~0u;

// The set that holds only the element type of `t`; empty for types that no dialect knows.
TypeSet SetOf(DType t);
// Names for helpers: "f32", "u8", "bf16", "e4m3"; a vector adds its lanes: "f32x4".
std::string ShortName(DType t);
bool IsShortName(std::string_view name);

}  // namespace tirx::codegen

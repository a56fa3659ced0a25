// SPDX-License-Identifier: Apache-2.0
// Sets of scalar types as bit masks: how tables say which dtypes a row, an operand or a conversion is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/dtype.h"

namespace tirx {

using TypeSet = uint32_t;

inline constexpr TypeSet kBool = 1u << 0;
inline constexpr TypeSet kI8 = 1u << 1, kI16 = 1u << 2, kI32 = 1u << 3, kI64 = 1u << 4;
inline constexpr TypeSet kU8 = 1u << 5, kU16 = 1u << 6, kU32 = 1u << 7, kU64 = 1u << 8;
inline constexpr TypeSet kF16 = 1u << 9, kBF16 = 1u << 10, kF32 = 1u << 11, kF64 = 1u << 12;
inline constexpr TypeSet kE4M3FN = 1u << 13, kE5M2 = 1u << 14, kE8M0FNU = 1u << 15;
inline constexpr TypeSet kE3M4 = 1u << 16, kE4M3 = 1u << 17, kE4M3B11FNUZ = 1u << 18, kE4M3FNUZ = 1u << 19,
                         kE5M2FNUZ = 1u << 20;
inline constexpr TypeSet kE2M3FN = 1u << 21, kE3M2FN = 1u << 22, kE2M1FN = 1u << 23;
inline constexpr TypeSet kI1 = 1u << 24, kI4 = 1u << 25, kU1 = 1u << 26, kU4 = 1u << 27;
inline constexpr TypeSet kHandle = 1u << 28, kVoid = 1u << 29;

inline constexpr TypeSet kSigned = kI8 | kI16 | kI32 | kI64;
inline constexpr TypeSet kUnsigned = kU8 | kU16 | kU32 | kU64;
inline constexpr TypeSet kInteger = kSigned | kUnsigned;
inline constexpr TypeSet kInteger32 = kI32 | kU32, kInteger64 = kI64 | kU64;
inline constexpr TypeSet kNarrow = kI8 | kI16 | kU8 | kU16;  // C computes on these in int
inline constexpr TypeSet kHalf = kF16 | kBF16;
inline constexpr TypeSet kReal = kHalf | kF32 | kF64;  // floats that hardware computes with
inline constexpr TypeSet kFp8 =
    kE4M3FN | kE5M2 | kE8M0FNU | kE3M4 | kE4M3 | kE4M3B11FNUZ | kE4M3FNUZ | kE5M2FNUZ;
inline constexpr TypeSet kFp6 = kE2M3FN | kE3M2FN, kFp4 = kE2M1FN;
inline constexpr TypeSet kSmallFloat = kFp8 | kFp6 | kFp4;
inline constexpr TypeSet kFloat = kReal | kSmallFloat;
inline constexpr TypeSet kNumber = kInteger | kFloat;
inline constexpr TypeSet kAnyType = ~0u;

// The set that holds only the element type of `t`; empty for types that are not listed above.
TypeSet SetOf(DType t);
// The first type of a set that is not empty, in the order above.
DType FirstOf(TypeSet set);
// "int32", "float32 or float64", "an integer", "a pointer": for messages.
std::string DescribeTypes(TypeSet set);
// Names for helpers: "f32", "u8", "bf16", "e4m3fn"; a vector adds its lanes: "f32x4".
std::string ShortName(DType t);
bool IsShortName(std::string_view name);

}  // namespace tirx

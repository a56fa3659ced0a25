// SPDX-License-Identifier: Apache-2.0
// Sets of scalar types as bit masks: how tables say which dtypes a row, an operand or a conversion is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/element_types.h"

namespace tirx {

using TypeSet = uint32_t;

// The bit of a type is its place in the table of element types.
consteval TypeSet TypeBit(DType t) {
  return TypeSet(1) << ElementIndex(t);
}

inline constexpr TypeSet kBool = TypeBit(Bool());
inline constexpr TypeSet kI8 = TypeBit(Int(8)), kI16 = TypeBit(Int(16)), kI32 = TypeBit(Int(32)),
                         kI64 = TypeBit(Int(64));
inline constexpr TypeSet kU8 = TypeBit(UInt(8)), kU16 = TypeBit(UInt(16)), kU32 = TypeBit(UInt(32)),
                         kU64 = TypeBit(UInt(64));
inline constexpr TypeSet kF16 = TypeBit(Float(16)), kBF16 = TypeBit(BFloat16()), kF32 = TypeBit(Float(32)),
                         kF64 = TypeBit(Float(64));
inline constexpr TypeSet kE4M3FN = TypeBit({kDLFloat8_e4m3fn, 8, 1}), kE5M2 = TypeBit({kDLFloat8_e5m2, 8, 1}),
                         kE8M0FNU = TypeBit({kDLFloat8_e8m0fnu, 8, 1}),
                         kE3M4 = TypeBit({kDLFloat8_e3m4, 8, 1}), kE4M3 = TypeBit({kDLFloat8_e4m3, 8, 1}),
                         kE4M3B11FNUZ = TypeBit({kDLFloat8_e4m3b11fnuz, 8, 1}),
                         kE4M3FNUZ = TypeBit({kDLFloat8_e4m3fnuz, 8, 1}),
                         kE5M2FNUZ = TypeBit({kDLFloat8_e5m2fnuz, 8, 1});
inline constexpr TypeSet kE2M3FN = TypeBit({kDLFloat6_e2m3fn, 6, 1}),
                         kE3M2FN = TypeBit({kDLFloat6_e3m2fn, 6, 1}),
                         kE2M1FN = TypeBit({kDLFloat4_e2m1fn, 4, 1});
inline constexpr TypeSet kI1 = TypeBit(Int(1)), kI4 = TypeBit(Int(4)), kU1 = TypeBit(UInt(1)),
                         kU4 = TypeBit(UInt(4));
inline constexpr TypeSet kHandle = TypeBit(Handle()), kVoid = TypeBit(Void());

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
inline constexpr TypeSet kSmallFloat = kFp8 | kFp6 | kFp4;  // below 16 bits
inline constexpr TypeSet kFloat = kReal | kSmallFloat;
inline constexpr TypeSet kNumber = kInteger | kFloat;
inline constexpr TypeSet kSubByte = kFp6 | kFp4 | kI1 | kI4 | kU1 | kU4;
inline constexpr TypeSet kAnyType = ~0u;

// The set that holds only the element type of `t`; empty for what is no type of the language.
TypeSet SetOf(DType t);
// The first type of a set that is not empty, in the order of the table.
DType FirstOf(TypeSet set);
// "int32", "float32 or float64", "an integer", "a pointer": for messages.
std::string DescribeTypes(TypeSet set);
// Names for helpers: "f32", "u8", "bf16", "e4m3fn"; a vector adds its lanes: "f32x4".
std::string ShortName(DType t);
bool IsShortName(std::string_view name);

}  // namespace tirx

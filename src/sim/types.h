// SPDX-License-Identifier: Apache-2.0
// The simulator's scalar types: how each lies in a register (32- or 64-bit lanes) and in memory.
#pragma once

#include <optional>
#include <string>

#include "base/element_types.h"
#include "sim/rounding.h"
#include "sim/small_float.h"

namespace tirx::sim {

// Pointers are U64. Bool registers hold 0 or 1.
// The order is that of kElementTypes (base/element_types.h).
// clang-format off
enum class Type : uint8_t {
  Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64,
  E4M3FN, E5M2, E8M0FNU, E3M4, E4M3, E4M3B11FNUZ, E4M3FNUZ, E5M2FNUZ, E2M3FN, E3M2FN, E2M1FN
};
// clang-format on
constexpr int kTypeCount = 24;

std::optional<Type> TypeOf(DType dtype);  // of the scalar type; none for what the simulator does not know yet
std::string TypeName(Type type);          // "float16"

constexpr bool IsWide(Type t) {
  return t == Type::I64 || t == Type::U64 || t == Type::F64;
}
constexpr bool IsFloat(Type t) {
  return t >= Type::F16;
}
constexpr bool IsSigned(Type t) {
  return t >= Type::I8 && t <= Type::I64;
}
// Floats of at most 8 bits. Nothing computes with them: their registers are float32's, in which arithmetic is
// done before it is rounded to the type.
constexpr bool IsSmallFloat(Type t) {
  return t >= Type::E4M3FN;
}
constexpr Type ComputeType(Type t) {
  return IsSmallFloat(t) ? Type::F32 : t;
}
constexpr int MemoryBytes(Type t) {
  return int(StorageBytes(kElementTypes[int(t)].dtype));
}

// One traits struct per type. Lane: the register's lane. Cell: the element in memory. Norm: makes a result of
// lane arithmetic a value of the type. In: what arithmetic does to an operand first.
template <Type kType_, class Lane_, class Cell_>
struct IntegerTraits {
  static constexpr Type kType = kType_;
  using Lane = Lane_;
  using Cell = Cell_;
  static Lane Norm(Lane x) { return Lane(Cell(x)); }
  static Lane In(Lane x) { return x; }
  static Lane Decode(Cell cell) { return Lane(cell); }
  static Cell Encode(Lane x) { return Cell(x); }
};

struct BoolTraits {
  static constexpr Type kType = Type::Bool;
  using Lane = uint32_t;
  using Cell = uint8_t;
  static Lane Norm(Lane x) { return x & 1; }
  static Lane In(Lane x) { return x; }
  static Lane Decode(Cell cell) { return cell != 0; }
  static Cell Encode(Lane x) { return Cell(x); }
};

struct HalfTraits {
  static constexpr Type kType = Type::F16;
  using Lane = float;
  using Cell = uint16_t;
  static Lane Norm(Lane x) { return RoundToHalf(x); }
  static Lane In(Lane x) { return x; }
  static Lane Decode(Cell cell) { return DecodeHalf(cell); }
  static Cell Encode(Lane x) { return EncodeHalf(x); }
};

struct BFloatTraits {
  static constexpr Type kType = Type::BF16;
  using Lane = float;
  using Cell = uint16_t;
  static Lane Norm(Lane x) { return RoundToBFloat(x); }
  static Lane In(Lane x) { return x; }
  static Lane Decode(Cell cell) { return DecodeBFloat(cell); }
  static Cell Encode(Lane x) { return EncodeBFloat(x); }
};

template <Type kType_, class T>
struct FloatTraits {
  static constexpr Type kType = kType_;
  using Lane = T;
  using Cell = T;
  static Lane Norm(Lane x) { return x; }
  static Lane In(Lane x) { return x; }
  static Lane Decode(Cell cell) { return cell; }
  static Cell Encode(Lane x) { return x; }
};

// float32 arithmetic under NumericMode::ftz.
struct FlushedFloatTraits : FloatTraits<Type::F32, float> {
  static Lane Norm(Lane x) { return FlushSubnormal(x); }
  static Lane In(Lane x) { return FlushSubnormal(x); }
};

template <Type kType_>
struct SmallFloatTraits {
  using Format = SmallFloat<*kElementTypes[int(kType_)].format>;
  static constexpr Type kType = kType_;
  using Lane = float;
  using Cell = uint8_t;
  static Lane Norm(Lane x) { return Format::Round(x); }
  static Lane In(Lane x) { return x; }
  static Lane Decode(Cell cell) { return Format::Decode(cell); }
  static Cell Encode(Lane x) { return Format::Encode(x); }
};

using I8Traits = IntegerTraits<Type::I8, int32_t, int8_t>;
using I16Traits = IntegerTraits<Type::I16, int32_t, int16_t>;
using I32Traits = IntegerTraits<Type::I32, int32_t, int32_t>;
using I64Traits = IntegerTraits<Type::I64, int64_t, int64_t>;
using U8Traits = IntegerTraits<Type::U8, uint32_t, uint8_t>;
using U16Traits = IntegerTraits<Type::U16, uint32_t, uint16_t>;
using U32Traits = IntegerTraits<Type::U32, uint32_t, uint32_t>;
using U64Traits = IntegerTraits<Type::U64, uint64_t, uint64_t>;
using F32Traits = FloatTraits<Type::F32, float>;
using F64Traits = FloatTraits<Type::F64, double>;

// Calls `f(Traits{})` for the type that computes for the given one.
template <class F>
decltype(auto) WithTraits(Type type, F&& f) {
  switch (type) {
    case Type::Bool:
      return f(BoolTraits{});
    case Type::I8:
      return f(I8Traits{});
    case Type::I16:
      return f(I16Traits{});
    case Type::I32:
      return f(I32Traits{});
    case Type::I64:
      return f(I64Traits{});
    case Type::U8:
      return f(U8Traits{});
    case Type::U16:
      return f(U16Traits{});
    case Type::U32:
      return f(U32Traits{});
    case Type::U64:
      return f(U64Traits{});
    case Type::F16:
      return f(HalfTraits{});
    case Type::BF16:
      return f(BFloatTraits{});
    case Type::F32:
      return f(F32Traits{});
    case Type::F64:
      return f(F64Traits{});
    default:
      return f(F32Traits{});
  }
}

// Likewise, but small floats have traits of their own: for memory, conversions to a type, and bits.
template <class F>
decltype(auto) WithStorageTraits(Type type, F&& f) {
  switch (type) {
#define TIRX_SMALL(Name) \
  case Type::Name:       \
    return f(SmallFloatTraits<Type::Name>{});
    TIRX_SMALL(E4M3FN)
    TIRX_SMALL(E5M2)
    TIRX_SMALL(E8M0FNU)
    TIRX_SMALL(E3M4)
    TIRX_SMALL(E4M3)
    TIRX_SMALL(E4M3B11FNUZ)
    TIRX_SMALL(E4M3FNUZ)
    TIRX_SMALL(E5M2FNUZ)
    TIRX_SMALL(E2M3FN)
    TIRX_SMALL(E3M2FN)
    TIRX_SMALL(E2M1FN)
#undef TIRX_SMALL
    default:
      return WithTraits(type, f);
  }
}

// A value of any type as 64 bits, as a register holds it: integers extended, narrow floats as float32, zeros
// above.
uint64_t RegisterBits(Type type, double value);
uint64_t RegisterBits(Type type, int64_t value);
// For messages: "-3", "0.5", "true".
std::string ValueText(Type type, const void* lane);
// As people are shown it: the sign that a host gives to the NaN that it makes is not that of devices.
inline double Shown(double value) {
  return std::isnan(value) ? std::fabs(value) : value;
}

}  // namespace tirx::sim

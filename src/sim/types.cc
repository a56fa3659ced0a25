// SPDX-License-Identifier: Apache-2.0
#include "sim/types.h"

#include "base/check.h"
#include "sim/conversion.h"

namespace tirx::sim {
namespace {

static_assert(kElementTypes[int(Type::F64)].dtype.bits == 64 &&
              kElementTypes[kTypeCount - 1].dtype.code == kDLFloat4_e2m1fn);

template <class T>
uint64_t BitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

}  // namespace

std::optional<Type> TypeOf(DType dtype) {
  if (IsHandle(ScalarOf(dtype))) return Type::U64;
  int i = ElementIndex(dtype);
  return i >= 0 && i < kTypeCount ? std::optional(Type(i)) : std::nullopt;
}

std::string TypeName(Type type) {
  return std::string(kElementTypes[int(type)].name);
}

uint64_t RegisterBits(Type type, double value) {
  return WithStorageTraits(
      type, [&](auto traits) { return BitsOf(ConvertLane<F64Traits, decltype(traits)>(value)); });
}

uint64_t RegisterBits(Type type, int64_t value) {
  return WithStorageTraits(
      type, [&](auto traits) { return BitsOf(ConvertLane<I64Traits, decltype(traits)>(value)); });
}

std::string ValueText(Type type, const void* lane) {
  return WithTraits(type, [&](auto traits) -> std::string {
    typename decltype(traits)::Lane value;
    std::memcpy(&value, lane, sizeof value);
    if (traits.kType == Type::Bool) return value ? "true" : "false";
    if (!IsFloat(traits.kType)) return std::to_string(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", Shown(double(value)));
    return text;
  });
}

}  // namespace tirx::sim

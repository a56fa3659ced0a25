// SPDX-License-Identifier: Apache-2.0
// Data types as DLPack's DLDataType: constants, predicates, names ("float32x4", "bool", "handle"), sizes.
#pragma once

#include <tvm/ffi/dtype.h>  // also: operator== for DLDataType

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tirx {

using DType = DLDataType;

constexpr DType Int(int bits, int lanes = 1) {
  return {uint8_t(kDLInt), uint8_t(bits), uint16_t(lanes)};
}
constexpr DType UInt(int bits, int lanes = 1) {
  return {uint8_t(kDLUInt), uint8_t(bits), uint16_t(lanes)};
}
constexpr DType Float(int bits, int lanes = 1) {
  return {uint8_t(kDLFloat), uint8_t(bits), uint16_t(lanes)};
}
constexpr DType BFloat16(int lanes = 1) {
  return {uint8_t(kDLBfloat), 16, uint16_t(lanes)};
}
constexpr DType Bool(int lanes = 1) {
  return {uint8_t(kDLBool), 8, uint16_t(lanes)};
}
constexpr DType Handle() {
  return {uint8_t(kDLOpaqueHandle), 64, 1};
}
constexpr DType Void() {
  return {uint8_t(kDLOpaqueHandle), 0, 0};
}

constexpr DType WithLanes(DType t, int lanes) {
  return {t.code, t.bits, uint16_t(lanes)};
}
constexpr DType ScalarOf(DType t) {
  return WithLanes(t, 1);
}
constexpr bool IsInt(DType t) {
  return t.code == kDLInt;
}
constexpr bool IsUInt(DType t) {
  return t.code == kDLUInt;
}
constexpr bool IsBool(DType t) {
  return t.code == kDLBool;
}
constexpr bool IsInteger(DType t) {
  return IsInt(t) || IsUInt(t);
}  // bool is not an integer
constexpr bool IsIeeeFloat(DType t) {
  return t.code == kDLFloat;
}
constexpr bool IsBFloat16(DType t) {
  return t.code == kDLBfloat;
}
constexpr bool IsFloating(DType t) {
  return t.code == kDLFloat || t.code == kDLBfloat || t.code >= 7;
}
constexpr bool IsHandle(DType t) {
  return t.code == kDLOpaqueHandle && t.bits == 64;
}
constexpr bool IsVoid(DType t) {
  return t.code == kDLOpaqueHandle && t.bits == 0;
}

// Bytes that one element takes in memory; sub-byte elements are packed, a vector is rounded up to whole
// bytes.
constexpr int64_t StorageBytes(DType t) {
  return (int64_t(t.bits) * t.lanes + 7) / 8;
}

// "int32", "float16x2", "bfloat16", "bool", "handle", "void".
std::string DTypeName(DType t);
// Also accepts the short forms "f32", "bf16", "i8", "u64"; nothing for an unknown name.
std::optional<DType> ParseDType(std::string_view name);
// The full names of all scalar types, for suggestions and listings.
const std::vector<std::string_view>& DTypeNames();

}  // namespace tirx

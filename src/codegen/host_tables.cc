// SPDX-License-Identifier: Apache-2.0
#include "codegen/host_tables.h"

#include "base/check.h"

namespace tirx::codegen {

namespace {

constexpr HostOp kNone = HostOp(0xFFFF);

struct BinaryRow {
  ir::BinaryOp op;
  HostOp signed_op, unsigned_op, float_op;
  bool swap;
  bool rounds;
};

struct MathRow {
  std::string_view name;
  HostOp float_op;
  HostOp signed_op = kNone;
};

struct TypeRow {
  DType dtype;
  HostOp load, store, narrow, wrap;
};

// clang-format off
using B = ir::BinaryOp;
using H = HostOp;
constexpr BinaryRow kBinaries[] = {
    {B::Add, H::AddI, H::AddU, H::AddF, false, true},
    {B::Sub, H::SubI, H::SubU, H::SubF, false, true},
    {B::Mul, H::MulI, H::MulU, H::MulF, false, true},
    {B::Div, H::TruncDivI, H::DivU, H::DivF, false, true},
    {B::Mod, H::TruncModI, H::ModU, H::Fmod, false, true},
    {B::FloorDiv, H::FloorDivI, H::DivU, kNone, false, true},
    {B::FloorMod, H::FloorModI, H::ModU, kNone, false, true},
    {B::Min, H::MinI, H::MinU, H::MinF, false, false},
    {B::Max, H::MaxI, H::MaxU, H::MaxF, false, false},
    {B::EQ, H::EqI, H::EqI, H::EqF, false, false},
    {B::NE, H::NeI, H::NeI, H::NeF, false, false},
    {B::LT, H::LtI, H::LtU, H::LtF, false, false},
    {B::LE, H::LeI, H::LeU, H::LeF, false, false},
    {B::GT, H::LtI, H::LtU, H::LtF, true, false},
    {B::GE, H::LeI, H::LeU, H::LeF, true, false},
    {B::BitAnd, H::And, H::And, kNone, false, false},
    {B::BitOr, H::Or, H::Or, kNone, false, false},
    {B::BitXor, H::Xor, H::Xor, kNone, false, false},
    {B::Shl, H::Shl, H::Shl, kNone, false, true},
    {B::Shr, H::ShrI, H::ShrU, kNone, false, false},
};
constexpr MathRow kMath[] = {
    {"exp", H::Exp}, {"exp2", H::Exp2}, {"log", H::Log}, {"log2", H::Log2}, {"sqrt", H::Sqrt}, {"rsqrt", H::Rsqrt},
    {"tanh", H::Tanh}, {"sin", H::Sin}, {"cos", H::Cos}, {"erf", H::Erf}, {"floor", H::Floor}, {"ceil", H::Ceil},
    {"trunc", H::Trunc}, {"round", H::NearbyInt}, {"abs", H::AbsF, H::AbsI}, {"pow", H::Pow}, {"fmod", H::Fmod},
    {"isnan", H::IsNan}, {"isinf", H::IsInf}, {"isfinite", H::IsFinite},
};
constexpr TypeRow kTypes[] = {
    {Int(8), H::LoadI8, H::Store8, H::WrapI8, H::WrapI8},
    {Int(16), H::LoadI16, H::Store16, H::WrapI16, H::WrapI16},
    {Int(32), H::LoadI32, H::Store32, H::FitI32, H::WrapI32},
    {Int(64), H::LoadI64, H::Store64, kNone, kNone},
    {UInt(8), H::LoadU8, H::Store8, H::WrapU8, H::WrapU8},
    {UInt(16), H::LoadU16, H::Store16, H::WrapU16, H::WrapU16},
    {UInt(32), H::LoadU32, H::Store32, H::WrapU32, H::WrapU32},
    {UInt(64), H::LoadI64, H::Store64, kNone, kNone},
    {Bool(), H::LoadU8, H::Store8, kNone, kNone},
    {Float(16), H::LoadF16, H::StoreF16, H::RoundF16, H::RoundF16},
    {BFloat16(), H::LoadBF16, H::StoreBF16, H::RoundBF16, H::RoundBF16},
    {Float(32), H::LoadF32, H::StoreF32, H::RoundF32, H::RoundF32},
    {Float(64), H::LoadF64, H::Store64, kNone, kNone},
    {Handle(), H::LoadI64, H::Store64, kNone, kNone},
};
// clang-format on

const TypeRow* FindType(DType dtype) {
  for (const TypeRow& row : kTypes) {
    if (row.dtype == dtype) return &row;
  }
  return nullptr;
}

const TypeRow& TypeRowOf(DType dtype) {
  const TypeRow* row = FindType(dtype);
  TIRX_CHECK(row != nullptr, "host code with " + DTypeName(dtype) + ", which HostClassOf refuses");
  return *row;
}

std::optional<HostOp> Given(HostOp op) {
  return op == kNone ? std::nullopt : std::optional(op);
}

}  // namespace

std::optional<HostClass> HostClassOf(DType dtype) {
  if (FindType(dtype) == nullptr) return std::nullopt;
  if (IsBool(dtype)) return HostClass::Bool;
  if (IsHandle(dtype)) return HostClass::Handle;
  if (IsFloating(dtype)) return HostClass::Float;
  return IsInt(dtype) ? HostClass::Signed : HostClass::Unsigned;
}

std::optional<HostBinary> FindBinary(ir::BinaryOp op, HostClass operands) {
  for (const BinaryRow& row : kBinaries) {
    if (row.op != op) continue;
    HostOp found = operands == HostClass::Float    ? row.float_op
                   : operands == HostClass::Signed ? row.signed_op
                                                   : row.unsigned_op;
    if (found == kNone) return std::nullopt;
    return HostBinary{found, row.swap, row.rounds};
  }
  return std::nullopt;
}

std::optional<HostOp> FindMath(std::string_view op, HostClass operands) {
  for (const MathRow& row : kMath) {
    if (row.name != op) continue;
    if (operands == HostClass::Float) return row.float_op;
    return operands == HostClass::Signed ? Given(row.signed_op) : std::nullopt;
  }
  return std::nullopt;
}

HostOp LoadOf(DType dtype) {
  return TypeRowOf(dtype).load;
}
HostOp StoreOf(DType dtype) {
  return TypeRowOf(dtype).store;
}
std::optional<HostOp> NarrowingOf(DType dtype) {
  return Given(TypeRowOf(dtype).narrow);
}
std::optional<HostOp> WrappingOf(DType dtype) {
  return Given(TypeRowOf(dtype).wrap);
}

runtime::HostValueKind ValueKindOf(DType dtype) {
  switch (HostClassOf(dtype).value_or(HostClass::Handle)) {
    case HostClass::Signed:
      return runtime::HostValueKind::kInt;
    case HostClass::Unsigned:
      return runtime::HostValueKind::kUInt;
    case HostClass::Bool:
      return runtime::HostValueKind::kBool;
    case HostClass::Float:
      return runtime::HostValueKind::kFloat;
    case HostClass::Handle:
      return runtime::HostValueKind::kHandle;
  }
  return runtime::HostValueKind::kHandle;
}

}  // namespace tirx::codegen

// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_facts.h"

#include <algorithm>
#include <numeric>

#include "ir/op.h"

namespace tirx::codegen {

using ir::BinaryNode;
using ir::BinaryOp;
using ir::CallNode;
using ir::CastNode;
using ir::ConstInt;
using ir::Expr;

namespace {

// Keeps products in range; alignments are far below.
constexpr int64_t kLargest = int64_t(1) << 30;

int64_t PowerOfTwoIn(int64_t value) {
  return value == 0 ? 0 : std::min(value & -value, kLargest);
}

}  // namespace

void IndexFacts::Define(const ir::Var& var, const Expr& value) {
  if (!IsInteger(value->dtype()) || value->dtype().lanes != 1) return;
  facts_[var.get()] = {NonNegative(value), Divisor(value)};
}

void IndexFacts::DefineLoop(const ir::ForNode& loop) {
  auto step = loop.step.defined() ? ConstInt(loop.step) : 1;
  if (!step) return;
  facts_[loop.var.get()] = {*step > 0 && NonNegative(loop.min),
                            std::gcd(Divisor(loop.min), PowerOfTwoIn(*step))};
}

const IndexFacts::Fact* IndexFacts::Find(const Expr& var) const {
  auto found = facts_.find(var.get());
  return found == facts_.end() ? nullptr : &found->second;
}

bool IndexFacts::NonNegative(const Expr& expr, int depth) const {
  if (IsUInt(expr->dtype())) return true;
  if (depth == 0) return false;
  if (auto constant = ConstInt(expr)) return *constant >= 0;
  if (const Fact* fact = Find(expr)) return fact->non_negative;
  if (auto* binary = expr.as<BinaryNode>()) return NonNegativeBinary(*binary, depth - 1);
  if (auto* cast = expr.as<CastNode>()) {
    DType from = cast->value->dtype();
    if (IsUInt(from)) return from.bits < cast->dtype().bits;
    return IsInt(from) && from.bits <= cast->dtype().bits && NonNegative(cast->value, depth - 1);
  }
  if (auto* call = expr.as<CallNode>()) {
    const ir::OpRow* row = ir::FindOp(call->op_name());
    return row && row->effect == ir::Effect::Thread;  // indices and extents
  }
  return false;
}

// Signed overflow is undefined in the language, so sums and products keep the sign of their operands.
bool IndexFacts::NonNegativeBinary(const BinaryNode& node, int depth) const {
  auto a = [&] { return NonNegative(node.a, depth); };
  auto b = [&] { return NonNegative(node.b, depth); };
  switch (node.op) {
    case BinaryOp::Add:
    case BinaryOp::Mul:
    case BinaryOp::Min:
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return a() && b();
    case BinaryOp::Max:
    case BinaryOp::BitAnd:
      return a() || b();
    case BinaryOp::Mod:
    case BinaryOp::Shr:
      return a();
    case BinaryOp::FloorMod:
      return b();
    default:
      return false;
  }
}

int64_t IndexFacts::Divisor(const Expr& expr, int depth) const {
  if (depth == 0) return 1;
  if (auto constant = ConstInt(expr)) return PowerOfTwoIn(*constant);
  if (const Fact* fact = Find(expr)) return fact->divisor;
  if (auto* binary = expr.as<BinaryNode>()) return DivisorBinary(*binary, depth - 1);
  if (auto* cast = expr.as<CastNode>(); cast && IsInteger(cast->value->dtype())) {
    return Divisor(cast->value, depth - 1);  // narrowing keeps the low bits
  }
  return 1;
}

int64_t IndexFacts::DivisorBinary(const BinaryNode& node, int depth) const {
  auto a = [&] { return Divisor(node.a, depth); };
  auto b = [&] { return Divisor(node.b, depth); };
  switch (node.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::FloorMod:
    case BinaryOp::Mod:
      return std::gcd(a(), b());
    case BinaryOp::Mul:
      return std::min(a() * b(), kLargest);
    case BinaryOp::Shl:
      if (auto by = ConstInt(node.b); by && *by >= 0 && *by < 31) return std::min(a() << *by, kLargest);
      return 1;
    default:
      return 1;
  }
}

}  // namespace tirx::codegen

// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_facts.h"

#include <algorithm>
#include <numeric>

namespace tirx::codegen {

using ir::BinaryNode;
using ir::BinaryOp;
using ir::CastNode;
using ir::ConstInt;
using ir::Expr;

namespace {

// Keeps products in range; alignments are far below.
constexpr int64_t kLargest = int64_t(1) << 30;

int64_t PowerOfTwoIn(int64_t value) {
  uint64_t bits = uint64_t(value), lowest = bits & (~bits + 1);  // unsigned: the least value has no negative
  return int64_t(std::min(lowest, uint64_t(kLargest)));
}

}  // namespace

void IndexFacts::Define(const ir::Var& var, const Expr& value) {
  if (!IsInteger(value->dtype()) || value->dtype().lanes != 1) return;
  analyzer_.SetRange(var, analyzer_.BoundsOf(value));
  divisors_[var.get()] = Divisor(value);
}

void IndexFacts::DefineLoop(const ir::ForNode& loop) {
  arith::Interval min = analyzer_.BoundsOf(loop.min), extent = analyzer_.BoundsOf(loop.extent);
  auto step = loop.step.defined() ? ConstInt(loop.step) : 1;
  if (!step || *step <= 0) return;
  analyzer_.SetRange(loop.var,
                     {min.min, arith::SaturatingAdd(min.max, std::max<arith::Wide>(extent.max, 1) - 1)});
  divisors_[loop.var.get()] = std::gcd(Divisor(loop.min), PowerOfTwoIn(*step));
}

void IndexFacts::DefineExtents(const ir::TensorType& type) {
  for (const Expr& extent : ir::ShapeOf(type))
    if (extent.as<ir::VarNode>())
      analyzer_.SetRange(RefCast<ir::Var>(extent), {0, arith::RangeOf(extent->dtype()).max});
}

bool IndexFacts::NonNegative(const Expr& expr) {
  return IsUInt(expr->dtype()) || analyzer_.BoundsOf(expr).IsNonNegative();
}

int64_t IndexFacts::Divisor(const Expr& expr, int depth) const {
  if (depth == 0) return 1;
  if (auto constant = ConstInt(expr)) return PowerOfTwoIn(*constant);
  if (auto found = divisors_.find(expr.get()); found != divisors_.end()) return found->second;
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

// SPDX-License-Identifier: Apache-2.0
// The value of an integer expression by the definition of each operator: the oracle of the simplifier's
// tests.
#pragma once

#include <optional>
#include <unordered_map>

#include "base/check.h"
#include "ir/arith.h"

namespace tirx::arith {

using Environment = std::unordered_map<const Object*, int64_t>;  // VarNode* -> value as IntImm stores it

// How arithmetic on signed integers below 32 bits goes beyond its type.
enum class Narrow { Undefined, Wraps };

// Nothing where the expression is undefined.
inline std::optional<int64_t> Evaluate(const ir::Expr& e, const Environment& values, Narrow narrow);

namespace evaluate_detail {

using Value = std::optional<int64_t>;

inline bool Less(DType t, int64_t a, int64_t b) {
  return IsUInt(t) ? uint64_t(a) < uint64_t(b) : a < b;
}

inline int64_t Compare(ir::BinaryOp op, DType t, int64_t a, int64_t b) {
  switch (op) {
    case ir::BinaryOp::EQ:
      return a == b;
    case ir::BinaryOp::NE:
      return a != b;
    case ir::BinaryOp::LT:
      return Less(t, a, b);
    case ir::BinaryOp::LE:
      return !Less(t, b, a);
    case ir::BinaryOp::GT:
      return Less(t, b, a);
    default:
      return !Less(t, a, b);
  }
}

inline Value Stored(DType t, int64_t value) {
  return ir::ConstInt(ir::IntImm(t, value));
}

inline Value Arithmetic(ir::BinaryOp op, DType t, int64_t a, int64_t b, Narrow narrow) {
  if (narrow == Narrow::Undefined || !IsInt(t) || t.bits >= 32) return ir::EvalInt(op, t, a, b);
  bool shift = op == ir::BinaryOp::Shl || op == ir::BinaryOp::Shr;
  if (shift && (b < 0 || b >= t.bits)) return std::nullopt;
  Value wide = ir::EvalInt(op, Int(64), a, b);
  return wide ? Stored(t, *wide) : wide;
}

inline Value Binary(const ir::BinaryNode& node, const Environment& values, Narrow narrow) {
  Value a = Evaluate(node.a, values, narrow);
  if (!a) return a;
  if (ir::IsLogical(node.op) && (*a != 0) == (node.op == ir::BinaryOp::Or)) return a;
  Value b = Evaluate(node.b, values, narrow);
  if (!b || ir::IsLogical(node.op)) return b;
  DType t = node.a->dtype();
  return ir::IsComparison(node.op) ? Compare(node.op, t, *a, *b) : Arithmetic(node.op, t, *a, *b, narrow);
}

inline Value Unary(const ir::UnaryNode& node, const Environment& values, Narrow narrow) {
  Value a = Evaluate(node.a, values, narrow);
  if (!a) return a;
  if (node.op == ir::UnaryOp::Not) return !*a;
  if (node.op == ir::UnaryOp::BitNot) return Stored(node.dtype(), ~*a);
  return Arithmetic(ir::BinaryOp::Sub, node.dtype(), 0, *a, narrow);
}

inline Value Choose(const ir::CallNode& call, const Environment& values, Narrow narrow) {
  Value condition = Evaluate(call.args[0], values, narrow);
  return condition ? Evaluate(call.args[*condition ? 1 : 2], values, narrow) : condition;
}

inline Value Select(const ir::SelectNode& node, const Environment& values, Narrow narrow) {
  Value condition = Evaluate(node.condition, values, narrow), a = Evaluate(node.then_value, values, narrow),
        b = Evaluate(node.else_value, values, narrow);
  if (!condition || !a || !b) return std::nullopt;
  return *condition ? a : b;
}

}  // namespace evaluate_detail

inline std::optional<int64_t> Evaluate(const ir::Expr& e, const Environment& values, Narrow narrow) {
  if (auto constant = ir::ConstInt(e)) return constant;
  if (e.as<ir::VarNode>()) return values.at(e.get());
  if (auto* node = e.as<ir::BinaryNode>()) return evaluate_detail::Binary(*node, values, narrow);
  if (auto* node = e.as<ir::UnaryNode>()) return evaluate_detail::Unary(*node, values, narrow);
  if (auto* node = e.as<ir::SelectNode>()) return evaluate_detail::Select(*node, values, narrow);
  if (auto* node = e.as<ir::CallNode>()) return evaluate_detail::Choose(*node, values, narrow);
  auto* cast = e.as<ir::CastNode>();
  TIRX_CHECK(cast, "the oracle does not know this expression");
  auto value = Evaluate(cast->value, values, narrow);
  return value ? evaluate_detail::Stored(e->dtype(), *value) : value;
}

}  // namespace tirx::arith

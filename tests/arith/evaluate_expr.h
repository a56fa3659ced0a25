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

// Nothing where the expression is undefined.
inline std::optional<int64_t> Evaluate(const ir::Expr& e, const Environment& values);

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

// What the language defines, over numbers wide enough for every exact result.
inline std::optional<__int128> Exact(ir::BinaryOp op, DType t, __int128 a, __int128 b) {
  using ir::BinaryOp;
  bool divides = op >= BinaryOp::Div && op <= BinaryOp::FloorMod;
  bool shifts = op == BinaryOp::Shl || op == BinaryOp::Shr;
  if ((divides && b == 0) || (shifts && (b < 0 || b >= t.bits))) return std::nullopt;
  __int128 quotient = divides ? a / b : 0, rest = divides ? a % b : 0;
  bool adjust = rest != 0 && (rest < 0) != (b < 0);
  switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      // Two uint64 can be more than the widest signed type holds; the low bits are what counts then.
      return __int128((unsigned __int128)(a) * (unsigned __int128)(b));
    case BinaryOp::Div:
      return quotient;
    case BinaryOp::Mod:
      return rest;
    case BinaryOp::FloorDiv:
      return quotient - adjust;
    case BinaryOp::FloorMod:
      return adjust ? rest + b : rest;
    case BinaryOp::Min:
      return a < b ? a : b;
    case BinaryOp::Max:
      return a > b ? a : b;
    case BinaryOp::BitAnd:
      return a & b;
    case BinaryOp::BitOr:
      return a | b;
    case BinaryOp::BitXor:
      return a ^ b;
    case BinaryOp::Shl:
      return Stored(t, int64_t(uint64_t(a) << int(b)));
    default:
      return a >> int(b);
  }
}

// Unsigned and narrow arithmetic wraps; other overflow is undefined, and so is a remainder whose quotient
// overflows.
inline Value Arithmetic(ir::BinaryOp op, DType t, int64_t a, int64_t b) {
  auto number = [&](int64_t stored) {
    return IsUInt(t) ? static_cast<__int128>(uint64_t(stored)) : static_cast<__int128>(stored);
  };
  auto exact = Exact(op, t, number(a), number(b));
  if (!exact) return std::nullopt;
  bool checked = IsInt(t) && t.bits >= 32;
  __int128 limit = __int128(1) << (t.bits - 1);
  auto overflows = [&](__int128 value) { return checked && (value < -limit || value >= limit); };
  bool remainder = op == ir::BinaryOp::Mod || op == ir::BinaryOp::FloorMod;
  if (remainder && overflows(number(a) / number(b))) return std::nullopt;
  if (op != ir::BinaryOp::Shl && overflows(*exact)) return std::nullopt;
  return Stored(t, int64_t(*exact));
}

inline Value Binary(const ir::BinaryNode& node, const Environment& values) {
  Value a = Evaluate(node.a, values);
  if (!a) return a;
  if (ir::IsLogical(node.op) && (*a != 0) == (node.op == ir::BinaryOp::Or)) return a;
  Value b = Evaluate(node.b, values);
  if (!b || ir::IsLogical(node.op)) return b;
  DType t = node.a->dtype();
  return ir::IsComparison(node.op) ? Compare(node.op, t, *a, *b) : Arithmetic(node.op, t, *a, *b);
}

inline Value Unary(const ir::UnaryNode& node, const Environment& values) {
  Value a = Evaluate(node.a, values);
  if (!a) return a;
  if (node.op == ir::UnaryOp::Not) return !*a;
  if (node.op == ir::UnaryOp::BitNot) return Stored(node.dtype(), ~*a);
  return Arithmetic(ir::BinaryOp::Sub, node.dtype(), 0, *a);
}

inline Value Choose(const ir::CallNode& call, const Environment& values) {
  Value condition = Evaluate(call.args[0], values);
  return condition ? Evaluate(call.args[*condition ? 1 : 2], values) : condition;
}

inline Value Select(const ir::SelectNode& node, const Environment& values) {
  Value condition = Evaluate(node.condition, values), a = Evaluate(node.then_value, values),
        b = Evaluate(node.else_value, values);
  if (!condition || !a || !b) return std::nullopt;
  return *condition ? a : b;
}

}  // namespace evaluate_detail

inline std::optional<int64_t> Evaluate(const ir::Expr& e, const Environment& values) {
  if (auto constant = ir::ConstInt(e)) return constant;
  if (e.as<ir::VarNode>()) return values.at(e.get());
  if (auto* node = e.as<ir::BinaryNode>()) return evaluate_detail::Binary(*node, values);
  if (auto* node = e.as<ir::UnaryNode>()) return evaluate_detail::Unary(*node, values);
  if (auto* node = e.as<ir::SelectNode>()) return evaluate_detail::Select(*node, values);
  if (auto* node = e.as<ir::CallNode>()) return evaluate_detail::Choose(*node, values);
  auto* cast = e.as<ir::CastNode>();
  TIRX_CHECK(cast, "the oracle does not know this expression");
  auto value = Evaluate(cast->value, values);
  return value ? evaluate_detail::Stored(e->dtype(), *value) : value;
}

}  // namespace tirx::arith

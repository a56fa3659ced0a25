// SPDX-License-Identifier: Apache-2.0
#include "pass/expression_numbers.h"

#include <algorithm>
#include <cstring>

#include "ir/op.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

constexpr int kMaxCost = 1000;

// What a GPU pays, in additions: the figures only order expressions by whether a name for them is worth it.
int CostOf(const BinaryNode& node) {
  switch (node.op) {
    case BinaryOp::Mul:
      return 2;
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: {
      auto divisor = ConstInt(node.b);
      bool shifts = divisor && *divisor > 0 && (*divisor & (*divisor - 1)) == 0;
      return shifts ? 1 : 4;
    }
    default:
      return 1;
  }
}

// Indices of threads stand in registers; mathematics takes several instructions.
int CostOf(const OpRow& row) {
  if (row.effect == Effect::Thread || row.name == "if_then_else" || row.name == "reinterpret") return 1;
  return 8;
}

// Attributes as text: nothing where one is neither a number nor a string.
std::optional<std::string> TextOf(const Attrs& attrs) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : attrs) {
    std::string text = std::string(key) + "=";
    if (auto string = value.as<String>()) {
      text += "\"" + std::string(*string) + "\"";
    } else if (value.type_index() == ffi::TypeIndex::kTVMFFIInt ||
               value.type_index() == ffi::TypeIndex::kTVMFFIBool) {
      text += std::to_string(value.cast<int64_t>());
    } else {
      return std::nullopt;
    }
    parts.push_back(text);
  }
  std::sort(parts.begin(), parts.end());
  std::string all;
  for (const std::string& part : parts) all += part + ";";
  return all;
}

std::string ConstantKey(const Expr& e) {
  if (auto* constant = e.as<IntImmNode>()) return "i" + std::to_string(constant->value);
  uint64_t bits = 0;
  std::memcpy(&bits, &e.as<FloatImmNode>()->value, sizeof bits);  // -0.0 is not 0.0
  return "f" + std::to_string(bits);
}

}  // namespace

const ExpressionNumbers::Info& ExpressionNumbers::Of(const Expr& e) {
  if (auto it = memo_.find(e.get()); it != memo_.end()) return it->second;
  Info info = Compute(e);
  keep_alive_.push_back(e);
  return memo_.emplace(e.get(), info).first->second;
}

// A number of its own.
ExpressionNumbers::Info ExpressionNumbers::Unique(const Expr& e) {
  std::string key = "@" + std::to_string(reinterpret_cast<uintptr_t>(e.get()));
  return {numbers_.emplace(key, int(numbers_.size())).first->second, 0, bool(e.as<VarNode>())};
}

ExpressionNumbers::Info ExpressionNumbers::Compute(const Expr& e) {
  if (e.as<VarNode>()) return Unique(e);
  std::string key = DTypeName(e->dtype()) + " ";
  int cost = 0;
  if (e.as<IntImmNode>() || e.as<FloatImmNode>()) {
    key += ConstantKey(e);
  } else if (auto* binary = e.as<BinaryNode>()) {
    key += "b" + std::to_string(int(binary->op));
    cost = CostOf(*binary);
  } else if (auto* unary = e.as<UnaryNode>()) {
    key += "u" + std::to_string(int(unary->op));
    cost = 1;
  } else if (e.as<CastNode>()) {
    key += "c";
    cost = 1;
  } else if (e.as<SelectNode>()) {
    key += "s";
    cost = 1;
  } else if (auto* call = e.as<CallNode>()) {
    const OpRow* row = FindOp(call->op_name());
    auto attrs = TextOf(call->attrs);
    if (!row || row->effect > Effect::Thread || !attrs) return Unique(e);
    key += std::string(row->name) + "(" + *attrs;
    cost = CostOf(*row);
  } else {
    return Unique(e);
  }
  bool steady = true;
  VisitChildren(e.get(), [&](const ObjectRef& child, int64_t) {
    const Info info = Of(RefCast<Expr>(child));
    key += "," + std::to_string(info.number);
    cost = std::min(cost + info.cost, kMaxCost);
    steady &= info.steady;
  });
  if (!steady) return Unique(e);
  return {numbers_.emplace(key, int(numbers_.size())).first->second, cost, true};
}

}  // namespace tirx::pass

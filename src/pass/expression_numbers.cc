// SPDX-License-Identifier: Apache-2.0
#include "pass/expression_numbers.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "ir/op.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

using Exprs = std::initializer_list<Expr>;

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

uint64_t WhatOf(char kind, uint64_t which, DType t) {
  return uint64_t(uint8_t(kind)) << 56 | which << 32 | uint64_t(t.code) << 24 | uint64_t(t.bits) << 16 |
         uint64_t(uint16_t(t.lanes));
}

}  // namespace

ExpressionNumbers::Info ExpressionNumbers::Of(const Expr& e) {
  if (Info* known = memo_.Find(e.get())) return *known;
  Info info = Compute(e);
  memo_.Insert(e.get(), info);
  return info;
}

size_t ExpressionNumbers::KeyHash::operator()(const Key& key) const {
  uint64_t hash = key.what;
  for (int64_t part : key.parts) hash = MixHash(hash, uint64_t(part));
  return size_t(hash);
}

// A number of its own. Names are steady: they are bound once.
ExpressionNumbers::Info ExpressionNumbers::Unique(const Expr& e) {
  auto address = int64_t(reinterpret_cast<uintptr_t>(e.get()));
  return {NumberOf({WhatOf('@', 0, Void()), {address, 0, 0}}), 0, bool(e.as<VarNode>())};
}

template <class Operands>
ExpressionNumbers::Info ExpressionNumbers::Numbered(const Expr& e, char kind, uint64_t which,
                                                    const Operands& operands, int cost) {
  Key key{WhatOf(kind, which, e->dtype()), {-1, -1, -1}};
  size_t place = 0;
  for (const Expr& operand : operands) {
    Info info = Of(operand);
    if (!info.steady) return Unique(e);
    key.parts[place++] = info.number;
    cost = std::min(cost + info.cost, kMaxCost);
  }
  return {NumberOf(key), cost, true};
}

ExpressionNumbers::Info ExpressionNumbers::ComputeCall(const Expr& e) {
  const auto& call = *e.as<CallNode>();
  const OpRow* row = FindOp(call.op_name());
  auto attrs = TextOf(call.attrs);
  if (!row || row->effect > Effect::Thread || !attrs || call.args.size() > 3) return Unique(e);
  std::string callee = std::string(row->name) + "(" + *attrs;
  uint64_t which = callees_.emplace(callee, callees_.size()).first->second;
  return Numbered(e, 'f', which, call.args, CostOf(*row));
}

ExpressionNumbers::Info ExpressionNumbers::Compute(const Expr& e) {
  if (auto* constant = e.as<IntImmNode>())
    return {NumberOf({WhatOf('i', 0, e->dtype()), {constant->value, 0, 0}}), 0, true};
  if (auto* constant = e.as<FloatImmNode>()) {
    int64_t bits = 0;  // not the value: -0.0 is not 0.0
    std::memcpy(&bits, &constant->value, sizeof bits);
    return {NumberOf({WhatOf('r', 0, e->dtype()), {bits, 0, 0}}), 0, true};
  }
  if (auto* node = e.as<BinaryNode>())
    return Numbered(e, 'b', uint64_t(node->op), Exprs{node->a, node->b}, CostOf(*node));
  if (auto* node = e.as<UnaryNode>()) return Numbered(e, 'u', uint64_t(node->op), Exprs{node->a}, 1);
  if (auto* node = e.as<CastNode>()) return Numbered(e, 'c', 0, Exprs{node->value}, 1);
  if (auto* node = e.as<SelectNode>())
    return Numbered(e, 's', 0, Exprs{node->condition, node->then_value, node->else_value}, 1);
  return e.as<CallNode>() ? ComputeCall(e) : Unique(e);
}

}  // namespace tirx::pass

// SPDX-License-Identifier: Apache-2.0
// Numbers for expressions, so that equal ones are found without comparing them: linear in the size of what is
// asked, shared parts counted once.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/pointer_map.h"
#include "ir/expr.h"

namespace tirx::pass {

class ExpressionNumbers {
 public:
  struct Info {
    int number;   // equal for expressions that compute the same from the same variables
    int cost;     // of computing it, in additions; saturates
    bool steady;  // nothing is read from memory, nothing has an effect: it has one value wherever it is
                  // computed
  };
  // The expression must live as long as these numbers.
  Info Of(const ir::Expr& e);

 private:
  // What an expression is, apart from its operands, and their numbers or a constant's bits.
  struct Key {
    uint64_t what;
    std::array<int64_t, 3> parts;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };
  Info Compute(const ir::Expr& e);
  Info ComputeCall(const ir::Expr& e);
  Info Unique(const ir::Expr& e);
  template <class Operands>
  Info Numbered(const ir::Expr& e, char kind, uint64_t which, const Operands& operands, int cost);
  int NumberOf(const Key& key) { return numbers_.emplace(key, int(numbers_.size())).first->second; }

  PointerMap<Info> memo_;
  std::unordered_map<Key, int, KeyHash> numbers_;
  std::unordered_map<std::string, uint64_t> callees_;  // with their attributes
};

}  // namespace tirx::pass

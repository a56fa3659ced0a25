// SPDX-License-Identifier: Apache-2.0
// Numbers for expressions, so that equal ones are found without comparing them: linear in the size of what is
// asked, shared parts counted once.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

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
  const Info& Of(const ir::Expr& e);

 private:
  Info Compute(const ir::Expr& e);
  Info Unique(const ir::Expr& e);

  std::unordered_map<const Object*, Info> memo_;
  std::unordered_map<std::string, int> numbers_;
  std::vector<ir::Expr> keep_alive_;
};

}  // namespace tirx::pass

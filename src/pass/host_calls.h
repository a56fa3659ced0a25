// SPDX-License-Identifier: Apache-2.0
// Calls of host code, for passes that give it functions of its own.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/visit.h"

namespace tirx::pass {

// Makes host code call other functions; device entries keep theirs.
class HostCalls : public ir::Rewriter {
 public:
  // The function to call instead of the one of that name; nothing: the same.
  using Instead = std::function<std::optional<std::string>(std::string_view)>;
  explicit HostCalls(Instead instead) : instead_(std::move(instead)) {}

 protected:
  ir::Stmt RewriteStmt(const ir::Stmt& stmt) override;
  ir::Expr RewriteExpr(const ir::Expr& expr) override;

 private:
  Instead instead_;
};

}  // namespace tirx::pass

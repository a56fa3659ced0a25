// SPDX-License-Identifier: Apache-2.0
// IR as TIRx script: one spelling for each thing, and it parses back to an equal module.
#pragma once

#include <string>

#include "ir/function.h"

namespace tirx::ir {

struct PrintOptions {
  int width = 100;     // lines longer than this are laid out over several where the syntax allows
  bool header = true;  // the import lines
};

std::string Print(const IRModule& module, const PrintOptions& options = {});
std::string Print(const Function& function, const PrintOptions& options = {});
// Parts, for messages and reports: no header, free variables by their names.
std::string Print(const Stmt& stmt, const PrintOptions& options = {});
std::string Print(const Expr& expr);

}  // namespace tirx::ir

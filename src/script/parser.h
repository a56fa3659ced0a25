// SPDX-License-Identifier: Apache-2.0
// Python source to its syntax tree.
#pragma once

#include <memory>

#include "diag/result.h"
#include "script/ast.h"

namespace tirx::script {

// How many errors one run reports.
constexpr size_t kMaxErrors = 20;

// Fails with every syntax error of the file, each logical line giving at most one, up to kMaxErrors.
Result<std::shared_ptr<const Ast>> ParseFile(const SourceFile& file);

}  // namespace tirx::script

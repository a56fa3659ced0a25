// SPDX-License-Identifier: Apache-2.0
// Where control leaves a statement early.
#pragma once

#include "ir/stmt.h"

namespace tirx::pass {

// Whether the body of a loop has a `break` or `continue` of that loop, those of inner loops left aside.
bool HasLoopExit(const ir::Stmt& body);
// Whether nothing after the statement is reached: it ends with `return`, `break` or `continue` on every path.
bool NeverCompletes(const ir::Stmt& stmt);

}  // namespace tirx::pass

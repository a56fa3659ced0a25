// SPDX-License-Identifier: Apache-2.0
// Copies of IR with new variables, for passes that repeat code or move it into another function: a variable
// is defined once in a module.
#pragma once

#include "ir/visit.h"

namespace tirx::pass {

// The type with its extents, strides and offset rewritten.
ir::Type SubstituteInType(const ir::Type& type, const ir::VarMap& values);

// A copy of `body` in which every variable that it defines is a new one and the variables of `values` are
// replaced, in types too. `values` gains the new variables.
ir::Stmt CopyBody(const ir::Stmt& body, ir::VarMap* values);

// A copy of the whole function under another name, parameters included. Its global symbol, if any, follows.
ir::Function CopyFunction(const ir::Function& function, String name);

}  // namespace tirx::pass

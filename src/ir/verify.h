// SPDX-License-Identifier: Apache-2.0
// The verifier: what every module must satisfy between passes. Run before and after each pass in tests.
#pragma once

#include "diag/result.h"
#include "ir/function.h"

namespace tirx::ir {

// Checks definitions before uses and single definition, operand types against the op rows, index counts, that
// called functions exist with fitting arguments, device entries not nested, expression depth. Names the
// function, statement and rule in the diagnostic.
Status Verify(const IRModule& module);

}  // namespace tirx::ir

// SPDX-License-Identifier: Apache-2.0
// A function of a backend's namespace that runs while a kernel is compiled and builds IR from its operands:
// `T.acme.scale(x, 2)`. Unlike an operation (ir/op.h) it leaves no trace of its own in the program.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hook.h"
#include "diag/result.h"

namespace tirx::script {

// Operands as ToAny (script/foreign.h) gives them: compile-time values, and IR.
struct FunctionOperands {
  std::vector<Any> positional;
  std::vector<std::pair<std::string, Any>> keywords;
};

struct FunctionRow {
  static constexpr std::string_view kTable = "script_functions";
  std::string_view name;    // the path after `T.`
  std::string_view params;  // as Form::params (script/form.h)
  // The operands fit `params`. Gives what FromAny reads: an expression, a compile-time value, or nothing.
  Hook<Result<Any>(const FunctionOperands& operands, const Span& at)> call = nullptr;
  std::string_view doc = "";
};

}  // namespace tirx::script

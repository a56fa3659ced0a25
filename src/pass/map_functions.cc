// SPDX-License-Identifier: Apache-2.0
#include "pass/map_functions.h"

namespace tirx::pass {

ir::IRModule MapFunctions(const ir::IRModule& module,
                          FunctionRef<ir::Function(const ir::Function&)> rewrite) {
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions)
    functions.push_back(function->body.defined() ? rewrite(function) : function);
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

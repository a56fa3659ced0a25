// SPDX-License-Identifier: Apache-2.0
#include "pass/annotate_entry.h"

namespace tirx::pass {

Result<ir::IRModule> AnnotateEntry(ir::IRModule module, const PassContext&) {
  int exported = 0;
  for (const ir::Function& function : module->functions) exported += function->is_exported();
  if (exported != 1) return module;
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions)
    functions.push_back(function->is_exported() ? function.WithAttr(ir::attr::kIsEntry, true) : function);
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

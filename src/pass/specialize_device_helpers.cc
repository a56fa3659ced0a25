// SPDX-License-Identifier: Apache-2.0
#include "pass/specialize_device_helpers.h"

#include "ir/visit.h"
#include "pass/helper_clones.h"

namespace tirx::pass {

Result<ir::IRModule> SpecializeDeviceHelpers(ir::IRModule module, const PassContext&) {
  HelperClones clones(module);
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions) {
    bool kernel = function->calling_conv() == ir::CallingConv::DeviceKernel && function->body.defined();
    functions.push_back(
        kernel ? function.WithBody(clones.Specialize(function->body, BindingOf(function->attrs))) : function);
  }
  return clones.Finish(functions);
}

}  // namespace tirx::pass

// SPDX-License-Identifier: Apache-2.0
#include "pass/tile_dispatch.h"

#include "ir/visit.h"

namespace tirx::pass {

bool IsTileOperation(std::string_view op) {
  return op.rfind("tile.", 0) == 0 || op.find(".tile.") != std::string_view::npos;
}

Result<ir::IRModule> TileDispatch(ir::IRModule module, const PassContext&) {
  diag::Diagnostics errors;
  for (const ir::Function& function : module->functions) {
    if (!function->body.defined()) continue;
    auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
    ir::Walk(function->body, [&](const ObjectRef& node) {
      auto* call = node.as<ir::CallNode>();
      if (call && IsTileOperation(call->op_name()))
        errors.push_back(diag::Make(DK::NoTileVariant, call->span, {call->op_name(), View(target->kind)}));
      return true;
    });
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return module;
}

}  // namespace tirx::pass

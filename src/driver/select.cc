// SPDX-License-Identifier: Apache-2.0
#include "driver/select.h"

#include <set>
#include <vector>

#include "diag/suggest.h"
#include "ir/visit.h"

namespace tirx::driver {

Result<ir::IRModule> SelectFunction(const ir::IRModule& module, std::string_view name,
                                    const std::string& where) {
  if (!module.Find(name).defined()) {
    std::vector<std::string_view> names;
    for (const ir::Function& function : module->functions) names.push_back(View(function->name));
    std::string listed = names.empty() ? "none" : diag::OneOf(names);
    return diag::Suggest(diag::Make(DK::NoSuchFunction, Span(), {name, where, listed}), name, names);
  }
  std::set<std::string> wanted{std::string(name)};
  std::vector<std::string> pending{std::string(name)};
  auto want = [&](const std::string& callee) {
    if (wanted.insert(callee).second) pending.push_back(callee);
  };
  while (!pending.empty()) {
    ir::Function function = module.Find(pending.back());
    pending.pop_back();
    if (!function.defined()) continue;
    ir::Walk(function, [&](const ObjectRef& node) {
      auto* call = node.as<ir::CallNode>();
      if (!call) return true;
      if (auto* callee = call->callee.as<ir::GlobalVarNode>()) want(callee->name);
      // What the simulator runs in place of foreign code (pass use-references).
      if (ir::HasAttr(call->attrs, "reference")) want(std::string(call->attrs["reference"].cast<String>()));
      return true;
    });
  }
  Array<ir::Function> kept;
  for (const ir::Function& function : module->functions)
    if (wanted.count(function->name)) kept.push_back(function);
  return module.WithFunctions(kept);
}

}  // namespace tirx::driver

// SPDX-License-Identifier: Apache-2.0
#include "pass/copy_exported.h"

#include <map>

#include "pass/bind_target.h"
#include "pass/copy_body.h"
#include "pass/host_calls.h"

namespace tirx::pass {

Result<ir::IRModule> CopyExported(ir::IRModule module, const PassContext&) {
  std::map<std::string, std::string, std::less<>> copies;  // of those that are called, by name
  HostCalls redirect([&](std::string_view name) -> std::optional<std::string> {
    ir::Function callee = module.Find(name);
    if (!callee.defined() || !callee->is_exported() || !callee->body.defined()) return std::nullopt;
    std::string& copy = copies[std::string(name)];
    if (copy.empty()) copy = UniqueFunctionName(module, std::string(name) + "_private");
    return copy;
  });
  std::vector<ir::Function> redirected;
  for (const ir::Function& function : module->functions) redirected.push_back(redirect.Rewrite(function));
  if (copies.empty()) return module;
  Array<ir::Function> functions;
  for (const ir::Function& function : redirected) {
    functions.push_back(function);
    if (auto copy = copies.find(View(function->name)); copy != copies.end())
      functions.push_back(CopyFunction(function, copy->second).WithoutAttr(ir::attr::kGlobalSymbol));
  }
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

// SPDX-License-Identifier: Apache-2.0
// What the tests of passes about configurations share: a program with two device entries and helpers, for a
// target that has a configuration.
#pragma once

#include <map>

#include "ir/visit.h"
#include "pass/bind_backend_config.h"
#include "pass/pass_fixture.h"
#include "script/script.h"

namespace tirx::pass {

// `first` and `second` are Python dicts; leaf is called by helper, helper by both entries.
inline ir::IRModule TwoEntries(const std::string& first, const std::string& second) {
  backend::LoadAtStart();
  std::string text = R"(
from tirx import script as T

@T.function(private=True)
def leaf(x: T.float32) -> T.float32:
    return x * T.float32(0.5)

@T.function(private=True)
def helper(x: T.float32) -> T.float32:
    return leaf(x)

@T.function
def main(A: T.Tensor((32,), "float32"), B: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config=)" +
                     first + R"():
        x = T.gpu.thread_idx("x")
        A[x] = helper(A[x])
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config=)" +
                     second + R"():
        y = T.gpu.thread_idx("x")
        B[y] = helper(B[y])
)";
  auto module = script::ParseModule(SourceFile("two_entries.py", text));
  if (module.ok()) return *module;
  ADD_FAILURE() << diag::Render(module.diagnostics());
  return ir::IRModule();
}

inline PassContext CudaContext(const std::string& target, const std::string& backend_config = "") {
  backend::LoadAtStart();
  PassContext context;
  context.target = *target::Parse(target);
  context.backend_config = backend_config;
  context.verify = true;
  return context;
}

inline ir::IRModule RunOn(const ir::IRModule& module, const std::vector<std::string_view>& passes,
                          const PassContext& context) {
  auto result = RunPasses(module, passes, context);
  if (result.ok()) return *result;
  ADD_FAILURE() << diag::Render(result.diagnostics());
  return ir::IRModule();
}

// The attributes of the device entries, in program order.
inline std::vector<Attrs> EntryAttrs(const ir::IRModule& module) {
  std::vector<Attrs> found;
  for (const ir::Function& function : module->functions)
    ir::Walk(function->body, [&](const ObjectRef& node) {
      auto* region = node.as<ir::RegionNode>();
      if (region && View(region->op->name) == "device_entry") found.push_back(region->attrs);
      return true;
    });
  return found;
}

inline std::vector<std::string> Names(const ir::IRModule& module) {
  std::vector<std::string> names;
  for (const ir::Function& function : module->functions) names.push_back(function->name);
  return names;
}

// Names of device functions by architecture and whether subnormals are flushed.
inline std::map<std::pair<std::string, bool>, std::vector<std::string>> Groups(const ir::IRModule& module) {
  std::map<std::pair<std::string, bool>, std::vector<std::string>> groups;
  for (const ir::Function& function : module->functions) {
    Binding binding = BindingOf(function->attrs);
    if (binding.target->host.defined() || View(binding.target->kind) == "c") continue;
    bool ftz = binding.config.find("--ftz=true") != std::string::npos;
    groups[{binding.target->arch(), ftz}].push_back(function->name);
  }
  return groups;
}

}  // namespace tirx::pass

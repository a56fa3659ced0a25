// SPDX-License-Identifier: Apache-2.0
#include "pass/promise_alignment.h"

#include <algorithm>

#include "pass/align_tensors.h"

namespace tirx::pass {
namespace {

// Those of a device's order that decide about alignment; empty where the target's order has no such pass.
std::vector<std::string_view> PassesUntilAligned(const PassContext& context) {
  auto* own = ir::CurrentSnapshot().Find<PipelineRow>(View(context.target->kind));
  if (!own) return {};
  std::vector<std::string_view> all = own->passes();
  auto first = std::find(all.begin(), all.end(), "flatten-tensors");
  auto last = std::find(first, all.end(), "align-tensors");
  return last == all.end() ? std::vector<std::string_view>() : std::vector<std::string_view>(first, last + 1);
}

std::vector<int64_t> AlignmentsOf(const ir::Function& function) {
  std::vector<int64_t> bytes;
  for (const ir::Var& param : function->params)
    bytes.push_back(param.is_tensor() ? param.tensor_type()->alignment : 0);
  return bytes;
}

}  // namespace

Result<ir::IRModule> PromiseAlignment(ir::IRModule module, const PassContext& context) {
  const std::vector<std::string_view> passes = PassesUntilAligned(context);
  if (passes.empty()) return module;
  PassContext quiet = context;
  quiet.verify = false;
  auto aligned = RunPasses(module, passes, quiet);
  // What the device's compiler refuses is not for the simulator to say.
  if (!aligned.ok() || (*aligned)->functions.size() != module->functions.size()) return module;
  Array<ir::Function> functions;
  for (size_t i = 0; i < module->functions.size(); ++i) {
    const ir::Function function = module->functions[i];
    const std::vector<int64_t> wanted = AlignmentsOf((*aligned)->functions[i]);
    const bool same = !function->body.defined() || wanted == AlignmentsOf(function);
    functions.push_back(same ? function : AlignParams(function, wanted));
  }
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

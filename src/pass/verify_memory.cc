// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_memory.h"

#include <unordered_set>

#include "diag/suggest.h"
#include "ir/registry.h"
#include "ir/visit.h"
#include "pass/tensor_root.h"

namespace tirx::pass {
namespace {

// Host code that is given the device's memory: exported functions, and private ones that they call on the
// host.
bool RunsOnHost(const ir::Function& function) {
  auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
  auto* kind = target::FindKind(View(target->kind));
  return function->is_exported() || (kind != nullptr && kind->is_host);
}

class HostAccesses {
 public:
  HostAccesses(const ir::Function& function, diag::Diagnostics* errors)
      : roots_(function->body), errors_(errors) {
    for (const ir::Var& param : function->params) params_.insert(param.get());
    Check(function->body);
  }

 private:
  void Check(const ObjectRef& root) {
    ir::Walk(root, [&](const ObjectRef& node) {
      auto* call = node.as<ir::CallNode>();
      if (call && call->op_name() == "address_of" && call->args[0].as<ir::TensorLoadNode>()) {
        for (const ir::Expr& index : call->args[0].as<ir::TensorLoadNode>()->indices) Check(index);
        return false;  // an address is taken, nothing is read
      }
      if (auto* load = node.as<ir::TensorLoadNode>()) CheckAccess(load->tensor, load->span);
      if (auto* store = node.as<ir::TensorStoreNode>()) CheckAccess(store->tensor, store->span);
      auto* region = node.as<ir::RegionNode>();
      if (!region || View(region->op->name) != "device_entry") return true;
      for (const ir::Expr& arg : region->args) Check(arg);
      return false;
    });
  }
  void CheckAccess(const ir::Var& tensor, const Span& span) {
    ir::Var root = roots_.RootOf(tensor);
    if (params_.count(root.get()))
      errors_->push_back(diag::Make(DK::HostAccessesDevice, span, {View(root->name)}));
  }

  TensorRoots roots_;
  std::unordered_set<const Object*> params_;
  diag::Diagnostics* errors_;
};

// The kinds of targets that are no hosts and whose memory is the host's.
std::string LoopTargets() {
  std::vector<std::string_view> names;
  for (const target::TargetKindRow* kind : ir::CurrentSnapshot().All<target::TargetKindRow>())
    if (!kind->is_host && kind->device_type == kDLCPU) names.push_back(kind->name);
  return names.empty() ? "" : diag::OneOf(names);
}

}  // namespace

Result<ir::IRModule> VerifyMemory(ir::IRModule module, const PassContext& context) {
  auto* kind = target::FindKind(View(context.target->kind));
  if (kind && kind->is_host) return module;
  diag::Diagnostics errors;
  for (const ir::Function& function : module->functions)
    if (function->body.defined() && RunsOnHost(function)) HostAccesses(function, &errors);
  if (errors.empty()) return module;
  if (std::string names = LoopTargets(); !names.empty())
    errors.front().notes.push_back(
        {Span(), "loops over tensors of the host are compiled for target " + names});
  return Failure(std::move(errors));
}

}  // namespace tirx::pass

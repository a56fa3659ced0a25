// SPDX-License-Identifier: Apache-2.0
#include "pass/bind_target.h"

#include <unordered_map>

#include "base/check.h"
#include "ir/visit.h"
#include "pass/copy_body.h"
#include "pass/host_calls.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

constexpr std::string_view kDeviceEntry = "device_entry";

struct CallSite {
  std::string callee;
  bool on_device;  // inside a device entry
  Span span;
};

std::vector<CallSite> CallsOf(const Function& function) {
  std::vector<CallSite> calls;
  if (!function->body.defined()) return calls;
  auto collect = [&calls](const ObjectRef& root, bool on_device, auto&& self) -> void {
    Walk(root, [&](const ObjectRef& node) {
      if (auto* region = node.as<RegionNode>();
          region && !on_device && View(region->op->name) == kDeviceEntry) {
        self(region->body, true, self);
        for (const Expr& arg : region->args) self(arg, false, self);
        return false;
      }
      if (auto* call = node.as<CallNode>())
        if (auto* callee = call->callee.as<GlobalVarNode>())
          calls.push_back({std::string(callee->name), on_device, call->span});
      return true;
    });
  };
  collect(function->body, false, collect);
  return calls;
}

struct Callers {
  bool host = false, device = false;
};

// Which private functions are reached from host code and which from device code; exported functions are the
// roots. What has a device entry is host code even where nobody calls it.
class CallGraph {
 public:
  explicit CallGraph(const IRModule& module) {
    for (const Function& function : module->functions)
      functions_.emplace(std::string(function->name), function);
  }

  Status Explore() {
    for (const auto& [name, function] : functions_) {
      if (!function->is_exported() && !HasDeviceEntry(function)) continue;
      callers_[name].host = true;
      pending_.push_back({name, false});
    }
    while (!pending_.empty()) {
      auto [name, on_device] = pending_.back();
      pending_.pop_back();
      TIRX_RETURN_IF_FAILED(Follow(functions_.at(name), on_device));
    }
    return Ok{};
  }

  Callers CallersOf(const Function& function) { return callers_[std::string(function->name)]; }

 private:
  static diag::Diagnostic NestedEntry(const CallSite& call, const Function& callee) {
    diag::Diagnostic nested = diag::Make(DK::NestedEntry, call.span, {});
    nested.notes.push_back({callee->span, "`" + call.callee + "`, which is called here, has one"});
    return nested;
  }

  Status Follow(const Function& caller, bool on_device) {
    for (const CallSite& call : CallsOf(caller)) {
      auto it = functions_.find(call.callee);
      if (it == functions_.end()) continue;
      bool device_call = on_device || call.on_device;
      if (it->second->is_exported()) {
        if (device_call) return Fail(DK::DeviceCallsExported, call.span, {call.callee});
        continue;
      }
      if (device_call && HasDeviceEntry(it->second)) return Failure(NestedEntry(call, it->second));
      Callers& callers = callers_[call.callee];
      bool& seen = device_call ? callers.device : callers.host;
      if (!seen) pending_.push_back({call.callee, device_call});
      seen = true;
    }
    return Ok{};
  }

  std::unordered_map<std::string, Function> functions_;
  std::unordered_map<std::string, Callers> callers_;
  std::vector<std::pair<std::string, bool>> pending_;
};

// For a target that is a host itself: everything runs there.
IRModule BindAll(const IRModule& module, const target::Target& target) {
  Array<Function> functions;
  for (const Function& function : module->functions)
    functions.push_back(function.WithAttr(attr::kTarget, target));
  return module.WithFunctions(functions);
}

}  // namespace

bool HasDeviceEntry(const Function& function) {
  bool found = false;
  if (!function->body.defined()) return false;
  WalkStatements(function->body, [&](const Stmt& stmt) {
    auto* region = stmt.as<RegionNode>();
    found |= region && View(region->op->name) == kDeviceEntry;
    return !found;
  });
  return found;
}

target::Target HostOf(const target::Target& target) {
  if (target->host.defined()) return RefCast<target::Target>(target->host);
  auto* kind = target::FindKind(View(target->kind));
  if (!kind || kind->is_host) return target;
  return target::Target(String(std::string(kind->default_host)), {}, target::Target());
}

bool IsDeviceFunction(const Function& function) {
  if (function->is_exported()) return false;
  auto target = function->attrs[attr::kTarget].cast<target::Target>();
  auto* kind = target::FindKind(View(target->kind));
  return !(kind && kind->is_host);
}

std::string UniqueFunctionName(const IRModule& module, const std::string& name) {
  std::string unique = name;
  for (int i = 1; module.Find(unique).defined(); ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

Result<IRModule> BindTarget(IRModule module, const PassContext& context) {
  target::Target host = HostOf(context.target);
  if (host.same_as(context.target)) return BindAll(module, host);
  target::Target device = context.target.WithHost(target::Target());
  CallGraph graph(module);
  TIRX_RETURN_IF_FAILED(graph.Explore());
  std::unordered_map<std::string, std::string> renamed;
  for (const Function& function : module->functions) {
    Callers callers = graph.CallersOf(function);
    if (callers.host && callers.device)
      renamed[std::string(function->name)] =
          UniqueFunctionName(module, std::string(function->name) + "_host");
  }
  // Host code calls the host copies; device entries keep the device function.
  HostCalls host_calls([&](std::string_view name) -> std::optional<std::string> {
    auto copy = renamed.find(std::string(name));
    return copy == renamed.end() ? std::nullopt : std::optional(copy->second);
  });
  Array<Function> functions;
  for (const Function& function : module->functions) {
    Callers callers = graph.CallersOf(function);
    if (function->is_exported()) {
      functions.push_back(
          host_calls.Rewrite(function).WithAttr(attr::kTarget, context.target.WithHost(host)));
      continue;
    }
    // Any other function that nobody calls is taken for device code.
    if (callers.device || !callers.host) functions.push_back(function.WithAttr(attr::kTarget, device));
    if (!callers.host) continue;
    Function hosted =
        callers.device ? CopyFunction(function, renamed[std::string(function->name)]) : function;
    functions.push_back(host_calls.Rewrite(hosted).WithAttr(attr::kTarget, host));
  }
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

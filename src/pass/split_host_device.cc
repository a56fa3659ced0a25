// SPDX-License-Identifier: Apache-2.0
#include "pass/split_host_device.h"

#include <unordered_set>

#include "base/check.h"
#include "base/structural.h"
#include "ir/visit.h"
#include "pass/bind_target.h"
#include "pass/copy_body.h"
#include "pass/kernel_function.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Replaces the device entries of one function by launches and collects the kernels.
class Splitter : public Rewriter {
 public:
  Splitter(const IRModule& module, const Function& host, const target::Target& device,
           std::vector<Function>* externals)
      : module_(module), host_(host), roots_(host->body), device_(device), externals_(externals) {}

  Result<Stmt> Split() {
    Stmt body = Rewriter::Rewrite(host_->body);
    if (!errors_.empty()) return Failure(std::move(errors_));
    return body;
  }
  const std::vector<Function>& kernels() const { return kernels_; }

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* region = stmt.as<RegionNode>();
    if (!region || View(region->op->name) != "device_entry") return Rewriter::RewriteStmt(stmt);
    const int used_names = count_;
    Variables variables = kernels_.empty() ? Variables::Taken : Variables::Copied;
    Result<Kernel> kernel =
        MakeKernel(host_, roots_, RefCast<Region>(stmt), NextName(), DeviceOf(*region), variables);
    if (!kernel.ok()) {
      for (const auto& error : kernel.diagnostics()) errors_.push_back(error);
      return stmt;
    }
    if (HasAttr(kernel->function->attrs, attr::kExternalKernel)) count_ = used_names;  // it has its own
    if (!IsKnown(kernel->function)) kernels_.push_back(kernel->function);
    Attrs attrs{{"kernel", kernel->function->name}};
    return Evaluate(Call(VoidType(), Op("launch_kernel"), kernel->arguments, attrs, stmt->span), stmt->span);
  }

 private:
  // One kernel from outside may be launched several times, also by other functions.
  bool IsKnown(const Function& kernel) {
    if (!HasAttr(kernel->attrs, attr::kExternalKernel)) return false;
    for (const Function& known : *externals_)
      if (StructuralEqual(Any(known), Any(kernel))) return true;
    externals_->push_back(kernel);
    return false;
  }
  // The entry's own target, where it has one.
  target::Target DeviceOf(const RegionNode& entry) const {
    return HasAttr(entry.attrs, attr::kTarget) ? entry.attrs[attr::kTarget].cast<target::Target>() : device_;
  }
  std::string NextName() {
    std::string first = std::string(host_->name) + "_kernel";
    while (true) {
      std::string name = count_ == 0 ? first : first + "_" + std::to_string(count_);
      ++count_;
      if (!module_.Find(name).defined()) return name;
    }
  }

  const IRModule& module_;
  const Function& host_;
  TensorRoots roots_;
  const target::Target& device_;
  std::vector<Function>* externals_;
  std::vector<Function> kernels_;
  diag::Diagnostics errors_;
  int count_ = 0;
};

// Drops views that only kernels used.
class DropUnusedViews : public Rewriter {
 public:
  explicit DropUnusedViews(const Stmt& body) {
    Walk(body, [&](const ObjectRef& node) {
      VisitChildren(node.get(), [&](const ObjectRef& child, int64_t flags) {
        if (!(flags & kDefine) && child.as<VarNode>()) used_.insert(child.get());
      });
      return true;
    });
  }

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* bind = stmt.as<BindNode>();
    auto* call = bind ? bind->value.as<CallNode>() : nullptr;
    if (!call || call->op_name() != "decl_tensor" || used_.count(bind->var.get()))
      return Rewriter::RewriteStmt(stmt);
    return Seq({}, stmt->span);
  }

 private:
  std::unordered_set<const Object*> used_;
};

// A kernel from outside is launched by the name that it has in its binary, so nothing else may have it.
diag::Diagnostics TakenNames(const std::vector<Function>& externals, const Array<Function>& functions) {
  diag::Diagnostics errors;
  auto compare = [&](const Function& kernel, const Function& other, std::string_view what) {
    if (View(other->name) != View(kernel->name)) return;
    errors.push_back(diag::Make(DK::KernelNameTaken, kernel->span, {View(kernel->name), what}));
    errors.back().notes.push_back({other->span, "it is here"});
  };
  for (size_t i = 0; i < externals.size(); ++i) {
    for (const Function& other : functions)
      if (!HasAttr(other->attrs, attr::kExternalKernel))
        compare(externals[i], other, "there is a function of that name");
    for (size_t k = 0; k < i; ++k)
      compare(externals[i], externals[k],
              "another call brings it with other text, argument types, launch fields or configuration");
  }
  return errors;
}

Function AsHost(const Function& function, const target::Target& host) {
  return function.WithAttr(attr::kTarget, host).WithAttr(attr::kIsHost, true);
}

}  // namespace

Result<IRModule> SplitHostDevice(IRModule module, const PassContext& context) {
  target::Target host_target = HostOf(context.target), device = context.target.WithHost(target::Target());
  Array<Function> functions;
  std::vector<Function> externals;
  diag::Diagnostics errors;
  for (const Function& function : module->functions) {
    if (IsDeviceFunction(function)) {
      functions.push_back(function);
      continue;
    }
    Function host = AsHost(function, host_target);
    if (!function->body.defined() || !HasDeviceEntry(function)) {
      functions.push_back(host);
      continue;
    }
    Splitter splitter(module, function, device, &externals);
    Result<Stmt> body = splitter.Split();
    if (!body.ok()) {
      errors.insert(errors.end(), body.diagnostics().begin(), body.diagnostics().end());
      continue;
    }
    // With variables of its own: the first kernel has taken those that it had.
    functions.push_back(CopyFunction(host.WithBody(DropUnusedViews(*body).Rewrite(*body)), host->name));
    for (const Function& kernel : splitter.kernels()) functions.push_back(kernel);
  }
  if (errors.empty()) errors = TakenNames(externals, functions);
  if (!errors.empty()) return Failure(std::move(errors));
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

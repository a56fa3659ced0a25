// SPDX-License-Identifier: Apache-2.0
#include "pass/helper_clones.h"

#include "ir/visit.h"
#include "pass/copy_body.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

// Redirects the calls of one body.
class HelperClones::Redirect : public Rewriter {
 public:
  Redirect(HelperClones* clones, const Binding& binding) : clones_(*clones), binding_(binding) {}

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* call = mapped.as<CallNode>();
    auto* callee = call ? call->callee.as<GlobalVarNode>() : nullptr;
    auto helper = callee ? clones_.functions_.find(std::string(callee->name)) : clones_.functions_.end();
    if (helper == clones_.functions_.end()) return mapped;
    std::string name = clones_.NameFor(helper->second, binding_);
    if (name == std::string(callee->name)) return mapped;
    return Call(call->ty, GlobalVar(name), call->args, call->attrs, call->span);
  }

 private:
  HelperClones& clones_;
  const Binding& binding_;
};

HelperClones::HelperClones(const IRModule& module) : module_(module) {
  for (const Function& function : module->functions)
    functions_.emplace(std::string(function->name), function);
}

Stmt HelperClones::Specialize(const Stmt& body, const Binding& binding) {
  return Redirect(this, binding).Rewrite(body);
}

std::string HelperClones::NameFor(const Function& helper, const Binding& binding) {
  auto key = std::make_pair(std::string(helper->name), binding.Key());
  if (auto it = names_.find(key); it != names_.end()) return it->second;
  bool fits = BindingOf(helper->attrs).Key() == binding.Key();
  std::string name = fits ? key.first : FreshName(key.first + "_" + std::string(binding.target->kind));
  names_.emplace(key, name);  // before the body: helpers may call one another in a ring
  if (!helper->body.defined()) return name;
  if (fits) {
    in_place_[name] = helper.WithBody(Specialize(helper->body, binding));
    return name;
  }
  Function copy = CopyFunction(helper, name);
  copied_.insert(key.first);
  copies_.push_back(copy.WithBody(Specialize(copy->body, binding))
                        .WithAttr(attr::kTarget, binding.target)
                        .WithAttr(attr::kBackendConfig, String(binding.config)));
  return name;
}

std::string HelperClones::FreshName(const std::string& hint) const {
  auto taken = [&](const std::string& name) {
    if (functions_.count(name)) return true;
    for (const auto& [key, copy] : names_)
      if (copy == name) return true;
    return false;
  };
  std::string name = hint;
  for (int i = 1; taken(name); ++i) name = hint + "_" + std::to_string(i);
  return name;
}

IRModule HelperClones::Finish(const Array<Function>& functions) const {
  std::vector<Function> all;
  for (const Function& function : functions) {
    auto specialized = in_place_.find(std::string(function->name));
    all.push_back(specialized == in_place_.end() ? function : specialized->second);
  }
  all.insert(all.end(), copies_.begin(), copies_.end());

  std::map<std::string, Function> by_name;
  std::vector<Function> pending;
  for (const Function& function : all) {
    by_name.emplace(std::string(function->name), function);
    if (!copied_.count(std::string(function->name))) pending.push_back(function);
  }
  std::set<std::string> reached;
  while (!pending.empty()) {
    Function function = pending.back();
    pending.pop_back();
    if (!reached.insert(std::string(function->name)).second || !function->body.defined()) continue;
    Walk(function->body, [&](const ObjectRef& node) {
      auto* call = node.as<CallNode>();
      auto* callee = call ? call->callee.as<GlobalVarNode>() : nullptr;
      auto it = callee ? by_name.find(std::string(callee->name)) : by_name.end();
      if (it != by_name.end()) pending.push_back(it->second);
      return true;
    });
  }
  Array<Function> kept;
  for (const Function& function : all)
    if (reached.count(std::string(function->name))) kept.push_back(function);
  return module_.WithFunctions(kept);
}

}  // namespace tirx::pass

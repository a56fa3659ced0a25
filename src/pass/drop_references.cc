// SPDX-License-Identifier: Apache-2.0
#include "pass/drop_references.h"

#include <set>

#include "ir/visit.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

class ReferenceDropper : public Rewriter {
 public:
  std::set<std::string> references;

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* call = mapped.as<CallNode>();
    if (!call || call->op_name().empty() || !HasAttr(call->attrs, "reference")) return mapped;
    references.insert(std::string(call->attrs["reference"].cast<String>()));
    Attrs attrs = call->attrs;
    attrs.erase("reference");
    return Call(call->ty, call->callee, call->args, attrs, call->span);
  }
};

// The functions that `function` calls.
void CollectCallees(const Function& function, std::set<std::string>* callees) {
  if (!function->body.defined()) return;
  Walk(function->body, [&](const ObjectRef& node) {
    auto* call = node.as<CallNode>();
    if (auto* callee = call ? call->callee.as<GlobalVarNode>() : nullptr)
      callees->insert(std::string(callee->name));
    return true;
  });
}

}  // namespace

Result<IRModule> DropReferences(IRModule module, const PassContext&) {
  ReferenceDropper dropper;
  std::vector<Function> functions;
  for (const Function& function : module->functions)
    functions.push_back(function->body.defined() ? function.WithBody(dropper.Rewrite(function->body))
                                                 : function);
  if (dropper.references.empty()) return module;
  // What only references call goes with them.
  for (bool changed = true; changed;) {
    std::set<std::string> called;
    for (const Function& function : functions) CollectCallees(function, &called);
    auto unused = [&](const Function& function) {
      std::string name(function->name);
      return dropper.references.count(name) && !function->is_exported() && !called.count(name);
    };
    for (const Function& function : functions)
      if (unused(function)) CollectCallees(function, &dropper.references);
    changed = std::erase_if(functions, unused) > 0;
  }
  return module.WithFunctions(Array<Function>(functions.begin(), functions.end()));
}

}  // namespace tirx::pass

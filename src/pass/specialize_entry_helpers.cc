// SPDX-License-Identifier: Apache-2.0
#include "pass/specialize_entry_helpers.h"

#include "ir/visit.h"
#include "pass/helper_clones.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Specializes the bodies of entries; host code around them keeps its calls.
class EntrySpecializer : public Rewriter {
 public:
  explicit EntrySpecializer(HelperClones* clones) : clones_(*clones) {}

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* region = stmt.as<RegionNode>();
    if (!region || View(region->op->name) != "device_entry" || !HasAttr(region->attrs, attr::kTarget))
      return Rewriter::RewriteStmt(stmt);
    Stmt body = clones_.Specialize(region->body, BindingOf(region->attrs));
    return Region(region->op, region->args, region->attrs, region->params, body, region->span);
  }

 private:
  HelperClones& clones_;
};

}  // namespace

Result<IRModule> SpecializeEntryHelpers(IRModule module, const PassContext&) {
  HelperClones clones(module);
  EntrySpecializer specializer(&clones);
  Array<Function> functions;
  for (const Function& function : module->functions)
    functions.push_back(function->body.defined() ? specializer.Rewrite(function) : function);
  return clones.Finish(functions);
}

}  // namespace tirx::pass

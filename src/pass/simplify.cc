// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify.h"

#include "pass/flow_rewriter.h"

namespace tirx::pass {
namespace {

class Simplifier : public FlowRewriter {
 protected:
  ir::Expr Value(const ir::Expr& e) override { return analyzer().Simplify(e); }
  bool DropsConstants() const override { return true; }
};

}  // namespace

Result<ir::IRModule> Simplify(ir::IRModule module, const PassContext&) {
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions) functions.push_back(Simplifier().Rewrite(function));
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass

// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify.h"

#include "pass/flow_rewriter.h"
#include "pass/map_functions.h"

namespace tirx::pass {
namespace {

class Simplifier : public FlowRewriter {
 protected:
  ir::Expr Value(const ir::Expr& e) override { return analyzer().Simplify(e); }
  bool DropsConstants() const override { return true; }
};

}  // namespace

Result<ir::IRModule> Simplify(ir::IRModule module, const PassContext&) {
  return MapFunctions(module, [](const ir::Function& function) { return Simplifier().Rewrite(function); });
}

}  // namespace tirx::pass

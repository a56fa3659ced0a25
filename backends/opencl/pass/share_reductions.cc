// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/pass/share_reductions.h"

#include "ir/op.h"
#include "ir/visit.h"
#include "pass/map_functions.h"

namespace tirx::opencl {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

struct Reduction {
  std::string_view op;
  const char* reducer;
};
constexpr Reduction kReductions[] = {
    {"gpu.block_sum", "sum"}, {"gpu.block_max", "max"}, {"gpu.block_min", "min"}};

class ReductionSharer : public Rewriter {
 public:
  diag::Diagnostics errors;

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* call = mapped.as<CallNode>();
    if (!call) return mapped;
    for (const Reduction& reduction : kReductions)
      if (reduction.op == call->op_name()) return Shared(*call, reduction.reducer);
    return mapped;
  }

 private:
  Expr Shared(const CallNode& call, const char* reducer) {
    Attrs attrs{{"reducer", String(reducer)}, {"axes", String("xyz")}};
    auto made = MakeCall(*FindOp("gpu.thread_allreduce"), call.args, attrs, call.span);
    if (made.ok()) return *made;
    errors.insert(errors.end(), made.diagnostics().begin(), made.diagnostics().end());
    return call.args[0];
  }
};

}  // namespace

Result<IRModule> ShareReductions(IRModule module, const pass::PassContext&) {
  ReductionSharer sharer;
  IRModule rewritten =
      pass::MapFunctions(module, [&](const Function& function) { return sharer.Rewrite(function); });
  if (!sharer.errors.empty()) return Failure(std::move(sharer.errors));
  return rewritten;
}

}  // namespace tirx::opencl

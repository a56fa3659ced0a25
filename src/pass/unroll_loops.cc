// SPDX-License-Identifier: Apache-2.0
#include "pass/unroll_loops.h"

#include <algorithm>

#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/copy_body.h"
#include "pass/loop_exits.h"
#include "pass/map_functions.h"
#include "pass/pass_options.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Up to one more than `most`.
int64_t CountStatements(const Stmt& body, int64_t most) {
  int64_t count = 0;
  WalkStatements(body, [&](const Stmt& stmt) {
    count += !stmt.as<SeqNode>();
    return count <= most;
  });
  return count;
}

// Each copy would get memory of its own.
bool AllocatesShared(const Stmt& body) {
  bool found = false;
  WalkStatements(body, [&](const Stmt& stmt) {
    auto* bind = stmt.as<BindNode>();
    auto* call = bind ? bind->value.as<CallNode>() : nullptr;
    found |= call && call->op_name() == "alloc_tensor" && View(bind->var.tensor_type()->scope) != "local";
    return !found;
  });
  return found;
}

class Unroller : public Rewriter {
 public:
  explicit Unroller(int64_t most) : most_(most) {}

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    Stmt inner = Rewriter::RewriteStmt(stmt);
    auto* loop = inner.as<ForNode>();
    return loop && loop->kind == ForKind::Unrolled ? Expand(RefCast<For>(inner)) : inner;
  }

 private:
  Stmt Expand(const For& loop) const {
    auto extent = ConstInt(loop->extent), step = ConstInt(loop->step);
    if (!extent || !step || !loop->annotations.empty()) return loop;
    int64_t trips = (*extent + *step - 1) / *step;
    if (trips > most_ || CountStatements(loop->body, most_) > most_ / std::max<int64_t>(trips, 1))
      return loop;
    if (HasLoopExit(loop->body) || AllocatesShared(loop->body)) return loop;
    std::vector<Stmt> copies;
    for (int64_t trip = 0; trip < trips; ++trip) {
      VarMap values{{loop->var.get(), loop->min + MakeConst(loop->var->dtype(), trip * *step)}};
      copies.push_back(CopyBody(loop->body, &values));
    }
    return MakeSeq(copies, loop->span);
  }

  int64_t most_;  // statements
};

}  // namespace

Result<IRModule> UnrollLoops(IRModule module, const PassContext& context) {
  TIRX_TRY(int64_t most, CountOption(context, kMaxStatements, kMaxUnrolledStatements));
  return MapFunctions(module, [&](const Function& function) { return Unroller(most).Rewrite(function); });
}

}  // namespace tirx::pass

// SPDX-License-Identifier: Apache-2.0
#include "pass/align_tensors.h"

#include <algorithm>

#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/flow_rewriter.h"
#include "pass/map_functions.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

using Needs = std::unordered_map<const Object*, int64_t>;  // VarNode* of a root -> bytes

// Whether the author left the alignment of this root to the compiler. Of parameters only the host's can be
// checked: those of exported functions.
bool IsOpen(const Var& root, const TensorRoots& roots, const Function& function) {
  if (root.tensor_type()->alignment != 0 || roots.PointerOf(root).defined()) return false;
  return roots.IsAllocation(root) || function->is_exported();
}

// Looks at every vector access, with what is known at its place.
class AccessReader : public FlowRewriter {
 public:
  explicit AccessReader(const Function& function) : roots_(function->body), function_(function) {
    Rewrite(function);
  }

  const Needs& needs() const { return needs_; }
  const TensorRoots& roots() const { return roots_; }

 protected:
  Expr Value(const Expr& e) override {
    Walk(e, [&](const ObjectRef& node) {
      if (auto* load = node.as<TensorLoadNode>()) Read(load->tensor, load->indices);
      return true;
    });
    return e;
  }
  void BeforeStore(const TensorStore& store) override { Read(store->tensor, store->indices); }

 private:
  void Read(const Var& tensor, const Array<Expr>& indices) {
    auto* ramp = indices.empty() ? nullptr : indices.back().as<RampNode>();
    Var root = roots_.RootOf(tensor);
    if (!ramp || indices.size() != 1 || ConstInt(ramp->stride) != 1 || !IsOpen(root, roots_, function_))
      return;
    int64_t bytes = StorageBytes(tensor.tensor_type()->dtype);
    int64_t needed = VectorAlignment(bytes * ramp->lanes);
    arith::Wide divisor = analyzer().ResidueOf(ramp->base).Divisor() * bytes;
    if (divisor % needed == 0 && needed > bytes) needs_[root.get()] = std::max(needs_[root.get()], needed);
  }

  TensorRoots roots_;
  Function function_;
  Needs needs_;
};

class Aligner : public Rewriter {
 public:
  Aligner(const TensorRoots& roots, const Needs& needs) : roots_(roots), needs_(needs) {}

  Function Align(const Function& function) {
    Array<Var> params;
    for (const Var& param : function->params) params.push_back(Renewed(param));
    return function.WithParams(params).WithBody(Rewriter::Rewrite(function->body));
  }

 protected:
  Var RewriteDefinition(const Var& var) override { return Renewed(var); }
  Expr RewriteExpr(const Expr& expr) override {
    if (expr.as<VarNode>()) {
      auto it = renewed_.find(expr.get());
      return it == renewed_.end() ? expr : Expr(it->second);
    }
    Expr mapped = Rewriter::RewriteExpr(expr);
    // An allocation has the type of its variable.
    auto* call = mapped.as<CallNode>();
    auto* type = call ? call->ty.as<TensorTypeNode>() : nullptr;
    if (!type || !pending_.defined()) return mapped;
    return Call(pending_->ty, call->callee, call->args, call->attrs, call->span);
  }
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* bind = stmt.as<BindNode>();
    if (!bind || !bind->var.is_tensor()) return Rewriter::RewriteStmt(stmt);
    Var var = Renewed(bind->var);
    pending_ = var;
    Expr value = Rewriter::Rewrite(bind->value);
    pending_ = Var();
    return var.same_as(bind->var) && value.same_as(bind->value) ? stmt : Stmt(Bind(var, value, bind->span));
  }

 private:
  Var Renewed(const Var& var) {
    if (!var.is_tensor()) return var;
    if (auto it = renewed_.find(var.get()); it != renewed_.end()) return it->second;
    TensorType type = var.tensor_type();
    auto need = needs_.find(roots_.RootOf(var).get());
    if (need == needs_.end() || type->alignment != 0) return var;
    Var renewed(var->name,
                MakeTensorType(type->dtype, ShapeOf(type), type->scope, StridesOf(type),
                               RefCast<Expr>(type->elem_offset), need->second, type->cell),
                var->span);
    renewed_.emplace(var.get(), renewed);
    return renewed;
  }

  const TensorRoots& roots_;
  const Needs& needs_;
  std::unordered_map<const Object*, Var> renewed_;
  Var pending_;  // the tensor whose definition is being rewritten
};

}  // namespace

int64_t VectorAlignment(int64_t bytes) {
  return std::min(bytes & -bytes, kVectorBytes);
}

int64_t AlignmentBehind(const Var& tensor, const TensorRoots& roots, const Function& function) {
  Var root = roots.RootOf(tensor);
  if (IsOpen(root, roots, function)) return kVectorBytes;
  TensorType type = root.tensor_type();
  return std::max(type->alignment, StorageBytes(type->dtype));
}

Function AlignParams(const Function& function, const std::vector<int64_t>& bytes) {
  Needs needs;
  for (size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i]) needs[function->params[i].get()] = bytes[i];
  const TensorRoots roots(function->body);
  return Aligner(roots, needs).Align(function);
}

Result<IRModule> AlignTensors(IRModule module, const PassContext&) {
  return MapFunctions(module, [](const Function& function) {
    AccessReader reader(function);
    bool any = !reader.needs().empty();
    return any ? Aligner(reader.roots(), reader.needs()).Align(function) : function;
  });
}

}  // namespace tirx::pass

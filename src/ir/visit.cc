// SPDX-License-Identifier: Apache-2.0
#include "ir/visit.h"

#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "base/pointer_set.h"
#include "base/small_stack.h"

namespace tirx::ir {

namespace {

// `wants`: which children are walked.
template <class Wants>
void PreOrder(const ObjectRef& root, Wants wants, FunctionRef<bool(const ObjectRef&)> visit) {
  struct Item {
    const Object* node;
    bool shared;  // may be met again
  };
  SmallStack<Item> stack;
  PointerSet seen;
  if (root.defined()) stack.Push({root.get(), true});
  while (!stack.empty()) {
    Item item = stack.Pop();
    if (item.shared && !seen.Insert(item.node)) continue;
    if (!visit(Borrowed(item.node).ref())) continue;
    size_t first = stack.size();
    VisitChildren(item.node, [&](const ObjectRef& child, int64_t flags) {
      if (wants(child)) stack.Push({child.get(), MayMeetAgain(child, flags)});
    });
    for (size_t i = first, j = stack.size(); i + 1 < j; ++i) std::swap(stack[i], stack[--j]);
  }
}

}  // namespace

void Walk(const ObjectRef& root, FunctionRef<bool(const ObjectRef&)> visit) {
  PreOrder(
      root, [](const ObjectRef&) { return true; }, visit);
}

void WalkStatements(const ObjectRef& root, FunctionRef<bool(const Stmt&)> visit) {
  PreOrder(
      root, [](const ObjectRef& child) { return child.as<StmtNode>() != nullptr; },
      [&](const ObjectRef& node) { return !node.as<StmtNode>() || visit(RefView<Stmt>(node)); });
}

Expr Rewriter::Rewrite(const Expr& expr) {
  if (depth_ == 0) {
    memo_.Clear();
    keep_alive_.clear();
  }
  return Sub(expr);
}

Expr Rewriter::Sub(const Expr& expr, bool shared) {
  if (shared)
    if (Expr* known = memo_.Find(expr.get())) return *known;
  TIRX_CHECK(depth_ < 4 * kMaxExprDepth, "expression too deep; the verifier should have refused it");
  ++depth_;
  Expr result = RewriteExpr(expr);
  --depth_;
  if (shared) {
    memo_.Insert(expr.get(), result);
    keep_alive_.push_back(expr);
  }
  return result;
}

ObjectRef Rewriter::Map(const ObjectRef& child, int64_t flags) {
  if (flags & kDefine) return RewriteDefinition(RefView<Var>(child));
  if (child.as<StmtNode>()) return RewriteStmt(RefView<Stmt>(child));
  if (child.as<RangeNode>())
    return MapChildren(child, [this](const ObjectRef& c, int64_t f) { return Map(c, f); });
  if (depth_ == 0) return Rewrite(RefView<Expr>(child));
  return Sub(RefView<Expr>(child), MayMeetAgain(child, flags));
}

Expr Rewriter::RewriteExpr(const Expr& expr) {
  return RefCast<Expr>(MapChildren(expr, [this](const ObjectRef& c, int64_t f) { return Map(c, f); }));
}

Stmt Rewriter::RewriteStmt(const Stmt& stmt) {
  if (stmt.as<SeqNode>()) return RewriteSeq(RefView<Seq>(stmt));
  return RefCast<Stmt>(MapChildren(stmt, [this](const ObjectRef& c, int64_t f) { return Map(c, f); }));
}

Stmt Rewriter::RewriteSeq(const Seq& seq) {
  std::vector<Stmt> out;
  bool changed = false;
  for (const Stmt& stmt : seq->stmts) {
    Stmt rewritten = RewriteStmt(stmt);
    changed |= !rewritten.same_as(stmt);
    out.push_back(std::move(rewritten));
  }
  return changed ? MakeSeq(out, seq->span) : Stmt(seq);
}

Function Rewriter::Rewrite(const Function& function) {
  return RefCast<Function>(
      MapChildren(function, [this](const ObjectRef& c, int64_t f) { return Map(c, f); }));
}

namespace {

class Substitution : public Rewriter {
 public:
  explicit Substitution(const VarMap& values) : values_(values) {}

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    if (!expr.as<VarNode>()) return Rewriter::RewriteExpr(expr);
    auto it = values_.find(expr.get());
    return it == values_.end() ? expr : it->second;
  }

 private:
  const VarMap& values_;
};

void AddTypeVars(const Type& type, FunctionRef<void(const Expr&)> add) {
  auto* tensor = type.as<TensorTypeNode>();
  if (!tensor) return;
  for (const ObjectRef& extent : tensor->shape) add(RefCast<Expr>(extent));
  for (const ObjectRef& stride : tensor->strides) add(RefCast<Expr>(stride));
  if (tensor->elem_offset.defined()) add(RefCast<Expr>(tensor->elem_offset));
}

}  // namespace

Expr Substitute(const Expr& expr, const VarMap& values) {
  return Substitution(values).Rewrite(expr);
}
Stmt Substitute(const Stmt& stmt, const VarMap& values) {
  return Substitution(values).Rewrite(stmt);
}

std::vector<Var> FreeVars(const ObjectRef& root) {
  std::unordered_set<const Object*> defined;
  PointerSet seen;
  std::vector<Var> met;                  // in order, with those that are defined
  std::vector<ObjectRef> pending{root};  // then what their types mention
  auto meet = [&](const Var& var) {
    if (!seen.Insert(var.get())) return;
    met.push_back(var);
    AddTypeVars(var->ty, [&](const Expr& part) { pending.push_back(part); });
  };
  while (!pending.empty()) {
    ObjectRef next = std::move(pending.back());
    pending.pop_back();
    Walk(next, [&](const ObjectRef& node) {
      if (node.as<VarNode>()) meet(RefView<Var>(node));
      if (node.as<ExprNode>()) return true;  // expressions define nothing
      VisitChildren(node.get(), [&](const ObjectRef& child, int64_t flags) {
        if (flags & kDefine) defined.insert(child.get());
      });
      return true;
    });
  }
  std::erase_if(met, [&](const Var& var) { return defined.count(var.get()) != 0; });
  return met;
}

int ExprDepth(const ObjectRef& root) {
  // Longest path over the DAG by an explicit post-order; depth restarts at each statement.
  std::unordered_map<const Object*, int> depth;
  struct Item {
    ObjectRef node;
    bool expanded;
  };
  std::vector<Item> stack{{root, false}};
  int deepest = 0;
  while (!stack.empty()) {
    Item item = stack.back();
    stack.pop_back();
    if (item.expanded) {
      int below = 0;
      VisitChildren(item.node.get(), [&](const ObjectRef& child, int64_t) {
        auto it = depth.find(child.get());
        if (it != depth.end()) below = std::max(below, it->second);
      });
      int mine = item.node.as<ExprNode>() ? below + 1 : 0;
      depth[item.node.get()] = mine;
      deepest = std::max(deepest, mine);
    } else if (!depth.count(item.node.get())) {
      depth.emplace(item.node.get(), 0);
      stack.push_back({item.node, true});
      VisitChildren(item.node.get(), [&](const ObjectRef& child, int64_t) {
        stack.push_back({child, false});
      });
    }
  }
  return deepest;
}

}  // namespace tirx::ir

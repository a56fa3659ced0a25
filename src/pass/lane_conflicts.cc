// SPDX-License-Identifier: Apache-2.0
#include "pass/lane_conflicts.h"

#include "ir/printer.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

struct Access {
  Var tensor, root;
  Expr index;
  bool stores;
};

std::string Quoted(const std::string& text) {
  return "`" + text + "`";
}

class ConflictFinder {
 public:
  ConflictFinder(const LaneValues& lanes, const Stmt& body, const TensorRoots& roots)
      : lanes_(lanes), roots_(roots) {
    Walk(body, [&](const ObjectRef& node) {
      if (auto* load = node.as<TensorLoadNode>()) Add(load->tensor, load->indices, false);
      if (auto* store = node.as<TensorStoreNode>()) Add(store->tensor, store->indices, true);
      if (auto* bind = node.as<BindNode>(); bind && bind->var.is_tensor()) own_.insert(bind->var.get());
      if (auto* loop = node.as<ForNode>()) AddInner(loop->body, loop->var);
      return true;
    });
  }

  std::optional<std::string> Find() const {
    for (const Access& store : accesses_) {
      if (!store.stores || own_.count(store.tensor.get())) continue;
      for (const Access& other : accesses_)
        if (other.root.same_as(store.root))
          if (auto reason = Compare(store, other)) return reason;
    }
    return std::nullopt;
  }

 private:
  void Add(const Var& tensor, const Array<Expr>& indices, bool stores) {
    // Elements of tensors with several dimensions have no single index.
    Expr index = indices.size() == 1 ? indices[0] : Expr();
    accesses_.push_back({tensor, roots_.RootOf(tensor), index, stores});
  }
  // Variables that have several values within one iteration.
  void AddInner(const Stmt& body, const Var& var) {
    inner_.insert(var.get());
    WalkStatements(body, [&](const Stmt& stmt) {
      if (auto* bind = stmt.as<BindNode>()) inner_.insert(bind->var.get());
      return true;
    });
  }

  std::optional<std::string> Compare(const Access& store, const Access& other) const {
    std::string name = Quoted(std::string(store.root->name));
    if (!other.tensor.same_as(store.tensor)) return name + " is accessed through two views";
    if (!store.index.defined() || !other.index.defined()) return name + " has several indices";
    for (const Expr& index : {store.index, other.index})
      if (!IsStable(index)) return "the index of " + name + " changes while the loop body runs";
    auto mine = lanes_.Stride(store.index), theirs = lanes_.Stride(other.index);
    if (!mine || !theirs) return "the index of " + name + " does not grow evenly";
    if (*mine == 0) return "every iteration stores to the same element of " + name;
    auto distance = Distance(store.index, other.index);
    if (*mine != *theirs || !distance)
      return "iterations may store to elements of " + name + " that others use";
    // store + p * stride and other + q * stride are one element for p - q = -distance / stride.
    int64_t apart = *distance / *mine;
    if (*distance % *mine != 0 || apart == 0 || apart >= lanes_.trips() || apart <= -lanes_.trips())
      return std::nullopt;
    return "an iteration uses an element of " + name + " that another one stores";
  }

  std::optional<int64_t> Distance(const Expr& a, const Expr& b) const {
    arith::Analyzer& analyzer = lanes_.analyzer();
    auto distance = analyzer.ConstantDifference(analyzer.Simplify(lanes_.Expanded(a)),
                                                analyzer.Simplify(lanes_.Expanded(b)));
    if (!distance || *distance < INT32_MIN || *distance > INT32_MAX) return std::nullopt;
    return int64_t(*distance);
  }

  // The same value whenever it is computed within one iteration.
  bool IsStable(const Expr& index) const {
    bool stable = true;
    Walk(lanes_.Expanded(index), [&](const ObjectRef& node) {
      stable &= inner_.count(node.get()) == 0;
      if (auto* load = node.as<TensorLoadNode>()) {
        Var root = roots_.RootOf(load->tensor);
        for (const Access& access : accesses_) stable &= !(access.stores && access.root.same_as(root));
      }
      return stable;
    });
    return stable;
  }

  const LaneValues& lanes_;
  const TensorRoots& roots_;
  std::vector<Access> accesses_;
  std::unordered_set<const Object*> own_;    // tensors of the body: each lane has its own
  std::unordered_set<const Object*> inner_;  // variables defined in loops of the body
};

}  // namespace

std::optional<std::string> FindLaneConflict(const LaneValues& lanes, const Stmt& body,
                                            const TensorRoots& roots) {
  return ConflictFinder(lanes, body, roots).Find();
}

}  // namespace tirx::pass

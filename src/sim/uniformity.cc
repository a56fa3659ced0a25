// SPDX-License-Identifier: Apache-2.0
#include "sim/uniformity.h"

#include <algorithm>
#include <unordered_map>

namespace tirx::sim {
bool OpResultVaries(const ir::OpRow& row, bool varying_operand) {
  switch (row.effect) {
    case ir::Effect::Pure:
      return varying_operand;
    case ir::Effect::Thread:
    case ir::Effect::Sync:
      return !row.uniform;
    case ir::Effect::Read:
    case ir::Effect::Update:
    case ir::Effect::Opaque:
      break;
  }
  return true;
}

bool IsCell(const ir::TensorType& type) {
  return type->cell && type->scope == "local" && type->ndim() == 1 && ir::ConstInt(type->dim(0)) == 1 &&
         type->dtype.lanes == 1;
}

// One pass over the kernel and the functions that it calls; repeated until nothing changes.
class UniformityWalk {
 public:
  UniformityWalk(Uniformity& result, const ir::IRModule& module) : result_(result), module_(module) {}

  // Returns whether something was learnt.
  bool Run(const ir::Function& kernel) {
    changed_ = false;
    memo_.clear();
    visited_.clear();
    WalkFunction(kernel);
    return changed_;
  }

 private:
  struct Frame {
    bool divergent;
    const Object* loop;  // null: a branch
  };

  void Mark(std::unordered_set<const Object*>& set, const Object* object) {
    changed_ |= set.insert(object).second;
  }
  void MarkVarying(const ObjectRef& object) { Mark(result_.varying_, object.get()); }
  bool Diverges(size_t from) const {
    return std::any_of(frames_.begin() + std::ptrdiff_t(from), frames_.end(),
                       [](const Frame& f) { return f.divergent; });
  }

  void WalkFunction(const ir::Function& function) {
    if (!visited_.insert(function.get()).second) return;
    auto outer_frames = std::move(frames_);
    auto outer_function = function_;
    frames_.clear();
    function_ = function;
    WalkStmt(function->body);
    frames_ = std::move(outer_frames);
    function_ = outer_function;
  }

  void WalkStmt(const ir::Stmt& stmt) {
    if (!stmt.defined()) return;
    if (auto* seq = stmt.as<ir::SeqNode>()) {
      for (size_t i = 0; i < seq->stmts.size(); ++i) WalkStmt(seq->stmts[i]);
    } else if (auto* bind = stmt.as<ir::BindNode>()) {
      WalkBind(*bind);
    } else if (auto* store = stmt.as<ir::TensorStoreNode>()) {
      WalkStore(*store);
    } else if (auto* evaluate = stmt.as<ir::EvaluateNode>()) {
      Varies(evaluate->value);
    } else if (auto* branch = stmt.as<ir::IfNode>()) {
      frames_.push_back({Varies(branch->condition), nullptr});
      WalkStmt(branch->then_case);
      WalkStmt(branch->else_case);
      frames_.pop_back();
    } else if (auto* region = stmt.as<ir::RegionNode>()) {
      WalkStmt(region->body);
    } else {
      WalkControl(stmt);
    }
  }

  void WalkControl(const ir::Stmt& stmt) {
    if (auto* loop = stmt.as<ir::ForNode>()) {
      bool varying = Varies(loop->min);
      varying |= Varies(loop->extent);
      varying |= loop->step.defined() && Varies(loop->step);
      if (varying) MarkVarying(loop->var);
      WalkLoop(stmt, varying, loop->body);
    } else if (auto* loop = stmt.as<ir::WhileNode>()) {
      WalkLoop(stmt, Varies(loop->condition), loop->body);
    } else if (stmt.as<ir::BreakNode>() || stmt.as<ir::ContinueNode>()) {
      WalkJump();
    } else if (auto* leave = stmt.as<ir::ReturnNode>()) {
      if (Diverges(0)) Mark(result_.divergent_, function_.get());
      if (leave->value.defined() && (Varies(leave->value) || Diverges(0))) MarkVarying(function_);
    } else if (auto* check = stmt.as<ir::AssertNode>()) {
      Varies(check->condition);
    }
  }

  void WalkBind(const ir::BindNode& bind) {
    bool varying = Varies(bind.value);
    if (bind.var.is_tensor()) declared_[bind.var.get()] = frames_.size();
    if (varying) MarkVarying(bind.var);
  }

  void WalkStore(const ir::TensorStoreNode& store) {
    bool varying = Varies(store.value);
    for (size_t i = 0; i < store.indices.size(); ++i) Varies(store.indices[i]);
    auto declared = declared_.find(store.tensor.get());
    size_t from = declared == declared_.end() ? 0 : declared->second;
    if (varying || Diverges(from)) MarkStored(store.tensor);
  }
  void MarkStored(const ir::Var& tensor) {
    if (IsCell(tensor.tensor_type())) MarkVarying(tensor);
  }

  void WalkLoop(const ir::Stmt& stmt, bool varying, const ir::Stmt& body) {
    if (varying) Mark(result_.divergent_, stmt.get());
    frames_.push_back({result_.IsDivergent(stmt), stmt.get()});
    WalkStmt(body);
    frames_.pop_back();
  }

  void WalkJump() {
    for (size_t i = frames_.size(); i-- > 0;) {
      if (!frames_[i].loop) continue;
      if (Diverges(i + 1)) Mark(result_.divergent_, frames_[i].loop);
      return;
    }
  }

  bool Varies(const ir::Expr& expr) {
    auto found = memo_.find(expr.get());
    if (found != memo_.end()) return found->second;
    bool varies = VariesNow(expr);
    memo_[expr.get()] = varies;
    return varies;
  }

  bool VariesNow(const ir::Expr& expr) {
    if (auto* var = expr.as<ir::VarNode>()) return result_.varying_.count(var) != 0;
    if (auto* call = expr.as<ir::CallNode>()) return CallVaries(*call);
    bool varies = false;
    if (auto* load = expr.as<ir::TensorLoadNode>()) varies = LoadVaries(*load);
    VisitChildren(expr.get(), [&](const ObjectRef& child, int64_t) {
      if (child->IsInstance<ir::ExprNode>()) varies |= Varies(RefCast<ir::Expr>(child));
    });
    return varies;
  }

  bool LoadVaries(const ir::TensorLoadNode& load) {
    // A cell is marked itself; other local memory differs between lanes.
    return load.tensor.tensor_type()->scope == "local" && !IsCell(load.tensor.tensor_type());
  }

  bool CallVaries(const ir::CallNode& call) {
    bool varying = false;
    std::vector<bool> args;
    for (size_t i = 0; i < call.args.size(); ++i) {
      args.push_back(Varies(call.args[i]));
      varying |= args.back();
    }
    if (auto* callee = call.callee.as<ir::GlobalVarNode>()) {
      MarkCellArguments(call, args);
      return FunctionCallVaries(View(callee->name), args);
    }
    std::string_view name = call.op_name();
    if (name == "alloc_tensor") return false;  // of a cell: decided by its stores
    const ir::OpRow* row = ir::FindOp(name);
    return !row || OpResultVaries(*row, varying);
  }

  // A function may store to a cell that it is given, under masks that are not looked at here.
  void MarkCellArguments(const ir::CallNode& call, std::vector<bool>& args) {
    for (size_t i = 0; i < args.size(); ++i) {
      auto* tensor = call.args[i]->ty.as<ir::TensorTypeNode>();
      if (!tensor || !tensor->cell) continue;
      MarkVarying(call.args[i]);
      args[i] = true;
    }
  }

  bool FunctionCallVaries(std::string_view name, const std::vector<bool>& args) {
    ir::Function function = module_.Find(name);
    if (!function.defined() || !function->body.defined()) return true;
    for (size_t i = 0; i < args.size() && i < function->params.size(); ++i)
      if (args[i]) MarkVarying(function->params[i]);
    WalkFunction(function);
    return result_.ReturnsVarying(function);
  }

  Uniformity& result_;
  const ir::IRModule& module_;
  bool changed_ = false;
  ir::Function function_;
  std::vector<Frame> frames_;
  std::unordered_map<const Object*, bool> memo_;
  std::unordered_map<const Object*, size_t> declared_;
  std::unordered_set<const Object*> visited_;
};

Uniformity::Uniformity(const ir::Function& kernel, const ir::IRModule& module) {
  UniformityWalk walk(*this, module);
  while (walk.Run(kernel)) {
  }
}

}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
#include "pass/divergent_barrier.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "ir/arith.h"
#include "ir/op.h"
#include "ir/registry.h"
#include "pass/launch_tags.h"

namespace tirx::pass {
namespace {

using Point = std::array<int64_t, 3>;  // of a thread in its block, or the extents of a block

// What an expression depends on.
struct Sources {
  bool thread = false;   // indices of the thread
  bool uniform = false;  // values that the threads of a block share and that are not known here
  bool unknown = false;  // memory, and whatever else may differ
  void Add(Sources other) {
    thread |= other.thread;
    uniform |= other.uniform;
    unknown |= other.unknown;
  }
};

int AxisOf(const ir::CallNode& call) {
  return View(ir::AttrOr<String>(call.attrs, "axis", "x")).front() - 'x';
}

// The value of an integer expression for one thread; nothing where it is not known, or after too many steps.
class Evaluator {
 public:
  Evaluator(const std::unordered_map<const Object*, ir::Expr>& binds, Point extents)
      : binds_(binds), extents_(extents) {}

  std::optional<int64_t> At(const ir::Expr& e, const Point& thread) {
    if (++steps_ > kMaxSteps) return std::nullopt;
    if (auto* constant = e.as<ir::IntImmNode>()) return constant->value;
    if (auto* var = e.as<ir::VarNode>()) {
      auto it = binds_.find(var);
      return it == binds_.end() ? std::nullopt : At(it->second, thread);
    }
    if (auto* cast = e.as<ir::CastNode>())
      return IsInteger(e->dtype()) ? At(cast->value, thread) : std::nullopt;
    if (auto* call = e.as<ir::CallNode>()) return Index(*call, thread);
    auto* binary = e.as<ir::BinaryNode>();
    if (!binary) return std::nullopt;
    auto a = At(binary->a, thread), b = At(binary->b, thread);
    if (!a || !b) return std::nullopt;
    DType type = binary->a->dtype();
    return ir::ConstInt(ir::FoldBinary(binary->op, ir::MakeConst(type, *a), ir::MakeConst(type, *b)));
  }

 private:
  static constexpr int64_t kMaxSteps = 1'000'000;

  std::optional<int64_t> Index(const ir::CallNode& call, const Point& thread) const {
    int64_t linear = thread[0] + extents_[0] * (thread[1] + extents_[1] * thread[2]);
    if (call.op_name() == "gpu.thread_idx") return thread[size_t(AxisOf(call))];
    if (call.op_name() == "gpu.block_dim") return extents_[size_t(AxisOf(call))];
    if (call.op_name() == "gpu.linear_thread_id") return linear;
    return std::nullopt;
  }

  const std::unordered_map<const Object*, ir::Expr>& binds_;
  Point extents_;
  int64_t steps_ = 0;
};

class Finder {
 public:
  void Walk(const ir::Stmt& stmt) {
    if (!stmt.defined()) return;
    if (auto* seq = stmt.as<ir::SeqNode>()) {
      for (const ir::Stmt& inner : seq->stmts) Walk(inner);
    } else if (auto* bind = stmt.as<ir::BindNode>()) {
      binds_.insert_or_assign(bind->var.get(), bind->value);
    } else if (auto* branch = stmt.as<ir::IfNode>()) {
      Guarded(branch->condition, branch->then_case, branch->else_case);
    } else if (auto* loop = stmt.as<ir::ForNode>()) {
      // Threads that start elsewhere still go round equally often.
      Guarded(loop->extent, loop->body, ir::Stmt());
    } else if (auto* loop = stmt.as<ir::WhileNode>()) {
      Guarded(loop->condition, loop->body, ir::Stmt());
    } else if (auto* region = stmt.as<ir::RegionNode>()) {
      if (View(region->op->name) == "device_entry") extents_ = ConstantBlock(*region);
      Walk(region->body);
    } else if (auto* evaluate = stmt.as<ir::EvaluateNode>()) {
      auto* call = evaluate->value.as<ir::CallNode>();
      if (call && call->op_name() == "gpu.sync" && guard_.defined()) Warn(call->span);
    }
  }
  diag::Diagnostics Found() && { return std::move(found_); }

 private:
  void Guarded(const ir::Expr& guard, const ir::Stmt& first, const ir::Stmt& second) {
    ir::Expr outer = guard_;
    if (!guard_.defined() && Diverges(guard)) guard_ = guard;
    Walk(first);
    Walk(second);
    guard_ = outer;
  }

  void Warn(const Span& at) {
    found_.push_back(diag::Make(DK::DivergentBarrier, at)
                         .WithNote(guard_->span, "this differs between the threads of a block"));
  }

  Sources SourcesOf(const ir::Expr& e) {
    auto [it, is_new] = sources_.try_emplace(e.get());
    if (!is_new) return it->second;
    Sources found = ComputeSources(e);
    sources_[e.get()] = found;
    return found;
  }

  Sources ComputeSources(const ir::Expr& e) {
    Sources found;
    if (e.as<ir::IntImmNode>() || e.as<ir::FloatImmNode>()) return found;
    if (auto* var = e.as<ir::VarNode>()) {
      auto it = binds_.find(var);
      if (it != binds_.end()) return SourcesOf(it->second);
      found.uniform = true;  // a parameter, or a loop variable
    } else if (auto* binary = e.as<ir::BinaryNode>()) {
      found = SourcesOf(binary->a);
      found.Add(SourcesOf(binary->b));
    } else if (auto* unary = e.as<ir::UnaryNode>()) {
      found = SourcesOf(unary->a);
    } else if (auto* cast = e.as<ir::CastNode>()) {
      found = SourcesOf(cast->value);
    } else if (auto* call = e.as<ir::CallNode>()) {
      found = SourcesOfCall(*call);
    } else {
      found.unknown = true;
    }
    return found;
  }

  Sources SourcesOfCall(const ir::CallNode& call) {
    constexpr std::string_view indices[] = {"gpu.thread_idx", "gpu.linear_thread_id", "gpu.lane_id"};
    const ir::OpRow* row = ir::FindOp(call.op_name());
    Sources found;
    if (std::find(std::begin(indices), std::end(indices), call.op_name()) != std::end(indices)) {
      found.thread = true;
      found.uniform = call.op_name() == "gpu.lane_id";  // the size of a subgroup is not known here
    } else if (row && row->effect == ir::Effect::Thread) {
      found.uniform = true;  // indices and extents of blocks
    } else if (row && row->effect == ir::Effect::Pure) {
      for (const ir::Expr& arg : call.args) found.Add(SourcesOf(arg));
    } else {
      found.unknown = true;
    }
    return found;
  }

  bool Diverges(const ir::Expr& guard) {
    Sources sources = SourcesOf(guard);
    if (!sources.thread || sources.unknown) return false;
    return sources.uniform || !extents_ || !SameForAllThreads(guard);
  }

  // For a value of indices and constants: each thread is asked.
  bool SameForAllThreads(const ir::Expr& guard) const {
    Evaluator evaluator(binds_, *extents_);
    auto first = evaluator.At(guard, {0, 0, 0});
    for (int64_t z = 0; z < (*extents_)[2]; ++z)
      for (int64_t y = 0; y < (*extents_)[1]; ++y)
        for (int64_t x = 0; x < (*extents_)[0]; ++x) {
          auto value = evaluator.At(guard, {x, y, z});
          if (!first || !value) return true;  // not decided
          if (*value != *first) return false;
        }
    return true;
  }

  std::unordered_map<const Object*, ir::Expr> binds_;
  std::unordered_map<const Object*, Sources> sources_;
  std::optional<Point> extents_;  // of the block, where they are constants
  ir::Expr guard_;                // the outermost condition that differs
  diag::Diagnostics found_;
};

}  // namespace

diag::Diagnostics FindDivergentBarriers(const ir::IRModule& module) {
  diag::Diagnostics all;
  for (const ir::Function& function : module->functions) {
    Finder finder;
    finder.Walk(function->body);
    diag::Diagnostics found = std::move(finder).Found();
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

}  // namespace tirx::pass

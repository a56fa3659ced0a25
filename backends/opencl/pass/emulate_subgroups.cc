// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/pass/emulate_subgroups.h"

#include <algorithm>
#include <map>
#include <optional>

#include "backends/opencl/pass/block_uniform.h"
#include "ir/arith.h"
#include "ir/builder.h"
#include "ir/op.h"
#include "ir/record.h"
#include "ir/visit.h"
#include "pass/map_functions.h"
#include "target/target.h"

namespace tirx::opencl {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

constexpr int64_t kUsualLanes = 32;       // where the target says nothing, as on the simulator
constexpr int64_t kMostBallotLanes = 32;  // its mask has 32 bits

enum class Form : uint8_t { Move, Reduce, Vote, Barrier };
struct SubgroupOp {
  std::string_view op;
  Form form;
  BinaryOp combine = BinaryOp::Add;  // of Reduce and Vote
};
constexpr SubgroupOp kOps[] = {
    {"gpu.shuffle", Form::Move},
    {"gpu.shuffle_up", Form::Move},
    {"gpu.shuffle_down", Form::Move},
    {"gpu.shuffle_xor", Form::Move},
    {"gpu.subgroup_sum", Form::Reduce, BinaryOp::Add},
    {"gpu.subgroup_max", Form::Reduce, BinaryOp::Max},
    {"gpu.subgroup_min", Form::Reduce, BinaryOp::Min},
    {"gpu.any", Form::Vote, BinaryOp::BitOr},
    {"gpu.all", Form::Vote, BinaryOp::BitAnd},
    {"gpu.ballot", Form::Vote, BinaryOp::BitOr},
    {"gpu.subgroup_sync", Form::Barrier},
};

const SubgroupOp* FindSubgroupOp(const CallNode* call) {
  if (!call) return nullptr;
  for (const SubgroupOp& row : kOps)
    if (row.op == call->op_name()) return &row;
  return nullptr;
}

bool HasSubgroupOp(const ObjectRef& part) {
  bool found = false;
  Walk(part, [&](const ObjectRef& node) {
    found |= FindSubgroupOp(node.as<CallNode>()) != nullptr;
    return !found;
  });
  return found;
}

// Counts where some threads may not come along.
class Deeper {
 public:
  explicit Deeper(int* depth) : depth_(depth) {
    if (depth_) ++*depth_;
  }
  ~Deeper() {
    if (depth_) --*depth_;
  }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  int* depth_;
};

class Emulator : public Rewriter {
 public:
  explicit Emulator(int64_t lanes) : lanes_(lanes) {}
  diag::Diagnostics errors;

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    if (auto* region = stmt.as<RegionNode>(); region && View(region->op->name) == "device_entry")
      return RewriteEntry(RefCast<Region>(stmt));
    if (stmt.as<SeqNode>()) return Rewriter::RewriteStmt(stmt);
    if (auto* loop = stmt.as<ForNode>(); loop && !uniform_.IsUniform(loop->extent + loop->min))
      uniform_.MarkVarying(loop->var);
    if (stmt.as<IfNode>()) return RewriteIf(RefCast<If>(stmt));
    if (IsVarying(stmt)) {
      Deeper deeper(&varying_);
      return Rewriter::RewriteStmt(stmt);
    }
    builder_.Open();
    Stmt result = Rewriter::RewriteStmt(stmt);
    Stmt before = builder_.Close();
    if (auto* bind = stmt.as<BindNode>(); bind && !bind->var.is_tensor() && !uniform_.IsUniform(bind->value))
      uniform_.MarkVarying(bind->var);
    if (before.as<SeqNode>() && before.as<SeqNode>()->stmts.empty()) return result;
    auto* evaluate = result.as<EvaluateNode>();
    bool unused = evaluate && !evaluate->value.as<CallNode>();
    return unused ? before : MakeSeq({before, result}, stmt->span);
  }

  Expr RewriteExpr(const Expr& expr) override {
    auto* binary = expr.as<BinaryNode>();
    auto* call = expr.as<CallNode>();
    bool lazy = (binary && IsLogical(binary->op) && HasSubgroupOp(binary->b)) ||
                (call && call->op_name() == "if_then_else" &&
                 (HasSubgroupOp(call->args[1]) || HasSubgroupOp(call->args[2])));
    if (lazy) {
      Deeper deeper(&varying_);
      return Rewriter::RewriteExpr(expr);
    }
    Expr mapped = Rewriter::RewriteExpr(expr);
    call = mapped.as<CallNode>();
    if (call && call->op_name() == "gpu.lane_id")
      return FloorMod(builder_.Op("gpu.linear_thread_id", {}), Int32(lanes_));
    if (call && call->op_name() == "gpu.subgroup_size") return Int32(lanes_);
    const SubgroupOp* row = FindSubgroupOp(call);
    return row ? Lower(*row, *call) : mapped;
  }

 private:
  // Whether the statement's parts run in some threads only.
  bool IsVarying(const Stmt& stmt) const {
    if (auto* node = stmt.as<ForNode>()) return !uniform_.IsUniform(node->extent + node->min);
    return stmt.as<WhileNode>() != nullptr;
  }

  // All who come to it evaluate the condition; its sides may part them.
  Stmt RewriteIf(const If& node) {
    builder_.Open();
    Expr condition = Rewrite(node->condition);
    Stmt before = builder_.Close();
    Deeper deeper(uniform_.IsUniform(node->condition) ? nullptr : &varying_);
    Stmt then_case = Rewrite(node->then_case);
    Stmt else_case = node->else_case.defined() ? Rewrite(node->else_case) : Stmt();
    return MakeSeq({before, If(condition, then_case, else_case, node->span)}, node->span);
  }

  Stmt RewriteEntry(const Region& entry) {
    PackedFields launch = LaunchOf(entry->args, entry->attrs);
    int64_t threads = 1;
    for (const char* axis : {"block.x", "block.y", "block.z"}) {
      Expr extent = launch.Find(axis);
      if (extent.defined()) threads *= ConstInt(extent).value_or(0);
    }
    threads_ = threads;
    parted_ = MayPart(entry->body);
    scratch_.clear();
    head_.Open();
    Stmt body = RewriteStmt(entry->body);
    Stmt head = head_.Close();
    threads_ = -1;
    return Region(entry->op, entry->args, entry->attrs, entry->params,
                  scratch_.empty() ? body : MakeSeq({head, body}, entry->span), entry->span);
  }

  // Why the operation cannot be emulated where it stands; "" when it can.
  std::string_view Obstacle() const {
    if (threads_ < 0) return "in a function, which has no shared memory of its own";
    if (varying_ > 0 || parted_) return "where some threads of the block may not come along";
    if (lanes_ <= 0 || (lanes_ & (lanes_ - 1)) != 0)
      return "for a target whose `thread_warp_size` is no power of two";
    if (threads_ == 0) return "in a block whose size is not known while compiling";
    return threads_ > lanes_ && threads_ % lanes_ ? "in a block with a part of a subgroup" : "";
  }

  Expr Lower(const SubgroupOp& row, const CallNode& call) {
    builder_.SetSpan(call.span);
    if (std::string_view obstacle = Obstacle(); !obstacle.empty()) return Refuse(call, obstacle);
    if (row.op == "gpu.ballot" && lanes_ > kMostBallotLanes)
      return Refuse(call, "of more lanes than its mask has bits");
    if (row.form == Form::Barrier) {
      Sync();
      return Int32(0);
    }
    Expr value = row.form == Form::Vote ? Expr(Cast(Int(32), call.args[0], call.span)) : call.args[0];
    Var scratch = Scratch(value->dtype());
    Var thread = builder_.Bind("thread", builder_.Op("gpu.linear_thread_id", {}));
    builder_.Store(scratch, {thread}, value);
    Sync();
    Expr told = row.form == Form::Move ? builder_.Load(scratch, {Source(call, thread)})
                                       : Combined(row, scratch, thread, value->dtype());
    Var result = builder_.Bind("told", told);
    Sync();
    if (row.form != Form::Vote) return result;
    if (row.op == "gpu.ballot") return Cast(UInt(32), result, call.span);
    return FoldBinary(BinaryOp::NE, result, Int32(0), call.span);
  }

  // The thread whose value is read; one's own where that lane does not exist. As CUDA's instruction, shuffles
  // read as many bits of their operand as lanes have numbers (PTX ISA, "shfl.sync").
  Expr Source(const CallNode& call, const Var& thread) {
    int64_t lanes = std::min(lanes_, threads_);
    Expr operand =
        FoldBinary(BinaryOp::BitAnd, Cast(Int(32), call.args[1], call.span), Int32(lanes_ - 1), call.span);
    Var lane = builder_.Bind("lane", FloorMod(thread, Int32(lanes_)));
    Expr from;
    if (call.op_name() == "gpu.shuffle") from = operand;
    if (call.op_name() == "gpu.shuffle_up") from = lane - operand;
    if (call.op_name() == "gpu.shuffle_down") from = lane + operand;
    if (call.op_name() == "gpu.shuffle_xor") from = FoldBinary(BinaryOp::BitXor, lane, operand, call.span);
    Var source = builder_.Bind("source", from);
    Expr exists = FoldBinary(BinaryOp::And, FoldBinary(BinaryOp::GE, source, Int32(0), call.span),
                             FoldBinary(BinaryOp::LT, source, Int32(lanes), call.span), call.span);
    return thread - lane + Select(exists, source, lane, call.span);
  }

  // Over the lanes in their order.
  Expr Combined(const SubgroupOp& row, const Var& scratch, const Var& thread, DType dtype) {
    bool ballot = row.op == "gpu.ballot";
    Var first = builder_.Bind("first", thread - FloorMod(thread, Int32(lanes_)));
    Var total = builder_.Alloc("total", MakeTensorType(dtype, {Int32(1)}, "local"));
    builder_.Store(total, {Int32(0)}, builder_.Load(scratch, {first}));
    builder_.For("lane", Int32(1), Int32(std::min(lanes_, threads_) - 1), [&](const Var& lane) {
      Expr told = builder_.Load(scratch, {first + lane});
      if (ballot) told = FoldBinary(BinaryOp::Shl, told, lane, builder_.span());
      builder_.Store(total, {Int32(0)},
                     FoldBinary(row.combine, builder_.Load(total, {Int32(0)}), told, builder_.span()));
    });
    return builder_.Load(total, {Int32(0)});
  }

  Expr Refuse(const CallNode& call, std::string_view obstacle) {
    std::string op(call.op_name());
    errors.push_back(
        diag::Make(DK::BackendLacks, call.span, {"opencl", "`T." + op + "` " + std::string(obstacle), kWhy})
            .WithNote(Span(), std::string(kInstead)));
    return call.op_name() == "gpu.ballot" ? MakeConst(UInt(32), 0)
           : call.args.empty()            ? Int32(0)
                                          : call.args[0];
  }
  static constexpr std::string_view kWhy =
      "OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block";
  static constexpr std::string_view kInstead =
      "move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory";

  Var Scratch(DType dtype) {
    auto [found, fresh] = scratch_.try_emplace(DTypeName(dtype), Var());
    head_.SetSpan(builder_.span());
    if (fresh) found->second = head_.Alloc("exchange", MakeTensorType(dtype, {Int32(threads_)}, "shared"));
    return found->second;
  }
  void Sync() { builder_.Evaluate(builder_.Op("gpu.sync", {})); }

  Builder builder_, head_;  // before the statement at hand; at the start of the entry
  BlockUniform uniform_;
  std::map<std::string, Var> scratch_;  // by element type: where lanes leave what they tell
  int64_t threads_ = -1;                // of the block; 0: not known; negative: not in an entry
  int varying_ = 0;                     // statements around, and operands, that some threads may skip
  bool parted_ = false;
  const int64_t lanes_;  // of a subgroup
};

}  // namespace

Result<IRModule> EmulateSubgroups(IRModule module, const pass::PassContext& context) {
  const int64_t lanes = target::LimitOf(context.target, target::Limit::SubgroupSize);
  Emulator emulator(lanes ? lanes : kUsualLanes);
  IRModule rewritten =
      pass::MapFunctions(module, [&](const Function& function) { return emulator.Rewrite(function); });
  if (!emulator.errors.empty()) return Failure(std::move(emulator.errors));
  return rewritten;
}

}  // namespace tirx::opencl

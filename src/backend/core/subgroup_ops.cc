// SPDX-License-Identifier: Apache-2.0
// Subgroups of the portable GPU language: shuffles, votes, reductions; and reductions over a block.
#include "backend/core/core.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::Effect;
using ir::OpRow;
using ir::ParamKind;
namespace rule = ir::rule;

// Shuffles move 32- or 64-bit values; narrower ones must be widened by the author, who then chooses how.
constexpr ir::OpParam kMoved = ir::Operand("value", kInteger32 | kInteger64 | kF32 | kF64);
constexpr ir::OpParam kReduced = ir::Operand("value", kInteger | kReal);

Result<ir::Type> Allreduced(const OpRow& row, const Array<ir::Expr>& args, const Attrs& attrs,
                            const Span& span) {
  const std::string reducer(attrs["reducer"].cast<String>());
  const bool of_bits = reducer == "and" || reducer == "or" || reducer == "xor";
  if (of_bits && !IsInteger(args[0]->dtype()))
    return ir::WrongOperand(row, args, 0, "an integer for `" + reducer + "`", span);
  return args[0]->ty;
}

// clang-format off
const OpRow kShuffleOps[] = {
    {.name = "gpu.shuffle",      .params = {{kMoved, ir::Operand("lane", kInteger32)}},  .type = rule::FirstOperand, .effect = Effect::Sync, .sim = sim::Shuffle, .doc = "The value of the given lane.", .source = "docs/language.md: Operations"},
    {.name = "gpu.shuffle_up",   .params = {{kMoved, ir::Operand("delta", kInteger32)}}, .type = rule::FirstOperand, .effect = Effect::Sync, .sim = sim::ShuffleUp, .doc = "The value of the lane `delta` below; lanes without one keep their own.", .source = "docs/language.md: Operations"},
    {.name = "gpu.shuffle_down", .params = {{kMoved, ir::Operand("delta", kInteger32)}}, .type = rule::FirstOperand, .effect = Effect::Sync, .sim = sim::ShuffleDown, .doc = "The value of the lane `delta` above; lanes without one keep their own.", .source = "docs/language.md: Operations"},
    {.name = "gpu.shuffle_xor",  .params = {{kMoved, ir::Operand("mask", kInteger32)}},  .type = rule::FirstOperand, .effect = Effect::Sync, .sim = sim::ShuffleXor, .doc = "The value of the lane whose id is this one's xor `mask`.", .source = "docs/language.md: Operations"},
};

const OpRow kVoteOps[] = {
    {.name = "gpu.any",    .params = {{ir::Operand("predicate", kBool)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .uniform = true, .sim = sim::Any, .doc = "Whether the predicate holds in some lane of the subgroup.", .source = "docs/language.md: Operations"},
    {.name = "gpu.all",    .params = {{ir::Operand("predicate", kBool)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .uniform = true, .sim = sim::All, .doc = "Whether the predicate holds in every lane of the subgroup.", .source = "docs/language.md: Operations"},
    {.name = "gpu.ballot", .params = {{ir::Operand("predicate", kBool)}}, .type = rule::ReturnsUInt32, .effect = Effect::Sync, .uniform = true, .sim = sim::Ballot, .doc = "Bit i says whether the predicate holds in lane i.", .source = "docs/language.md: Operations"},
};

const OpRow kReductionOps[] = {
    {.name = "gpu.subgroup_sum", .params = {{kReduced}}, .type = rule::SameNumber, .effect = Effect::Sync, .uniform = true, .sim = sim::SubgroupSum, .doc = "Sum over the lanes of the subgroup, in every lane.", .source = "docs/language.md: Operations"},
    {.name = "gpu.subgroup_max", .params = {{kReduced}}, .type = rule::SameNumber, .effect = Effect::Sync, .uniform = true, .sim = sim::SubgroupMax, .doc = "Maximum over the lanes of the subgroup, in every lane.", .source = "docs/language.md: Operations"},
    {.name = "gpu.subgroup_min", .params = {{kReduced}}, .type = rule::SameNumber, .effect = Effect::Sync, .uniform = true, .sim = sim::SubgroupMin, .doc = "Minimum over the lanes of the subgroup, in every lane.", .source = "docs/language.md: Operations"},
    {.name = "gpu.block_sum", .params = {{kReduced}}, .type = rule::SameNumber, .effect = Effect::Sync, .uniform = true, .sim = sim::BlockSum, .doc = "Sum over all threads of the block, in every thread; a barrier.", .source = "docs/language.md: Operations"},
    {.name = "gpu.block_max", .params = {{kReduced}}, .type = rule::SameNumber, .effect = Effect::Sync, .uniform = true, .sim = sim::BlockMax, .doc = "Maximum over all threads of the block, in every thread; a barrier.", .source = "docs/language.md: Operations"},
    {.name = "gpu.block_min", .params = {{kReduced}}, .type = rule::SameNumber, .effect = Effect::Sync, .uniform = true, .sim = sim::BlockMin, .doc = "Minimum over all threads of the block, in every thread; a barrier.", .source = "docs/language.md: Operations"},
    // No simulator function: lower-thread-allreduce makes shuffles and accesses of it.
    {.name = "gpu.thread_allreduce", .params = {{kMoved, {"reducer", ParamKind::Text, "sum|prod|min|max|and|or|xor"}, {"axes", ParamKind::Text, "x|y|z|xy|xz|yz|xyz", "x"}}}, .type = Allreduced, .effect = Effect::Sync, .doc = "The reduction over the threads that differ along the axes alone, in each of them; a barrier.", .source = "docs/language.md: Operations"},
};
// clang-format on

const ir::OpFamilyRow kShuffles{"shuffles", "Lanes read what other lanes hold.", kShuffleOps};
const ir::OpFamilyRow kVotes{"votes", "What the lanes of a subgroup agree on.", kVoteOps};
const ir::OpFamilyRow kReductions{"reductions", "One value from those of many threads.", kReductionOps};

}  // namespace

void RegisterSubgroupOps(Registrar& registrar) {
  registrar.AddFamily(kShuffles);
  registrar.AddFamily(kVotes);
  registrar.AddFamily(kReductions);
}

}  // namespace tirx::backend

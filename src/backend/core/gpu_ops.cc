// SPDX-License-Identifier: Apache-2.0
// The portable GPU language, T.gpu: indices, barriers, shuffles, votes, atomics, reductions. Portable kernels
// use nothing else; each GPU backend says in its own table how these are spelt.
#include "backend/core/core.h"
#include "ir/arith.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::Effect;
using ir::Expr;
using ir::OpRow;
using ir::ParamKind;
using ir::Type;
namespace rule = ir::rule;

constexpr ir::OpParam kAxis{"axis", ParamKind::Text, "x|y|z"};
constexpr ir::OpParam kScope{"scope", ParamKind::Text, "block|device|system", "device"};

// Shuffles move 32- or 64-bit values; narrower ones must be widened by the author, who then chooses how.
Result<Type> Shuffled(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  DType value = args[0]->dtype();
  if (value.lanes != 1 || (value.bits != 32 && value.bits != 64) || IsHandle(value))
    return Fail(
        DK::WrongOperandType, span,
        {"`T." + std::string(row.name) + "`", "value", ir::TypeName(args[0]->ty), "a 32- or 64-bit number"});
  if (!IsInteger(args[1]->dtype()) || args[1]->dtype().bits != 32)
    return Fail(DK::WrongOperandType, span,
                {"`T." + std::string(row.name) + "`", "lane", ir::TypeName(args[1]->ty), "int32 or uint32"});
  return args[0]->ty;
}

Result<Type> VoteBool(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  if (!IsBool(args[0]->dtype()))
    return Fail(DK::WrongOperandType, span,
                {"`T." + std::string(row.name) + "`", "predicate", ir::TypeName(args[0]->ty), "a bool"});
  return row.name == "gpu.ballot" ? rule::ReturnsUInt32(row, args, attrs, span)
                                  : rule::ReturnsBool(row, args, attrs, span);
}

// The operand is an element of a tensor, written A[i]; it stays a load in the IR and means its address.
Result<Type> AtomicElement(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  std::string name = "`T." + std::string(row.name) + "`";
  auto* element = args[0].as<ir::TensorLoadNode>();
  if (!element || args[0]->dtype().lanes != 1)
    return Fail(DK::WrongOperandType, span,
                {name, "element", ir::TypeName(args[0]->ty), "an element of a tensor, A[i]"});
  for (size_t i = 1; i < args.size(); ++i)
    if (args[i]->dtype() != args[0]->dtype())
      return Fail(
          DK::WrongOperandType, span,
          {name, "value", ir::TypeName(args[i]->ty), DTypeName(args[0]->dtype()) + " like the element"});
  return args[0]->ty;
}

// clang-format off
const OpRow kGpuOps[] = {
    {.name = "gpu.block_idx",  .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::BlockIdx, .doc = "Index of the block in the grid."},
    {.name = "gpu.thread_idx", .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::ThreadIdx, .doc = "Index of the thread in its block."},
    {.name = "gpu.grid_dim",   .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::GridDim, .doc = "Blocks in the grid."},
    {.name = "gpu.block_dim",  .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::BlockDim, .doc = "Threads in a block."},
    {.name = "gpu.linear_thread_id", .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::LinearThreadId, .doc = "x + y * block_dim.x + z * block_dim.x * block_dim.y."},
    {.name = "gpu.lane_id",    .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::LaneId, .doc = "Index of the thread in its subgroup."},
    {.name = "gpu.subgroup_size", .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::SubgroupSize, .doc = "Threads in a subgroup."},
    {.name = "gpu.sync",       .type = rule::ReturnsVoid, .effect = Effect::Sync, .sim = sim::Sync, .doc = "Barrier of the block; every thread of it must arrive."},
    {.name = "gpu.subgroup_sync", .type = rule::ReturnsVoid, .effect = Effect::Sync, .sim = sim::SubgroupSync, .doc = "Barrier of the subgroup."},
    {.name = "gpu.shuffle",      .params = {{{"value"}, {"lane"}}},  .type = Shuffled, .effect = Effect::Sync, .sim = sim::Shuffle, .doc = "The value of the given lane."},
    {.name = "gpu.shuffle_up",   .params = {{{"value"}, {"delta"}}}, .type = Shuffled, .effect = Effect::Sync, .sim = sim::ShuffleUp, .doc = "The value of the lane `delta` below; lanes without one keep their own."},
    {.name = "gpu.shuffle_down", .params = {{{"value"}, {"delta"}}}, .type = Shuffled, .effect = Effect::Sync, .sim = sim::ShuffleDown, .doc = "The value of the lane `delta` above; lanes without one keep their own."},
    {.name = "gpu.shuffle_xor",  .params = {{{"value"}, {"mask"}}},  .type = Shuffled, .effect = Effect::Sync, .sim = sim::ShuffleXor, .doc = "The value of the lane whose id is this one's xor `mask`."},
    {.name = "gpu.any",    .params = {{{"predicate"}}}, .type = VoteBool, .effect = Effect::Sync, .sim = sim::Any, .doc = "Whether the predicate holds in some lane of the subgroup."},
    {.name = "gpu.all",    .params = {{{"predicate"}}}, .type = VoteBool, .effect = Effect::Sync, .sim = sim::All, .doc = "Whether the predicate holds in every lane of the subgroup."},
    {.name = "gpu.ballot", .params = {{{"predicate"}}}, .type = VoteBool, .effect = Effect::Sync, .sim = sim::Ballot, .doc = "Bit i says whether the predicate holds in lane i."},
    {.name = "gpu.atomic_add", .params = {{{"element"}, {"value"}, kScope}}, .type = AtomicElement, .effect = Effect::Update, .sim = sim::AtomicAdd, .doc = "Adds to the element; gives its value before."},
    {.name = "gpu.atomic_min", .params = {{{"element"}, {"value"}, kScope}}, .type = AtomicElement, .effect = Effect::Update, .sim = sim::AtomicMin, .doc = "Minimum into the element; gives its value before."},
    {.name = "gpu.atomic_max", .params = {{{"element"}, {"value"}, kScope}}, .type = AtomicElement, .effect = Effect::Update, .sim = sim::AtomicMax, .doc = "Maximum into the element; gives its value before."},
    {.name = "gpu.atomic_exchange", .params = {{{"element"}, {"value"}, kScope}}, .type = AtomicElement, .effect = Effect::Update, .sim = sim::AtomicExchange, .doc = "Replaces the element; gives its value before."},
    {.name = "gpu.atomic_cas", .params = {{{"element"}, {"expected"}, {"value"}, kScope}}, .type = AtomicElement, .effect = Effect::Update, .sim = sim::AtomicCas, .doc = "Replaces the element if it is `expected`; gives its value before."},
    {.name = "gpu.subgroup_sum", .params = {{{"value"}}}, .type = rule::SameNumber, .effect = Effect::Sync, .sim = sim::SubgroupSum, .doc = "Sum over the lanes of the subgroup, in every lane."},
    {.name = "gpu.subgroup_max", .params = {{{"value"}}}, .type = rule::SameNumber, .effect = Effect::Sync, .sim = sim::SubgroupMax, .doc = "Maximum over the lanes of the subgroup, in every lane."},
    {.name = "gpu.subgroup_min", .params = {{{"value"}}}, .type = rule::SameNumber, .effect = Effect::Sync, .sim = sim::SubgroupMin, .doc = "Minimum over the lanes of the subgroup, in every lane."},
    // The region that runs on the device; see ir/stmt.h.
    {.name = "device_entry", .params = {{{"launch", ParamKind::Values}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .doc = "The body runs on the device, once per thread of the launch."},
    // What SplitHostDevice leaves of a device entry: kernel arguments, then one value per launch tag.
    {.name = "launch_kernel", .params = {{{"kernel", ParamKind::Text}, {"args", ParamKind::Values}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .doc = "Launches a kernel of the module."},
};
// clang-format on

}  // namespace

void RegisterGpuOps(Registrar& registrar) {
  registrar.Add(kGpuOps);
}

}  // namespace tirx::backend

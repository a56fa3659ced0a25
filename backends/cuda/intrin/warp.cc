// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, matches and reductions of a warp whose lanes are named by a mask. Beyond T.gpu, whose mask
// is the whole warp.
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::Operand;
using ir::OpRow;
using ir::ParamKind;
namespace rule = ir::rule;

using ir::Expr;
using sim::OpContext;

constexpr ir::OpParam kMask = Operand("mask", kU32);
constexpr ir::OpParam kWidth{"width", ParamKind::Int, "", "32"};
constexpr ir::OpParam kReduced = Operand("value", kInteger | kReal);

Status CheckWidth(const OpRow& row, const Attrs& attrs, const Span& span) {
  int64_t width = attrs["width"].cast<int64_t>();
  if (width >= 2 && width <= 32 && (width & (width - 1)) == 0) return Ok{};
  return Fail(DK::BadAttribute, span,
              {"T." + std::string(row.name), "width", std::to_string(width), "2, 4, 8, 16 or 32"});
}

Result<ir::Type> ShuffledType(const OpRow& row, const Array<Expr>& args, const Attrs& attrs,
                              const Span& span) {
  TIRX_RETURN_IF_FAILED(CheckWidth(row, attrs, span));
  return args[1]->ty;
}
Result<ir::Type> ReducedType(const OpRow&, const Array<Expr>& args, const Attrs&, const Span&) {
  return args[1]->ty;
}
Result<ir::Type> ReducedParts(const OpRow& row, const Array<Expr>& args, const Attrs& attrs,
                              const Span& span) {
  TIRX_RETURN_IF_FAILED(CheckWidth(row, attrs, span));
  return args[0]->ty;
}

void SimActiveMask(OpContext& ctx) {
  if (!ctx.result_used()) return;
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = ctx.mask();
}

Result<ir::Type> CtaReduced(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  int64_t warps = attrs["num_warps"].cast<int64_t>();
  if (warps < 1 || warps > 32 || (warps & (warps - 1)) != 0)
    return Fail(
        DK::BadAttribute, span,
        {"T." + std::string(row.name), "num_warps", std::to_string(warps), "a power of two up to 32"});
  if (*ir::ElementDType(args[1]) != args[0]->dtype())
    return ir::WrongOperand(row, args, 1, DTypeName(args[0]->dtype()) + " like the value", span);
  return args[0]->ty;
}

// What is in the scratch memory afterwards is open: it stays as it was here.
void SimCtaReduce(OpContext& ctx) {
  auto warps = uint64_t(ctx.IntAttribute("num_warps", 0)), here = (ctx.block_dim().Count() + 31) / 32;
  if (warps == here) return sim::BlockReduce(ctx);
  ctx.ReportBadOperand(ctx.mask(), "`num_warps` is " + std::to_string(warps) + "; the block has " +
                                       std::to_string(here) + (here == 1 ? " warp" : " warps"));
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.shfl_sync", .params = {{kMask, Operand("value", kInteger32 | kInteger64 | kF32 | kF64), Operand("lane", kInteger32), kWidth}}, .type = ShuffledType, .effect = Effect::Sync, .emit = "__shfl_sync({0}, {1}, {2}, {width})", .sim = sim::NamedShuffle, .doc = "The value of the given lane of the part.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions"},
    {.name = "cuda.shfl_up_sync", .params = {{kMask, Operand("value", kInteger32 | kInteger64 | kF32 | kF64), Operand("delta", kInteger32), kWidth}}, .type = ShuffledType, .effect = Effect::Sync, .emit = "__shfl_up_sync({0}, {1}, {2}, {width})", .sim = sim::NamedShuffleUp, .doc = "The value of the lane `delta` below; lanes without one keep their own.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions"},
    {.name = "cuda.shfl_down_sync", .params = {{kMask, Operand("value", kInteger32 | kInteger64 | kF32 | kF64), Operand("delta", kInteger32), kWidth}}, .type = ShuffledType, .effect = Effect::Sync, .emit = "__shfl_down_sync({0}, {1}, {2}, {width})", .sim = sim::NamedShuffleDown, .doc = "The value of the lane `delta` above; lanes without one keep their own.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions"},
    {.name = "cuda.shfl_xor_sync", .params = {{kMask, Operand("value", kInteger32 | kInteger64 | kF32 | kF64), Operand("lane_mask", kInteger32), kWidth}}, .type = ShuffledType, .effect = Effect::Sync, .emit = "__shfl_xor_sync({0}, {1}, {2}, {width})", .sim = sim::NamedShuffleXor, .doc = "The value of the lane whose id is this one's xor `lane_mask`.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions"},
    {.name = "cuda.any_sync", .params = {{kMask, Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .emit = "(bool)__any_sync({0}, {1})", .sim = sim::NamedAny, .doc = "Whether the predicate holds in some lane of the mask.", .source = "CUDA C++ Programming Guide: Warp Vote Functions"},
    {.name = "cuda.all_sync", .params = {{kMask, Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .emit = "(bool)__all_sync({0}, {1})", .sim = sim::NamedAll, .doc = "Whether the predicate holds in every lane of the mask.", .source = "CUDA C++ Programming Guide: Warp Vote Functions"},
    {.name = "cuda.uni_sync", .params = {{kMask, Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .emit = "(bool)__uni_sync({0}, {1})", .sim = sim::NamedUniform, .doc = "Whether the predicate is the same in every lane of the mask.", .source = "CUDA C++ Programming Guide: Warp Vote Functions"},
    {.name = "cuda.ballot_sync", .params = {{kMask, Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsUInt32, .effect = Effect::Sync, .emit = "__ballot_sync({0}, {1})", .sim = sim::NamedBallot, .doc = "Bit i says whether the predicate holds in lane i of the mask.", .source = "CUDA C++ Programming Guide: Warp Vote Functions"},
    {.name = "cuda.match_any_sync", .params = {{kMask, Operand("value", kInteger32 | kInteger64 | kF32 | kF64)}}, .type = rule::ReturnsUInt32, .effect = Effect::Sync, .min_arch = "sm_70", .emit = "__match_any_sync({0}, {1})", .sim = sim::NamedMatchAny, .doc = "The lanes of the mask that hold the same bits as this one.", .source = "CUDA C++ Programming Guide: Warp Match Functions"},
    {.name = "cuda.match_all_sync", .params = {{kMask, Operand("value", kInteger32 | kInteger64 | kF32 | kF64)}}, .type = rule::ReturnsUInt32, .effect = Effect::Sync, .min_arch = "sm_70", .emit = "match_all_sync({0}, {1})", .needs = "match_all_sync", .sim = sim::NamedMatchAll, .doc = "The mask if all of its lanes hold the same bits, otherwise 0.", .source = "CUDA C++ Programming Guide: Warp Match Functions"},
    {.name = "cuda.reduce_add_sync", .params = {{kMask, Operand("value", kInteger32)}}, .type = ReducedType, .effect = Effect::Sync, .min_arch = "sm_80", .emit = "__reduce_add_sync({0}, {1})", .sim = sim::NamedSum, .doc = "Sum over the lanes of the mask.", .source = "CUDA C++ Programming Guide: Warp Reduce Functions"},
    {.name = "cuda.reduce_min_sync", .params = {{kMask, Operand("value", kInteger32)}}, .type = ReducedType, .effect = Effect::Sync, .min_arch = "sm_80", .emit = "__reduce_min_sync({0}, {1})", .sim = sim::NamedMin, .doc = "Minimum over the lanes of the mask.", .source = "CUDA C++ Programming Guide: Warp Reduce Functions"},
    {.name = "cuda.reduce_max_sync", .params = {{kMask, Operand("value", kInteger32)}}, .type = ReducedType, .effect = Effect::Sync, .min_arch = "sm_80", .emit = "__reduce_max_sync({0}, {1})", .sim = sim::NamedMax, .doc = "Maximum over the lanes of the mask.", .source = "CUDA C++ Programming Guide: Warp Reduce Functions"},
    {.name = "cuda.reduce_and_sync", .params = {{kMask, Operand("value", kU32)}}, .type = ReducedType, .effect = Effect::Sync, .min_arch = "sm_80", .emit = "__reduce_and_sync({0}, {1})", .sim = sim::NamedAnd, .doc = "Bitwise and over the lanes of the mask.", .source = "CUDA C++ Programming Guide: Warp Reduce Functions"},
    {.name = "cuda.reduce_or_sync", .params = {{kMask, Operand("value", kU32)}}, .type = ReducedType, .effect = Effect::Sync, .min_arch = "sm_80", .emit = "__reduce_or_sync({0}, {1})", .sim = sim::NamedOr, .doc = "Bitwise or over the lanes of the mask.", .source = "CUDA C++ Programming Guide: Warp Reduce Functions"},
    {.name = "cuda.reduce_xor_sync", .params = {{kMask, Operand("value", kU32)}}, .type = ReducedType, .effect = Effect::Sync, .min_arch = "sm_80", .emit = "__reduce_xor_sync({0}, {1})", .sim = sim::NamedXor, .doc = "Bitwise exclusive or over the lanes of the mask.", .source = "CUDA C++ Programming Guide: Warp Reduce Functions"},
    {.name = "cuda.warp_reduce", .params = {{kReduced, {"op", ParamKind::Text, "sum|max|min"}, kWidth}}, .type = ReducedParts, .effect = Effect::Sync, .sim = sim::SubgroupReduce, .doc = "Sum, maximum or minimum over parts of `width` lanes, in every lane.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions, example"},
    {.name = "cuda.warp_sum", .params = {{kReduced, kWidth}}, .type = ReducedParts, .effect = Effect::Sync, .sim = sim::SubgroupSum, .doc = "Sum over parts of `width` lanes, in every lane.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions, example"},
    {.name = "cuda.warp_max", .params = {{kReduced, kWidth}}, .type = ReducedParts, .effect = Effect::Sync, .sim = sim::SubgroupMax, .doc = "Maximum over parts of `width` lanes, in every lane.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions, example"},
    {.name = "cuda.warp_min", .params = {{kReduced, kWidth}}, .type = ReducedParts, .effect = Effect::Sync, .sim = sim::SubgroupMin, .doc = "Minimum over parts of `width` lanes, in every lane.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions, example"},
    {.name = "cuda.cta_reduce", .params = {{kReduced, {"op", ParamKind::Text, "sum|max|min"}, {"num_warps", ParamKind::Int}, ir::Element("scratch", kInteger | kReal)}}, .type = CtaReduced, .effect = Effect::Sync, .sim = SimCtaReduce, .doc = "Sum, maximum or minimum over the warps of the block, in every thread; `scratch` is shared memory for one value a warp. A barrier.", .source = "CUDA C++ Programming Guide: Warp Shuffle Functions, examples"},
    {.name = "cuda.activemask", .type = rule::ReturnsUInt32, .effect = Effect::Sync, .emit = "__activemask()", .sim = SimActiveMask, .doc = "The lanes of the warp that are executing this together.", .source = "CUDA C++ Programming Guide: Warp Vote Functions"},
    {.name = "cuda.elect_sync", .type = rule::ReturnsBool, .effect = Effect::Sync, .min_arch = "sm_90", .emit = "elect_sync()", .needs = "elect_sync", .sim = sim::ElectLane, .doc = "True in one lane of the warp, which must be whole: the first.", .source = "PTX ISA: elect.sync"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda warps", "Lanes that a mask names.", kRows};

}  // namespace

void RegisterWarpIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda

// SPDX-License-Identifier: Apache-2.0
// Barriers of the block, of the subgroup, and numbered ones.
#include "sim/meeting.h"
#include "sim/ops/lane_groups.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// An operand that must be the same in all active lanes; its value in the first.
int32_t Common(OpContext& ctx, int arg) {
  auto values = ctx.Arg<int32_t>(arg);
  const int first = FirstLane(ctx.mask());
  LaneMask other = 0;
  TIRX_SIM_ACTIVE(lane, ctx.mask()) other |= LaneMask(values[lane] != values[first]) << lane;
  if (other) ctx.ReportBadOperand(other, "the lanes of a warp name different barriers or sizes");
  return values[first];
}

// Barrier 0 is the block's own; there are 16 (PTX ISA, "bar").
bool IsNumbered(OpContext& ctx, int32_t number) {
  if (number >= 1 && number <= 15) return true;
  ctx.ReportBadOperand(ctx.mask(), "barrier " + std::to_string(number) + "; there are barriers 1 to 15");
  return false;
}

// How many threads of the block say yes, and how many there are; false while the warp waits.
bool CountBlock(OpContext& ctx, uint64_t* yes, uint64_t* threads) {
  auto predicate = ctx.Arg<uint32_t>(0);
  uint64_t mine = 0;
  TIRX_SIM_ACTIVE(lane, ctx.mask()) mine += predicate[lane] != 0;
  const Meeting* meeting = ctx.MeetBlock(mine << 32 | uint32_t(CountLanes(ctx.mask())));
  if (!meeting) return false;
  *yes = *threads = 0;
  for (const Meeting::Place& warp : meeting->warps) {
    if (!warp.waited) continue;
    *yes += warp.word >> 32;
    *threads += warp.word & 0xffffffffu;
  }
  return true;
}

template <class F>
void VoteOfBlock(OpContext& ctx, F&& answer) {
  uint64_t yes = 0, threads = 0;
  if (!CountBlock(ctx, &yes, &threads) || !ctx.result_used()) return;
  int32_t* d = ctx.Result<int32_t>();
  for (int i = 0; i < kLanes; ++i) d[i] = int32_t(answer(yes, threads));
}

}  // namespace

void Sync(OpContext& ctx) {
  ctx.BlockBarrier();
}
void SubgroupSync(OpContext& ctx) {
  Collective(ctx, [](const LaneGroups&) {});
}
void NumberedBarrier(OpContext& ctx) {
  const int32_t number = Common(ctx, 0), threads = Common(ctx, 1);
  if (IsNumbered(ctx, number)) ctx.MeetAt(number, uint32_t(threads));
}
void NumberedArrive(OpContext& ctx) {
  const int32_t number = Common(ctx, 0), threads = Common(ctx, 1);
  if (IsNumbered(ctx, number)) ctx.ArriveAt(number, uint32_t(threads));
}
void WarpgroupBarrier(OpContext& ctx) {
  const int32_t number = Common(ctx, 0);
  if (IsNumbered(ctx, number)) ctx.MeetAt(number, 128);
}

// clang-format off
void SyncCount(OpContext& ctx) { VoteOfBlock(ctx, [](uint64_t yes, uint64_t) { return yes; }); }
void SyncAnd(OpContext& ctx) { VoteOfBlock(ctx, [](uint64_t yes, uint64_t threads) { return yes == threads; }); }
void SyncOr(OpContext& ctx) { VoteOfBlock(ctx, [](uint64_t yes, uint64_t) { return yes != 0; }); }
// clang-format on

}  // namespace tirx::sim

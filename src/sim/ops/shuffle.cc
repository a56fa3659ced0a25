// SPDX-License-Identifier: Apache-2.0
// Shuffles: a lane reads what another lane holds. In the portable form all running lanes take part; in the
// other one operand 0 names those that do, and the attribute `width` divides the subgroup into parts that
// shuffle among themselves (CUDA C++ Programming Guide, "Warp Shuffle Functions").
#include <algorithm>

#include "sim/ops/lane_groups.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// Which lane `lane` reads from; itself where there is none. Of the operand count as many bits as lanes of a
// subgroup have numbers (PTX ISA, "shfl.sync": five). `end` is the part's last lane, `begin` its first.
using Source = int (*)(int lane, int32_t operand, int begin, int end);

int FromLane(int, int32_t operand, int begin, int end) {
  return begin + (operand & (end - begin));
}
int FromBelow(int lane, int32_t operand, int begin, int) {
  return uint32_t(operand) > uint32_t(lane - begin) ? lane : lane - operand;
}
int FromAbove(int lane, int32_t operand, int, int end) {
  return uint32_t(operand) > uint32_t(end - lane) ? lane : lane + operand;
}
// A part may read from earlier ones, not from later ones.
int FromXor(int lane, int32_t operand, int, int end) {
  const uint32_t from = uint32_t(lane) ^ uint32_t(operand);
  return from > uint32_t(end) ? lane : int(from);
}

template <class L>
void MoveLanes(OpContext& ctx, const LaneGroups& groups, int first_arg, Source source) {
  const int width = int(ctx.IntAttribute("width", ctx.subgroup_size()));
  auto value = ctx.Arg<L>(first_arg);
  auto operand = ctx.Arg<int32_t>(first_arg + 1);
  L moved[kMaxSubgroup];
  GroupMask bad = 0;
  int missing = 0;
  for (int i = 0; i < groups.lanes; ++i) {
    const int begin = i & -width;
    const int from = source(i, operand[i] & (ctx.subgroup_size() - 1), begin, begin + width - 1);
    moved[i] = value[from];
    if (groups.Of(i) && !HasLane(groups.Of(i), from)) {
      missing = bad ? missing : from;
      bad |= GroupMask(1) << i;
    }
  }
  if (bad) ctx.ReportAbsentLane(bad, missing);
  std::copy(moved, moved + groups.lanes, ctx.Result<L>());
}

void Move(OpContext& ctx, const LaneGroups& groups, int first_arg, Source source) {
  if (!ctx.result_used()) return;
  if (IsWide(ctx.result_type()))
    MoveLanes<uint64_t>(ctx, groups, first_arg, source);
  else
    MoveLanes<uint32_t>(ctx, groups, first_arg, source);
}

}  // namespace

namespace {
void MoveAll(OpContext& ctx, Source source) {
  Collective(ctx, [&](const LaneGroups& groups) { Move(ctx, groups, 0, source); });
}
}  // namespace

// clang-format off
void Shuffle(OpContext& ctx) { MoveAll(ctx, FromLane); }
void ShuffleUp(OpContext& ctx) { MoveAll(ctx, FromBelow); }
void ShuffleDown(OpContext& ctx) { MoveAll(ctx, FromAbove); }
void ShuffleXor(OpContext& ctx) { MoveAll(ctx, FromXor); }
void NamedShuffle(OpContext& ctx) { Move(ctx, NamedLanes(ctx), 1, FromLane); }
void NamedShuffleUp(OpContext& ctx) { Move(ctx, NamedLanes(ctx), 1, FromBelow); }
void NamedShuffleDown(OpContext& ctx) { Move(ctx, NamedLanes(ctx), 1, FromAbove); }
void NamedShuffleXor(OpContext& ctx) { Move(ctx, NamedLanes(ctx), 1, FromXor); }
// clang-format on

}  // namespace tirx::sim

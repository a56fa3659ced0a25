// SPDX-License-Identifier: Apache-2.0
// Votes, matches and the reductions of one instruction: each lane gets what its group agrees on. In the
// portable form the group is all running lanes; in the named forms operand 0 says which (lane_groups.h).
#include <algorithm>

#include "sim/ops/lane_groups.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// `answer(votes, group)` from the lanes of the group whose predicate holds.
template <class F>
void Vote(OpContext& ctx, const LaneGroups& groups, int predicate_arg, F&& answer) {
  if (!ctx.result_used()) return;
  auto predicate = ctx.Arg<uint32_t>(predicate_arg);
  GroupMask votes = 0;
  for (int i = 0; i < groups.lanes; ++i) votes |= GroupMask(predicate[i] != 0) << i;
  auto give = [&](auto* d) {
    for (int i = 0; i < groups.lanes; ++i)
      d[i] = std::decay_t<decltype(*d)>(answer(votes & groups.Of(i), groups.Of(i)));
  };
  if (IsWide(ctx.result_type()))
    give(ctx.Result<uint64_t>());
  else
    give(ctx.Result<uint32_t>());
}

GroupMask SomeVoted(GroupMask votes, GroupMask) {
  return votes != 0;
}
GroupMask AllVoted(GroupMask votes, GroupMask group) {
  return votes == group;
}
GroupMask NoneOrAllVoted(GroupMask votes, GroupMask group) {
  return votes == 0 || votes == group;
}
GroupMask WhoVoted(GroupMask votes, GroupMask) {
  return votes;
}

template <class F>
void VoteOfAll(OpContext& ctx, F&& answer) {
  Collective(ctx, [&](const LaneGroups& groups) { Vote(ctx, groups, 0, answer); });
}

// The lanes of each group that hold the same value as the lane.
template <class L>
void Match(OpContext& ctx, bool all) {
  LaneGroups groups = NamedLanes(ctx);
  auto value = ctx.Arg<L>(1);
  uint32_t* d = ctx.Result<uint32_t>();
  for (int i = 0; i < kLanes; ++i) {
    GroupMask same = 0;
    TIRX_SIM_ACTIVE(other, groups.Of(i)) same |= GroupMask(value[other] == value[i]) << other;
    d[i] = all && same != groups.Of(i) ? 0 : LaneMask(same);
  }
}

void MatchBits(OpContext& ctx, bool all) {
  if (!ctx.result_used()) return;
  if (IsWide(ctx.arg_type(1)))
    Match<uint64_t>(ctx, all);
  else
    Match<uint32_t>(ctx, all);
}

// Integers of 32 bits, combined over the group.
template <class F>
void Reduce(OpContext& ctx, F&& combine) {
  LaneGroups groups = NamedLanes(ctx);
  WithTraits(ctx.result_type(), [&](auto traits) {
    using L = typename decltype(traits)::Lane;
    if constexpr (std::is_integral_v<L>) {
      auto value = ctx.Arg<L>(1);
      L reduced[kLanes];
      for (int i = 0; i < kLanes; ++i) {
        const GroupMask group = groups.Of(i);
        reduced[i] = group ? value[FirstLane(group)] : L(0);
        TIRX_SIM_ACTIVE(other, group & (group - 1)) reduced[i] = L(combine(reduced[i], value[other]));
      }
      L* d = ctx.Result<L>();
      for (int i = 0; i < kLanes; ++i) d[i] = reduced[i];
    }
  });
}

}  // namespace

// clang-format off
void Any(OpContext& ctx) { VoteOfAll(ctx, SomeVoted); }
void All(OpContext& ctx) { VoteOfAll(ctx, AllVoted); }
void NamedAny(OpContext& ctx) { Vote(ctx, NamedLanes(ctx), 1, SomeVoted); }
void NamedAll(OpContext& ctx) { Vote(ctx, NamedLanes(ctx), 1, AllVoted); }
void NamedUniform(OpContext& ctx) { Vote(ctx, NamedLanes(ctx), 1, NoneOrAllVoted); }
void NamedBallot(OpContext& ctx) { Vote(ctx, NamedLanes(ctx), 1, WhoVoted); }
void NamedMatchAny(OpContext& ctx) { MatchBits(ctx, false); }
void NamedMatchAll(OpContext& ctx) { MatchBits(ctx, true); }
void NamedSum(OpContext& ctx) { Reduce(ctx, [](auto a, auto b) { return std::make_unsigned_t<decltype(a)>(a) + std::make_unsigned_t<decltype(a)>(b); }); }
void NamedMin(OpContext& ctx) { Reduce(ctx, [](auto a, auto b) { return std::min(a, b); }); }
void NamedMax(OpContext& ctx) { Reduce(ctx, [](auto a, auto b) { return std::max(a, b); }); }
void NamedAnd(OpContext& ctx) { Reduce(ctx, [](auto a, auto b) { return a & b; }); }
void NamedOr(OpContext& ctx) { Reduce(ctx, [](auto a, auto b) { return a | b; }); }
void NamedXor(OpContext& ctx) { Reduce(ctx, [](auto a, auto b) { return a ^ b; }); }
// clang-format on

void Ballot(OpContext& ctx) {
  if (ctx.subgroup_size() > 32 && ctx.result_used() && !IsWide(ctx.result_type()))
    ctx.ReportBadOperand(ctx.mask(), "its mask has 32 bits, and the subgroup " +
                                         std::to_string(ctx.subgroup_size()) + " lanes");
  VoteOfAll(ctx, WhoVoted);
}

void ElectLane(OpContext& ctx) {
  Collective(ctx, [&](const LaneGroups& groups) {
    if (!ctx.result_used()) return;
    uint32_t* d = ctx.Result<uint32_t>();
    for (int i = 0; i < groups.lanes; ++i) d[i] = groups.Of(i) && i == FirstLane(groups.Of(i));
  });
}

}  // namespace tirx::sim

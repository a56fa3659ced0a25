// SPDX-License-Identifier: Apache-2.0
// Barriers, shuffles, votes and reductions of a subgroup.
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// All running lanes must have come; one that has not is reported.
void RequireAll(OpContext& ctx) {
  ctx.WarpBarrier(kAllLanes);
}

// `source(lane)` names the lane to read from; itself where there is none.
template <class L, class F>
void MoveLanes(OpContext& ctx, F&& source) {
  auto value = ctx.Arg<L>(0);
  L moved[kLanes];
  LaneMask bad = 0;
  int missing = 0;
  for (int i = 0; i < kLanes; ++i) {
    int from = source(i);
    moved[i] = value[from];
    if (HasLane(ctx.mask(), i) && !HasLane(ctx.mask(), from)) {
      missing = bad ? missing : from;
      bad |= LaneMask(1) << i;
    }
  }
  if (bad) ctx.ReportAbsentLane(bad, missing);
  L* d = ctx.Result<L>();
  for (int i = 0; i < kLanes; ++i) d[i] = moved[i];
}

template <class F>
void Move(OpContext& ctx, F&& source) {
  if (!ctx.result_used()) return;
  auto by = ctx.Arg<int32_t>(1);
  auto from = [&](int lane) { return source(lane, by[lane]); };
  if (IsWide(ctx.result_type()))
    MoveLanes<uint64_t>(ctx, from);
  else
    MoveLanes<uint32_t>(ctx, from);
}

LaneMask Votes(OpContext& ctx) {
  RequireAll(ctx);
  auto predicate = ctx.Arg<uint32_t>(0);
  LaneMask votes = 0;
  for (int i = 0; i < kLanes; ++i) votes |= LaneMask(predicate[i] & 1) << i;
  return votes & ctx.mask();
}

void Answer(OpContext& ctx, uint32_t value) {
  if (!ctx.result_used()) return;
  uint32_t* d = ctx.Result<uint32_t>();
  for (int i = 0; i < kLanes; ++i) d[i] = value;
}

// Lanes that do not run count as `neutral`.
template <class T, class F>
void Reduce(OpContext& ctx, typename T::Lane neutral, F&& combine) {
  using L = typename T::Lane;
  auto value = ctx.Arg<L>(0);
  L lanes[kLanes];
  for (int i = 0; i < kLanes; ++i) lanes[i] = HasLane(ctx.mask(), i) ? value[i] : neutral;
  for (int distance = kLanes / 2; distance > 0; distance /= 2)
    for (int i = 0; i < distance; ++i) lanes[i] = T::Norm(combine(lanes[i], lanes[i + distance]));
  L* d = ctx.Result<L>();
  for (int i = 0; i < kLanes; ++i) d[i] = lanes[0];
}

template <class L>
L Plus(L a, L b) {
  if constexpr (std::is_floating_point_v<L>)
    return a + b;
  else
    return L(std::make_unsigned_t<L>(a) + std::make_unsigned_t<L>(b));
}

}  // namespace

void Sync(OpContext& ctx) {
  ctx.BlockBarrier();
}
void SubgroupSync(OpContext& ctx) {
  ctx.WarpBarrier(kAllLanes);
}

void Shuffle(OpContext& ctx) {
  RequireAll(ctx);
  Move(ctx, [](int, int32_t lane) { return lane & (kLanes - 1); });
}
void ShuffleUp(OpContext& ctx) {
  RequireAll(ctx);
  Move(ctx, [](int lane, int32_t delta) { return uint32_t(delta) > uint32_t(lane) ? lane : lane - delta; });
}
void ShuffleDown(OpContext& ctx) {
  RequireAll(ctx);
  Move(ctx, [](int lane, int32_t delta) {
    return uint32_t(delta) >= uint32_t(kLanes - lane) ? lane : lane + delta;
  });
}
void ShuffleXor(OpContext& ctx) {
  RequireAll(ctx);
  Move(ctx, [](int lane, int32_t mask) { return uint32_t(mask) >= kLanes ? lane : lane ^ mask; });
}

void Any(OpContext& ctx) {
  Answer(ctx, Votes(ctx) != 0);
}
void All(OpContext& ctx) {
  Answer(ctx, Votes(ctx) == ctx.mask());
}
void Ballot(OpContext& ctx) {
  Answer(ctx, Votes(ctx));
}

void SubgroupSum(OpContext& ctx) {
  RequireAll(ctx);
  WithTraits(ctx.result_type(), [&](auto traits) {
    using L = typename decltype(traits)::Lane;
    Reduce<decltype(traits)>(ctx, L(0), Plus<L>);
  });
}

namespace {
template <bool kMax>
void Extremum(OpContext& ctx) {
  RequireAll(ctx);
  WithTraits(ctx.result_type(), [&](auto traits) {
    using L = typename decltype(traits)::Lane;
    L any = ctx.mask() ? ctx.Arg<L>(0)[FirstLane(ctx.mask())] : L(0);
    Reduce<decltype(traits)>(ctx, any, [](L a, L b) { return (kMax ? a > b : a < b) || b != b ? a : b; });
  });
}
}  // namespace

void SubgroupMax(OpContext& ctx) {
  Extremum<true>(ctx);
}
void SubgroupMin(OpContext& ctx) {
  Extremum<false>(ctx);
}

}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Reductions over parts of a subgroup, over a subgroup and over a block. The order is that of a butterfly: of
// 32 lanes those 16 apart first, then 8, 4, 2, 1; a block then combines its warps in their order.
#include <algorithm>
#include <cstring>

#include "sim/extremes.h"
#include "sim/meeting.h"
#include "sim/ops/lane_groups.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

template <class T>
struct SumOf {
  using L = typename T::Lane;
  static L Combine(L a, L b) {
    if constexpr (std::is_floating_point_v<L>)
      return T::Norm(a + b);
    else
      return T::Norm(L(std::make_unsigned_t<L>(a) + std::make_unsigned_t<L>(b)));
  }
};
template <class T>
struct MaxOf {
  using L = typename T::Lane;
  static L Combine(L a, L b) { return Larger(a, b); }
};
template <class T>
struct MinOf {
  using L = typename T::Lane;
  static L Combine(L a, L b) { return Smaller(a, b); }
};

// Parts of `width` lanes, in place. Lanes that do not run are left out; all lanes of a part get the result.
template <class T, template <class> class F>
void Butterfly(GroupMask valid, typename T::Lane* lanes, int count, int width) {
  for (int distance = width / 2; distance > 0; distance /= 2) {
    GroupMask next = 0;
    for (int low = 0; low < count; ++low) {
      const int high = low | distance;
      if (high == low) continue;
      if (HasLane(valid, low) && HasLane(valid, high))
        lanes[low] = F<T>::Combine(lanes[low], lanes[high]);
      else if (HasLane(valid, high))
        lanes[low] = lanes[high];
      lanes[high] = lanes[low];
      if (HasLane(valid, low) || HasLane(valid, high)) next |= GroupMask(1) << low | GroupMask(1) << high;
    }
    valid = next;
  }
}

// A device reads from all lanes of a part. Those that never were or have ended hold anything.
void RequireWholeParts(OpContext& ctx, int width) {
  GroupMask incomplete = 0;
  int missing = 0;
  const GroupMask first_part = ~GroupMask(0) >> (kMaxSubgroup - width);
  TIRX_SIM_ACTIVE(lane, ctx.group_mask()) {
    const GroupMask absent = first_part << (lane & -width) & ~ctx.group_live();
    if (!absent) continue;
    missing = incomplete ? missing : FirstLane(absent);
    incomplete |= GroupMask(1) << lane;
  }
  if (incomplete) ctx.ReportAbsentLane(incomplete, missing);
}

template <template <class> class F>
void OverLanes(OpContext& ctx) {
  const int width = int(ctx.IntAttribute("width", ctx.subgroup_size()));
  Collective(ctx, [&](const LaneGroups& groups) {
    RequireWholeParts(ctx, width);
    WithTraits(ctx.arg_type(0), [&](auto traits) {
      using T = decltype(traits);
      using L = typename T::Lane;
      auto value = ctx.Arg<L>(0);
      L lanes[kMaxSubgroup];
      for (int i = 0; i < groups.lanes; ++i) lanes[i] = value[i];
      Butterfly<T, F>(ctx.group_live(), lanes, groups.lanes, width);
      if (ctx.result_used()) std::copy(lanes, lanes + groups.lanes, ctx.Result<L>());
    });
  });
}

template <template <class> class F>
void OverBlock(OpContext& ctx) {
  WithTraits(ctx.arg_type(0), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    auto value = ctx.Arg<L>(0);
    L lanes[kLanes];
    for (int i = 0; i < kLanes; ++i) lanes[i] = value[i];
    Butterfly<T, F>(ctx.live(), lanes, kLanes, kLanes);
    uint64_t bits = 0;
    if (ctx.live()) std::memcpy(&bits, &lanes[FirstLane(ctx.live())], sizeof(L));
    const Meeting* meeting = ctx.MeetBlock(bits);
    if (!meeting || !ctx.result_used()) return;
    L total{};
    bool first = true;
    for (const Meeting::Place& warp : meeting->warps) {
      if (!warp.waited) continue;
      L part;
      std::memcpy(&part, &warp.word, sizeof part);
      total = first ? part : F<T>::Combine(total, part);
      first = false;
    }
    L* d = ctx.Result<L>();
    for (int i = 0; i < kLanes; ++i) d[i] = total;
  });
}

// The attribute `op` says which.
template <template <template <class> class> class Over>
void Chosen(OpContext& ctx) {
  std::string_view op = ctx.TextAttribute("op", "sum");
  if (op == "max") return Over<MaxOf>::Run(ctx);
  if (op == "min") return Over<MinOf>::Run(ctx);
  Over<SumOf>::Run(ctx);
}
template <template <class> class F>
struct OfLanes {
  static void Run(OpContext& ctx) { OverLanes<F>(ctx); }
};
template <template <class> class F>
struct OfBlock {
  static void Run(OpContext& ctx) { OverBlock<F>(ctx); }
};

}  // namespace

// clang-format off
void SubgroupSum(OpContext& ctx) { OverLanes<SumOf>(ctx); }
void SubgroupMax(OpContext& ctx) { OverLanes<MaxOf>(ctx); }
void SubgroupMin(OpContext& ctx) { OverLanes<MinOf>(ctx); }
void SubgroupReduce(OpContext& ctx) { Chosen<OfLanes>(ctx); }
void BlockSum(OpContext& ctx) { OverBlock<SumOf>(ctx); }
void BlockMax(OpContext& ctx) { OverBlock<MaxOf>(ctx); }
void BlockMin(OpContext& ctx) { OverBlock<MinOf>(ctx); }
void BlockReduce(OpContext& ctx) { Chosen<OfBlock>(ctx); }
// clang-format on

}  // namespace tirx::sim

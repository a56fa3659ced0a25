// SPDX-License-Identifier: Apache-2.0
// Atomic updates of memory. One warp instruction updates lane after lane; blocks run one after another, so
// every scope is honoured.
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// `update(old, lane)` gives the new value. A lane whose address is null failed a check before and does
// nothing.
template <class T, class F>
void UpdateLanes(OpContext& ctx, F&& update) {
  using L = typename T::Lane;
  using Cell = typename T::Cell;
  auto address = ctx.Arg<uint64_t>(0);
  L* d = ctx.result_used() ? ctx.Result<L>() : nullptr;
  L before[kLanes] = {};
  TIRX_SIM_ACTIVE(lane, ctx.mask()) {
    if (!address[lane]) continue;
    void* element = ctx.CheckedAddress(lane, address[lane], sizeof(Cell), MemoryAccess::Atomic);
    if (!element) continue;
    Cell cell;
    std::memcpy(&cell, element, sizeof cell);
    before[lane] = T::Decode(cell);
    cell = T::Encode(T::Norm(update(before[lane], lane)));
    std::memcpy(element, &cell, sizeof cell);
  }
  for (int i = 0; d && i < kLanes; ++i) d[i] = before[i];
}

template <class F>
void Update(OpContext& ctx, F&& update) {
  WithTraits(ctx.arg_type(1), [&](auto traits) {
    using L = typename decltype(traits)::Lane;
    auto value = ctx.Arg<L>(1);
    UpdateLanes<decltype(traits)>(ctx, [&](L old, int lane) { return update(old, value[lane]); });
  });
}

template <class L>
L Sum(L a, L b) {
  if constexpr (std::is_floating_point_v<L>)
    return a + b;
  else
    return L(std::make_unsigned_t<L>(a) + std::make_unsigned_t<L>(b));
}

}  // namespace

// clang-format off
void AtomicAdd(OpContext& ctx) { Update(ctx, [](auto old, auto value) { return Sum(old, value); }); }
void AtomicMin(OpContext& ctx) { Update(ctx, [](auto old, auto value) { return old < value || value != value ? old : value; }); }
void AtomicMax(OpContext& ctx) { Update(ctx, [](auto old, auto value) { return old > value || value != value ? old : value; }); }
void AtomicExchange(OpContext& ctx) { Update(ctx, [](auto, auto value) { return value; }); }
// clang-format on

void AtomicCas(OpContext& ctx) {
  WithTraits(ctx.arg_type(1), [&](auto traits) {
    using L = typename decltype(traits)::Lane;
    auto expected = ctx.Arg<L>(1), value = ctx.Arg<L>(2);
    UpdateLanes<decltype(traits)>(ctx,
                                  [&](L old, int lane) { return old == expected[lane] ? value[lane] : old; });
  });
}

}  // namespace tirx::sim

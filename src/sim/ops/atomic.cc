// SPDX-License-Identifier: Apache-2.0
// Atomic updates of memory, and plain loads of an element by address. One warp instruction updates lane after
// lane, and nothing comes between.
#include <algorithm>
#include <cstring>

#include "sim/extremes.h"
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
    // Bits are meant: an update of 0.0 to -0.0 is one.
    const bool changed =
        std::memcmp(element, &cell, sizeof cell) != 0;  // NOLINT(bugprone-suspicious-memory-comparison)
    if (changed) ctx.NoteEffect();
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

template <class F>
void UpdateIntegers(OpContext& ctx, F&& update) {
  Update(ctx, [&](auto old, auto value) {
    if constexpr (std::is_integral_v<decltype(old)>)
      return decltype(old)(update(old, value));
    else
      return old;
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
void AtomicMin(OpContext& ctx) { Update(ctx, [](auto old, auto value) { return Smaller(old, value); }); }
void AtomicMax(OpContext& ctx) { Update(ctx, [](auto old, auto value) { return Larger(old, value); }); }
void AtomicAnd(OpContext& ctx) { UpdateIntegers(ctx, [](auto old, auto value) { return old & value; }); }
void AtomicOr(OpContext& ctx) { UpdateIntegers(ctx, [](auto old, auto value) { return old | value; }); }
void AtomicXor(OpContext& ctx) { UpdateIntegers(ctx, [](auto old, auto value) { return old ^ value; }); }
void AtomicExchange(OpContext& ctx) { Update(ctx, [](auto, auto value) { return value; }); }
// clang-format on

void AtomicCas(OpContext& ctx) {
  WithTraits(ctx.arg_type(1), [&](auto traits) {
    using L = typename decltype(traits)::Lane;
    auto expected = ctx.Arg<L>(1), value = ctx.Arg<L>(2);
    UpdateLanes<decltype(traits)>(ctx, [&](L old, int lane) {
      using T = decltype(traits);
      auto was = T::Encode(old), wanted = T::Encode(expected[lane]);
      // Bits are compared, as the hardware does.
      return std::memcmp(&was, &wanted, sizeof was) == 0  // NOLINT(bugprone-suspicious-memory-comparison)
                 ? value[lane]
                 : old;
    });
  });
}

void LoadElement(OpContext& ctx) {
  WithTraits(ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    auto address = ctx.Arg<uint64_t>(0);
    typename T::Lane loaded[kLanes] = {};
    TIRX_SIM_ACTIVE(lane, ctx.mask()) {
      if (!address[lane]) continue;
      void* element = ctx.CheckedAddress(lane, address[lane], sizeof(typename T::Cell), MemoryAccess::Read);
      if (!element) continue;
      typename T::Cell cell;
      std::memcpy(&cell, element, sizeof cell);
      loaded[lane] = T::Decode(cell);
    }
    if (ctx.result_used()) std::copy(loaded, loaded + kLanes, ctx.Result<typename T::Lane>());
  });
}

}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Conditions: tests of pointers, hints and promises to the compiler.
#include <limits>

#include "sim/ops/semantics.h"

namespace tirx::sim {

void IsNull(OpContext& ctx) {
  auto pointer = ctx.Arg<uint64_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = pointer[lane] == 0;
}

void Same(OpContext& ctx) {
  auto value = ctx.Arg<uint32_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = value[lane];
}

void Hint(OpContext&) {}

void Undefined(OpContext& ctx) {
  WithTraits(ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using Lane = typename T::Lane;
    Lane value;
    if constexpr (std::is_floating_point_v<Lane>)
      value = T::Norm(std::numeric_limits<Lane>::quiet_NaN());
    else
      value = T::Norm(Lane(0x5a5a5a5a5a5a5a5a));
    for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<Lane>()[lane] = value;
  });
}

void Assume(OpContext& ctx) {
  auto condition = ctx.Arg<uint32_t>(0);
  LaneMask broken = 0;
  TIRX_SIM_ACTIVE(lane, ctx.mask()) broken |= LaneMask(condition[lane] == 0) << lane;
  ctx.Trap(broken, "the promise of `T.assume`");
}

}  // namespace tirx::sim

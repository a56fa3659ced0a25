// SPDX-License-Identifier: Apache-2.0
// Stopping a kernel.
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

void SimTrap(sim::OpContext& ctx) {
  ctx.Trap(ctx.mask(), "the kernel stops itself");
}
void SimTrapUnless(sim::OpContext& ctx) {
  auto condition = ctx.Arg<uint32_t>(0);
  sim::LaneMask failed = 0;
  TIRX_SIM_ACTIVE(lane, ctx.mask()) failed |= sim::LaneMask(condition[lane] == 0) << lane;
  ctx.Trap(failed, "T.cuda.trap_when_assert_failed");
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.trap", .type = rule::ReturnsVoid, .effect = Effect::Opaque, .emit = "__trap()", .sim = SimTrap, .doc = "Stops the kernel; the launch fails.", .source = "CUDA C++ Programming Guide: Trap Function"},
    {.name = "cuda.trap_when_assert_failed", .params = {{Operand("condition", kBool)}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .emit = "trap_when_assert_failed({0})", .needs = "trap_when_assert_failed", .sim = SimTrapUnless, .doc = "Stops the kernel unless the condition holds.", .source = "CUDA C++ Programming Guide: Trap Function"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda debugging", "Stopping a kernel.", kRows};

}  // namespace

void RegisterDebugIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda

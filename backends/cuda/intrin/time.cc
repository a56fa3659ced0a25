// SPDX-License-Identifier: Apache-2.0
// Time and waiting. Source: CUDA C++ Programming Guide, "Time Function", "Nanosleep Function".
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/op_context.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::Expr;
using ir::OpRow;
using ir::Type;
namespace rule = ir::rule;

Result<Type> ReturnsInt64(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(ir::PrimType(Int(64)));
}

// The simulator has no clock: waiting takes no time there.
void SimNothing(sim::OpContext&) {}

// clang-format off
const OpRow kRows[] = {
    // No simulator function: a cycle count means nothing there, and a made-up one would mislead.
    {.name = "cuda.clock64", .type = ReturnsInt64, .effect = Effect::Opaque, .emit = "clock64()",
     .doc = "The multiprocessor's cycle counter.", .source = "CUDA C++ Programming Guide: Time Function"},
    {.name = "cuda.nanosleep", .params = {{{"nanoseconds"}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque,
     .min_arch = "sm_70", .emit = "__nanosleep({0})", .sim = SimNothing,
     .doc = "Suspends the thread for about that long.", .source = "CUDA C++ Programming Guide: Nanosleep Function"},
};
// clang-format on

}  // namespace

void RegisterTimeIntrinsics(backend::Registrar& registrar) {
  registrar.Add(kRows);
}

}  // namespace tirx::cuda

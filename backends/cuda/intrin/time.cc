// SPDX-License-Identifier: Apache-2.0
// Time and waiting. Source: CUDA C++ Programming Guide, "Time Function", "Nanosleep Function".
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/op_context.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::OpRow;
namespace rule = ir::rule;

// The simulator has no clock: waiting takes no time there.
void SimNothing(sim::OpContext&) {}

// clang-format off
const OpRow kRows[] = {
    // No simulator function: a cycle count means nothing there, and a made-up one would mislead.
    {.name = "cuda.clock", .type = rule::ReturnsUInt32, .effect = Effect::Opaque, .emit = "(unsigned int)clock()",
     .doc = "The low word of the multiprocessor's cycle counter.", .source = "CUDA C++ Programming Guide: Time Function"},
    {.name = "cuda.globaltimer", .type = rule::ReturnsUInt64, .effect = Effect::Opaque, .emit = "globaltimer()", .needs = "globaltimer",
     .doc = "Nanoseconds, the same on all multiprocessors.", .source = "PTX ISA: Special Registers, %globaltimer"},
    {.name = "cuda.clock64", .type = rule::ReturnsInt64, .effect = Effect::Opaque, .emit = "clock64()",
     .doc = "The multiprocessor's cycle counter.", .source = "CUDA C++ Programming Guide: Time Function"},
    {.name = "cuda.nanosleep", .params = {{ir::Operand("nanoseconds", kU32)}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque,
     .min_arch = "sm_70", .emit = "__nanosleep({0})", .sim = SimNothing,
     .doc = "Suspends the thread for about that long.", .source = "CUDA C++ Programming Guide: Nanosleep Function"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda time", "Time and waiting.", kRows};

}  // namespace

void RegisterTimeIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda

// SPDX-License-Identifier: Apache-2.0
// Functions of float32 that trade accuracy for speed, and some that are correctly rounded. The simulator
// computes the mathematical function; `ulp` is how far a device may be from it where the manual says so.
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

constexpr std::string_view kSource =
    "CUDA C++ Programming Guide: Mathematical Functions, Intrinsic Functions";

void SimReciprocal(sim::OpContext& ctx) {
  auto x = ctx.Arg<float>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<float>()[lane] = 1.0f / x[lane];
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.fast_exp", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__expf({0})", .sim = sim::Exp, .ulp = 12, .doc = "e to the power x, roughly.", .source = kSource},
    {.name = "cuda.fast_exp10", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__exp10f({0})", .sim = sim::Exp10, .ulp = 28, .doc = "10 to the power x, roughly.", .source = kSource},
    {.name = "cuda.fast_log", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__logf({0})", .sim = sim::Log, .ulp = 3, .doc = "Natural logarithm, roughly.", .source = kSource},
    {.name = "cuda.fast_log2", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__log2f({0})", .sim = sim::Log2, .ulp = 3, .doc = "Logarithm to base 2, roughly.", .source = kSource},
    {.name = "cuda.fast_log10", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__log10f({0})", .sim = sim::Log10, .ulp = 4, .doc = "Logarithm to base 10, roughly.", .source = kSource},
    {.name = "cuda.fast_sin", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__sinf({0})", .sim = sim::Sin, .doc = "Sine, roughly.", .source = kSource},
    {.name = "cuda.fast_cos", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__cosf({0})", .sim = sim::Cos, .doc = "Cosine, roughly.", .source = kSource},
    {.name = "cuda.fast_tan", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__tanf({0})", .sim = sim::Tan, .doc = "Tangent, roughly.", .source = kSource},
    {.name = "cuda.saturate", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__saturatef({0})", .sim = sim::Saturate, .doc = "x limited to 0..1; NaN gives 0.", .source = kSource},
    {.name = "cuda.rsqrt_rn", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__frsqrt_rn({0})", .sim = sim::Rsqrt, .doc = "1 / sqrt(x), correctly rounded.", .source = kSource},
    {.name = "cuda.rcp_rn", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__frcp_rn({0})", .sim = SimReciprocal, .doc = "1 / x, correctly rounded.", .source = kSource},
    {.name = "cuda.fast_pow", .params = {{Operand("x", kF32), Operand("y", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__powf({0}, {1})", .sim = sim::Pow, .doc = "x to the power y, roughly.", .source = kSource},
    {.name = "cuda.fdividef", .params = {{Operand("x", kF32), Operand("y", kF32)}}, .type = rule::ReturnsFloat32, .emit = "__fdividef({0}, {1})", .sim = sim::Divide, .ulp = 2, .doc = "x / y, roughly; 0 where y is beyond 2**126.", .source = kSource},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda fast math", "Approximations, on float32.", kRows};

}  // namespace

void RegisterFastMathIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda

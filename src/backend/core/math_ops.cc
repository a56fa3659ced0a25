// SPDX-License-Identifier: Apache-2.0
// Mathematical operations, T.<name>. Semantics where the C library's differ: min and max are operators
// (ir/ops.def); `round` ties to even (IEEE 754 roundToIntegralTiesToEven).
#include "backend/core/core.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::Exactness;
using ir::OpRow;
namespace rule = ir::rule;

// clang-format off
const OpRow kMathOps[] = {
    {.name = "exp",   .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Exp, .doc = "e to the power x."},
    {.name = "exp2",  .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Exp2, .doc = "2 to the power x."},
    {.name = "log",   .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Log, .doc = "Natural logarithm."},
    {.name = "log2",  .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Log2, .doc = "Logarithm to base 2."},
    {.name = "sqrt",  .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Sqrt, .doc = "Square root."},
    {.name = "rsqrt", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Rsqrt, .doc = "1 / sqrt(x)."},
    {.name = "tanh",  .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Tanh, .doc = "Hyperbolic tangent."},
    {.name = "sin",   .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Sin, .doc = "Sine of x radians."},
    {.name = "cos",   .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Cos, .doc = "Cosine of x radians."},
    {.name = "erf",   .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Erf, .doc = "Error function."},
    {.name = "floor", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Floor, .doc = "Largest integral value not above x."},
    {.name = "ceil",  .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Ceil, .doc = "Smallest integral value not below x."},
    {.name = "trunc", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Trunc, .doc = "x without its fraction."},
    {.name = "round", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Round, .doc = "Nearest integral value, ties to even."},
    {.name = "abs",   .params = {{{"x"}}}, .type = rule::SameNumber, .sim = sim::Abs, .doc = "Absolute value."},
    {.name = "pow",   .params = {{{"x"}, {"y"}}}, .type = rule::SameFloat, .sim = sim::Pow, .doc = "x to the power y."},
    {.name = "fmod",  .params = {{{"x"}, {"y"}}}, .type = rule::SameFloat, .sim = sim::Fmod, .doc = "Remainder of x / y with the sign of x."},
    {.name = "fma",   .params = {{{"a"}, {"b"}, {"c"}}}, .type = rule::SameFloat, .sim = sim::Fma, .doc = "a * b + c, rounded once."},
    {.name = "isnan", .params = {{{"x"}}}, .type = rule::FloatTest, .sim = sim::IsNan, .doc = "Whether x is not a number."},
    {.name = "isinf", .params = {{{"x"}}}, .type = rule::FloatTest, .sim = sim::IsInf, .doc = "Whether x is an infinity."},
    {.name = "isfinite", .params = {{{"x"}}}, .type = rule::FloatTest, .sim = sim::IsFinite, .doc = "Whether x is neither infinite nor NaN."},
    {.name = "popcount", .params = {{{"x"}}}, .type = rule::SameInteger, .sim = sim::Popcount, .doc = "The number of one bits."},
    {.name = "clz",   .params = {{{"x"}}}, .type = rule::SameInteger, .sim = sim::Clz, .doc = "The number of leading zero bits; the width for 0."},
};
// clang-format on

}  // namespace

void RegisterMathOps(Registrar& registrar) {
  registrar.Add(kMathOps);
}

}  // namespace tirx::backend

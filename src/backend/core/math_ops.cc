// SPDX-License-Identifier: Apache-2.0
// Mathematical operations, T.<name>. Semantics where the C library's differ: min and max are operators
// (ir/ops.def); `round` ties to even (IEEE 754 roundToIntegralTiesToEven).
#include "backend/core/core.h"
#include "ir/op.h"
#include "script/alias.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::OpRow;
namespace rule = ir::rule;

constexpr std::string_view kSource = "ISO C 7.12";

// clang-format off
const OpRow kMathOps[] = {
    {.name = "exp", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Exp, .ulp = 2, .doc = "e to the power x.", .source = kSource},
    {.name = "exp2", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Exp2, .ulp = 2, .doc = "2 to the power x.", .source = kSource},
    {.name = "exp10", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Exp10, .ulp = 2, .doc = "10 to the power x.", .source = kSource},
    {.name = "expm1", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Expm1, .ulp = 1, .doc = "e to the power x, less 1; exact near 0.", .source = kSource},
    {.name = "log", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Log, .ulp = 1, .doc = "Natural logarithm.", .source = kSource},
    {.name = "log2", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Log2, .ulp = 1, .doc = "Logarithm to base 2.", .source = kSource},
    {.name = "log10", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Log10, .ulp = 2, .doc = "Logarithm to base 10.", .source = kSource},
    {.name = "log1p", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Log1p, .ulp = 1, .doc = "Natural logarithm of 1 + x; exact near 0.", .source = kSource},
    {.name = "sqrt", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Sqrt, .doc = "Square root.", .source = kSource},
    {.name = "rsqrt", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Rsqrt, .ulp = 2, .doc = "1 / sqrt(x).", .source = kSource},
    {.name = "sin", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Sin, .ulp = 2, .doc = "Sine of x radians.", .source = kSource},
    {.name = "cos", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Cos, .ulp = 2, .doc = "Cosine of x radians.", .source = kSource},
    {.name = "tan", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Tan, .ulp = 4, .doc = "Tangent of x radians.", .source = kSource},
    {.name = "asin", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Asin, .ulp = 4, .doc = "Arc sine, in radians.", .source = kSource},
    {.name = "acos", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Acos, .ulp = 3, .doc = "Arc cosine, in radians.", .source = kSource},
    {.name = "atan", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Atan, .ulp = 2, .doc = "Arc tangent, in radians.", .source = kSource},
    {.name = "sinh", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Sinh, .ulp = 3, .doc = "Hyperbolic sine.", .source = kSource},
    {.name = "cosh", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Cosh, .ulp = 2, .doc = "Hyperbolic cosine.", .source = kSource},
    {.name = "tanh", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Tanh, .ulp = 2, .doc = "Hyperbolic tangent.", .source = kSource},
    {.name = "asinh", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Asinh, .ulp = 3, .doc = "Inverse hyperbolic sine.", .source = kSource},
    {.name = "acosh", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Acosh, .ulp = 4, .doc = "Inverse hyperbolic cosine.", .source = kSource},
    {.name = "atanh", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Atanh, .ulp = 3, .doc = "Inverse hyperbolic tangent.", .source = kSource},
    {.name = "erf", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Erf, .ulp = 2, .doc = "Error function.", .source = kSource},
    {.name = "sigmoid", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Sigmoid, .ulp = 3, .doc = "1 / (1 + exp(-x)).", .source = kSource},
    {.name = "floor", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Floor, .doc = "Largest integral value not above x.", .source = kSource},
    {.name = "ceil", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Ceil, .doc = "Smallest integral value not below x.", .source = kSource},
    {.name = "trunc", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Trunc, .doc = "x without its fraction.", .source = kSource},
    {.name = "round", .params = {{{"x"}}}, .type = rule::SameFloat, .sim = sim::Round, .doc = "Nearest integral value, ties to even.", .source = kSource},
    {.name = "abs", .params = {{{"x"}}}, .type = rule::SameNumber, .sim = sim::Abs, .doc = "Absolute value.", .source = kSource},
    {.name = "pow", .params = {{{"x"}, {"y"}}}, .type = rule::SameFloat, .sim = sim::Pow, .ulp = 9, .doc = "x to the power y.", .source = kSource},
    {.name = "fmod", .params = {{{"x"}, {"y"}}}, .type = rule::SameFloat, .sim = sim::Fmod, .doc = "Remainder of x / y with the sign of x.", .source = kSource},
    {.name = "atan2", .params = {{{"y"}, {"x"}}}, .type = rule::SameFloat, .sim = sim::Atan2, .ulp = 3, .doc = "The angle of the point (x, y), in radians.", .source = kSource},
    {.name = "hypot", .params = {{{"x"}, {"y"}}}, .type = rule::SameFloat, .sim = sim::Hypot, .ulp = 3, .doc = "sqrt(x * x + y * y), without overflow on the way.", .source = kSource},
    {.name = "copysign", .params = {{{"magnitude"}, {"sign"}}}, .type = rule::SameFloat, .sim = sim::CopySign, .doc = "The magnitude of the first with the sign of the second.", .source = kSource},
    {.name = "nextafter", .params = {{ir::Operand("x", kReal), ir::Operand("towards", kReal)}}, .type = rule::SameTypes, .sim = sim::NextAfter, .doc = "The neighbour of x in its type on the side of the second.", .source = kSource},
    {.name = "ldexp", .params = {{ir::Operand("x", kReal), ir::Operand("exponent", kI32)}}, .type = rule::FirstOperand, .sim = sim::Ldexp, .doc = "x * 2 ** exponent.", .source = kSource},
    {.name = "fma", .params = {{{"a"}, {"b"}, {"c"}}}, .type = rule::SameFloat, .sim = sim::Fma, .doc = "a * b + c, rounded once.", .source = kSource},
    {.name = "isnan", .params = {{{"x"}}}, .type = rule::FloatTest, .sim = sim::IsNan, .doc = "Whether x is not a number.", .source = kSource},
    {.name = "isinf", .params = {{{"x"}}}, .type = rule::FloatTest, .sim = sim::IsInf, .doc = "Whether x is an infinity.", .source = kSource},
    {.name = "isfinite", .params = {{{"x"}}}, .type = rule::FloatTest, .sim = sim::IsFinite, .doc = "Whether x is neither infinite nor NaN.", .source = kSource},
};

const OpRow kBitOps[] = {
    {.name = "popcount", .params = {{{"x"}}}, .type = rule::SameInteger, .sim = sim::Popcount, .doc = "The number of one bits.", .source = "ISO C 7.18"},
    {.name = "clz", .params = {{{"x"}}}, .type = rule::SameInteger, .sim = sim::Clz, .doc = "The number of leading zero bits; the width for 0.", .source = "ISO C 7.18"},
    {.name = "ctz", .params = {{{"x"}}}, .type = rule::SameInteger, .sim = sim::Ctz, .doc = "The number of trailing zero bits; the width for 0.", .source = "ISO C 7.18"},
};

const OpRow kFixedPointOps[] = {
    {.name = "q_multiply_shift", .params = {{ir::Operand("x", kI32), ir::Operand("y", kI32), ir::Operand("q", kI32), ir::Operand("s", kI32)}}, .type = rule::SameTypes, .sim = sim::QMultiplyShift, .doc = "x * y / 2 ** (q - s) for q - s from 0 to 62, rounded to nearest, ties upwards; the low 32 bits.", .source = "ARM Q format (fixed-point numbers with q bits of fraction)"},
};

// Two names of one function.
const script::AliasRow kAliases[] = {
    {"nearbyint", "round"},
    {"fabs", "abs"},
};
// clang-format on

const ir::OpFamilyRow kMath{"math", "Mathematical functions, T.exp and its like.", kMathOps};
const ir::OpFamilyRow kBits{"bits", "Bits of integers.", kBitOps};
const ir::OpFamilyRow kFixedPoint{"fixed point", "Integers that stand for fractions.", kFixedPointOps};

}  // namespace

void RegisterMathOps(Registrar& registrar) {
  registrar.AddFamily(kMath);
  registrar.AddFamily(kBits);
  registrar.AddFamily(kFixedPoint);
  registrar.Add(kAliases);
}

}  // namespace tirx::backend

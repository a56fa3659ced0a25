// SPDX-License-Identifier: Apache-2.0
// The functions of Python's module math, on compile-time values.
#include <cmath>
#include <numeric>

#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script {
namespace {

using forms::BadCall;

template <double (*F)(double)>
Value MathOf(Elaborator& e, const Bound& b) {
  auto x = b[0].number();
  if (!x)
    return BadCall(
        e, b, 0,
        "a compile-time number; for values of the program there is `T." + std::string(b.callee) + "`");
  double value = F(*x);
  if (std::isnan(value) && !std::isnan(*x)) return e.Error(DK::MathDomain, b.at, {b.callee, FloatRepr(*x)});
  if (std::isinf(value) && std::isfinite(*x)) return e.Error(DK::MathDomain, b.at, {b.callee, FloatRepr(*x)});
  return Value(value);
}

template <double (*F)(double)>
Value MathToInt(Elaborator& e, const Bound& b) {
  if (auto number = b[0].integer()) return Value(*number);
  auto x = b[0].number();
  return x ? e.FloatToInt(F(*x), b.at) : BadCall(e, b, 0, "a compile-time number");
}

Value Log(Elaborator& e, const Bound& b) {
  auto x = b[0].number(), base = b.Has(1) ? b[1].number() : std::optional<double>(0);
  if (!x || !base) return BadCall(e, b, x ? 1 : 0, "a compile-time number");
  if (*x <= 0 || (b.Has(1) && (*base <= 0 || *base == 1)))
    return e.Error(DK::MathDomain, b.at, {b.callee, FloatRepr(*x)});
  return Value(b.Has(1) ? std::log(*x) / std::log(*base) : std::log(*x));
}

Value Gcd(Elaborator& e, const Bound& b) {
  auto x = b[0].integer(), y = b[1].integer();
  if (!x || !y || *x == INT64_MIN || *y == INT64_MIN)
    return BadCall(e, b, x ? 1 : 0, "a compile-time integer");
  return Value::Int(std::gcd(*x, *y));
}

Value Prod(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  Value product = Value::Int(1);
  for (const Value& item : items) product = e.Binary(Tok::Star, product, item, b.at);
  return product;
}

// clang-format off
const Form kMath[] = {
    {"sqrt", "x", MathOf<std::sqrt>},
    {"exp", "x", MathOf<std::exp>},
    {"log", "x, base=", Log},
    {"log2", "x", MathOf<std::log2>},
    {"log10", "x", MathOf<std::log10>},
    {"sin", "x", MathOf<std::sin>},
    {"cos", "x", MathOf<std::cos>},
    {"tanh", "x", MathOf<std::tanh>},
    {"ceil", "x", MathToInt<std::ceil>},
    {"floor", "x", MathToInt<std::floor>},
    {"trunc", "x", MathToInt<std::trunc>},
    {"gcd", "a, b", Gcd},
    {"prod", "values", Prod},
};
// clang-format on

}  // namespace

const Form* FindMath(std::string_view name) {
  return FindIn(kMath, name);
}

}  // namespace tirx::script

// SPDX-License-Identifier: Apache-2.0
// Mathematical operations, lane by lane.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "sim/exec.h"
#include "sim/neighbour.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// Calls `f(Traits{})` for the floating-point type.
template <class F>
void WithFloat(const OpContext& ctx, Type type, F&& f) {
  WithArithmeticTraits(type, ctx.mode(), [&](auto traits) {
    if constexpr (IsFloat(decltype(traits)::kType))
      f(traits);
    else
      TIRX_UNREACHABLE("`" + std::string(ctx.name()) + "` on " + TypeName(decltype(traits)::kType));
  });
}

template <class F>
void Map1(OpContext& ctx, F&& function) {
  WithFloat(ctx, ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    auto x = ctx.Arg<L>(0);
    L* d = ctx.Result<L>();
    for (int i = 0; i < ctx.lanes(); ++i) d[i] = T::Norm(L(function(double(T::In(x[i])))));
  });
}

template <class F>
void Map2(OpContext& ctx, F&& function) {
  WithFloat(ctx, ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    auto x = ctx.Arg<L>(0), y = ctx.Arg<L>(1);
    L* d = ctx.Result<L>();
    for (int i = 0; i < ctx.lanes(); ++i)
      d[i] = T::Norm(L(function(double(T::In(x[i])), double(T::In(y[i])))));
  });
}

template <class F>
void Test(OpContext& ctx, F&& predicate) {
  WithFloat(ctx, ctx.arg_type(0), [&](auto traits) {
    auto x = ctx.Arg<typename decltype(traits)::Lane>(0);
    uint32_t* d = ctx.Result<uint32_t>();
    for (int i = 0; i < ctx.lanes(); ++i) d[i] = predicate(double(x[i]));
  });
}

// Integers of any width: `function(bits, width)`.
template <class F>
void MapBits(OpContext& ctx, F&& function) {
  WithTraits(ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    if constexpr (!IsFloat(T::kType)) {
      using Cell = typename T::Cell;
      auto x = ctx.Arg<L>(0);
      L* d = ctx.Result<L>();
      for (int i = 0; i < ctx.lanes(); ++i)
        d[i] = L(function(uint64_t(std::make_unsigned_t<Cell>(T::Encode(x[i]))), int(sizeof(Cell)) * 8));
    }
  });
}

// The product is exact in double for types up to float32 and the sum is rounded to odd, so one rounding
// remains.
template <class T>
typename T::Lane FusedMultiplyAdd(typename T::Lane a, typename T::Lane b, typename T::Lane c) {
  if constexpr (T::kType == Type::F64) {
    return std::fma(a, b, c);
  } else if constexpr (T::kType == Type::F32) {
    return T::Norm(std::fma(T::In(a), T::In(b), T::In(c)));
  } else {
    return T::Norm(RoundToOddFloat(AddToOdd(double(a) * double(b), double(c))));
  }
}

template <class T>
void AbsInteger(OpContext& ctx) {
  using L = typename T::Lane;
  auto x = ctx.Arg<L>(0);
  L* d = ctx.Result<L>();
  LaneMask bad = 0;
  for (int i = 0; i < ctx.lanes(); ++i) {
    bad |= LaneMask(std::is_signed_v<L> && sizeof(typename T::Cell) >= 4 &&
                    x[i] == std::numeric_limits<L>::min())
           << i;
    d[i] = x[i] < 0 ? T::Norm(L(0 - std::make_unsigned_t<L>(x[i]))) : x[i];
  }
  if (ctx.lanes() == 1 && bad) bad = ctx.mask();
  if (bad & ctx.mask())
    ctx.ReportBadOperand(bad & ctx.mask(), "the smallest integer has no absolute value in its type");
}

}  // namespace

// clang-format off
void Exp(OpContext& ctx) { Map1(ctx, [](double x) { return std::exp(x); }); }
void Exp2(OpContext& ctx) { Map1(ctx, [](double x) { return std::exp2(x); }); }
void Exp10(OpContext& ctx) { Map1(ctx, [](double x) { return std::pow(10.0, x); }); }
void Expm1(OpContext& ctx) { Map1(ctx, [](double x) { return std::expm1(x); }); }
void Log(OpContext& ctx) { Map1(ctx, [](double x) { return std::log(x); }); }
void Log2(OpContext& ctx) { Map1(ctx, [](double x) { return std::log2(x); }); }
void Log10(OpContext& ctx) { Map1(ctx, [](double x) { return std::log10(x); }); }
void Log1p(OpContext& ctx) { Map1(ctx, [](double x) { return std::log1p(x); }); }
// sqrt in double of a float32, rounded again, is correctly rounded (53 >= 2 * 24 + 2).
void Sqrt(OpContext& ctx) { Map1(ctx, [](double x) { return std::sqrt(x); }); }
void Rsqrt(OpContext& ctx) { Map1(ctx, [](double x) { return 1 / std::sqrt(x); }); }
void Sin(OpContext& ctx) { Map1(ctx, [](double x) { return std::sin(x); }); }
void Cos(OpContext& ctx) { Map1(ctx, [](double x) { return std::cos(x); }); }
void Tan(OpContext& ctx) { Map1(ctx, [](double x) { return std::tan(x); }); }
void Asin(OpContext& ctx) { Map1(ctx, [](double x) { return std::asin(x); }); }
void Acos(OpContext& ctx) { Map1(ctx, [](double x) { return std::acos(x); }); }
void Atan(OpContext& ctx) { Map1(ctx, [](double x) { return std::atan(x); }); }
void Sinh(OpContext& ctx) { Map1(ctx, [](double x) { return std::sinh(x); }); }
void Cosh(OpContext& ctx) { Map1(ctx, [](double x) { return std::cosh(x); }); }
void Tanh(OpContext& ctx) { Map1(ctx, [](double x) { return std::tanh(x); }); }
void Asinh(OpContext& ctx) { Map1(ctx, [](double x) { return std::asinh(x); }); }
void Acosh(OpContext& ctx) { Map1(ctx, [](double x) { return std::acosh(x); }); }
void Atanh(OpContext& ctx) { Map1(ctx, [](double x) { return std::atanh(x); }); }
void Erf(OpContext& ctx) { Map1(ctx, [](double x) { return std::erf(x); }); }
void Sigmoid(OpContext& ctx) { Map1(ctx, [](double x) { return 1 / (1 + std::exp(-x)); }); }
void Floor(OpContext& ctx) { Map1(ctx, [](double x) { return std::floor(x); }); }
void Ceil(OpContext& ctx) { Map1(ctx, [](double x) { return std::ceil(x); }); }
void Trunc(OpContext& ctx) { Map1(ctx, [](double x) { return std::trunc(x); }); }
void Round(OpContext& ctx) { Map1(ctx, [](double x) { return std::nearbyint(x); }); }
void Saturate(OpContext& ctx) { Map1(ctx, [](double x) { return x > 0 ? std::min(x, 1.0) : 0; }); }
void Pow(OpContext& ctx) { Map2(ctx, [](double x, double y) { return std::pow(x, y); }); }
void Fmod(OpContext& ctx) { Map2(ctx, [](double x, double y) { return std::fmod(x, y); }); }
void Divide(OpContext& ctx) { Map2(ctx, [](double x, double y) { return x / y; }); }
void Atan2(OpContext& ctx) { Map2(ctx, [](double x, double y) { return std::atan2(x, y); }); }
void Hypot(OpContext& ctx) { Map2(ctx, [](double x, double y) { return std::hypot(x, y); }); }
void CopySign(OpContext& ctx) { Map2(ctx, [](double x, double y) { return std::copysign(x, y); }); }
void IsNan(OpContext& ctx) { Test(ctx, [](double x) { return std::isnan(x); }); }
void IsInf(OpContext& ctx) { Test(ctx, [](double x) { return std::isinf(x); }); }
void IsFinite(OpContext& ctx) { Test(ctx, [](double x) { return std::isfinite(x); }); }
void Popcount(OpContext& ctx) { MapBits(ctx, [](uint64_t x, int) { return __builtin_popcountll(x); }); }
void Clz(OpContext& ctx) { MapBits(ctx, [](uint64_t x, int width) { return x ? __builtin_clzll(x) - (64 - width) : width; }); }
void Ctz(OpContext& ctx) { MapBits(ctx, [](uint64_t x, int width) { return x ? __builtin_ctzll(x) : width; }); }
// clang-format on

void NextAfter(OpContext& ctx) {
  WithFloat(ctx, ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    auto x = ctx.Arg<L>(0), y = ctx.Arg<L>(1);
    L* d = ctx.Result<L>();
    for (int i = 0; i < ctx.lanes(); ++i) d[i] = Neighbour<T>(x[i], y[i]);
  });
}

void Ldexp(OpContext& ctx) {
  WithFloat(ctx, ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    auto x = ctx.Arg<L>(0);
    auto exponent = ctx.Arg<int32_t>(1);
    L* d = ctx.Result<L>();
    // In double first: the only rounding is the one to the type.
    for (int i = 0; i < ctx.lanes(); ++i) d[i] = T::Norm(L(std::ldexp(double(T::In(x[i])), exponent[i])));
  });
}

void QMultiplyShift(OpContext& ctx) {
  auto x = ctx.Arg<int32_t>(0), y = ctx.Arg<int32_t>(1), q = ctx.Arg<int32_t>(2), s = ctx.Arg<int32_t>(3);
  LaneMask bad = 0;
  for (int i = 0; i < ctx.lanes(); ++i) {
    const int64_t product = int64_t(x[i]) * y[i], shift = int64_t(q[i]) - s[i];
    if (shift < 0 || shift > 62) {
      bad |= ctx.lanes() == 1 ? ctx.mask() : LaneMask(1) << i;
      continue;
    }
    const int64_t half = shift > 0 ? int64_t(1) << (shift - 1) : 0;
    ctx.Result<int32_t>()[i] = int32_t((product + half) >> shift);
  }
  ctx.ReportBadOperand(bad & ctx.mask(), "`q - s` is not from 0 to 62");
}

void Abs(OpContext& ctx) {
  WithTraits(ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    if constexpr (!IsFloat(T::kType))
      AbsInteger<T>(ctx);
    else
      Map1(ctx, [](double x) { return std::fabs(x); });
  });
}

void Fma(OpContext& ctx) {
  WithFloat(ctx, ctx.result_type(), [&](auto traits) {
    using T = decltype(traits);
    using L = typename T::Lane;
    auto a = ctx.Arg<L>(0), b = ctx.Arg<L>(1), c = ctx.Arg<L>(2);
    L* d = ctx.Result<L>();
    for (int i = 0; i < ctx.lanes(); ++i) d[i] = FusedMultiplyAdd<T>(a[i], b[i], c[i]);
  });
}

}  // namespace tirx::sim

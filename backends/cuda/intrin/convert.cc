// SPDX-License-Identifier: Apache-2.0
// Conversions of scalars beyond T.cast and T.reinterpret, which round to nearest or truncate.
#include <cmath>

#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/conversion.h"
#include "sim/neighbour.h"
#include "sim/ops/semantics.h"

namespace tirx::cuda {
namespace {

using ir::Operand;
using ir::OpRow;
using ir::ParamKind;
using sim::OpContext;
namespace rule = ir::rule;

using ir::Expr;

// A register holds float16 and bfloat16 as float32, and all 32-bit types as their bits.
void SimSameRegister(OpContext& ctx) {
  auto x = ctx.Arg<uint32_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = x[lane];
}

struct RoundedCast {
  TypeSet from, to;
};
constexpr RoundedCast kRoundedCasts[] = {
    {kF32, kI32 | kU32 | kF16 | kBF16},
    {kF64, kF32},
    {kI32 | kU32, kF32},
    {kI64 | kU64, kF32 | kF64},
};

Result<ir::Type> RoundedType(const OpRow& row, const Array<Expr>& args, const Attrs& attrs,
                             const Span& span) {
  const DType to = *ParseDType(View(attrs["dtype"].cast<String>()));
  for (const RoundedCast& cast : kRoundedCasts) {
    if (!(cast.from & SetOf(args[0]->dtype()))) continue;
    if ((cast.to & SetOf(to)) && to.lanes == 1) return ir::Type(ir::PrimType(to));
    return Fail(DK::BadAttribute, span,
                {"T." + std::string(row.name), "dtype", DTypeName(to),
                 DescribeTypes(cast.to) + " for a value of " + DTypeName(args[0]->dtype())});
  }
  TIRX_UNREACHABLE("operand types are checked");
}

// `nearest` is one of the two values of the format around `x`; gives the one that the mode wants. `Wide`
// holds both exactly.
template <class T, class Wide>
typename T::Lane Directed(typename T::Lane nearest, Wide x, std::string_view mode) {
  using L = typename T::Lane;
  if (mode == "rn" || std::isnan(nearest)) return nearest;
  bool above = std::isinf(nearest) ? nearest > 0 : Wide(nearest) > x;
  bool below = std::isinf(nearest) ? nearest < 0 : Wide(nearest) < x;
  if constexpr (std::is_floating_point_v<Wide>)
    if (std::isinf(x)) return nearest;
  const bool down = mode == "rd" || (mode == "rz" && x > 0), up = mode == "ru" || (mode == "rz" && x < 0);
  const L infinity = std::numeric_limits<L>::infinity();
  if (above && down) return sim::Neighbour<T>(nearest, -infinity);
  if (below && up) return sim::Neighbour<T>(nearest, infinity);
  return nearest;
}

double RoundedToIntegral(double x, std::string_view mode) {
  if (mode == "rz") return std::trunc(x);
  if (mode == "ru") return std::ceil(x);
  return mode == "rd" ? std::floor(x) : std::nearbyint(x);
}

template <class From, class To>
typename To::Lane CastRounded(typename From::Lane x, std::string_view mode) {
  if constexpr (!sim::IsFloat(To::kType)) {
    return sim::ConvertLane<sim::F64Traits, To>(RoundedToIntegral(double(x), mode));
  } else {
    using Wide = std::conditional_t<sim::IsFloat(From::kType), double, __int128>;
    return Directed<To>(sim::ConvertLane<From, To>(x), Wide(x), mode);
  }
}

void SimCastRounded(OpContext& ctx) {
  const std::string_view mode = ctx.TextAttribute("rounding", "rn");
  sim::WithTraits(ctx.arg_type(0), [&](auto from) {
    sim::WithTraits(ctx.result_type(), [&](auto to) {
      using From = decltype(from);
      using To = decltype(to);
      auto x = ctx.Arg<typename From::Lane>(0);
      for (int lane = 0; lane < ctx.lanes(); ++lane)
        ctx.Result<typename To::Lane>()[lane] = CastRounded<From, To>(x[lane], mode);
    });
  });
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.half2float", .params = {{Operand("x", kF16)}}, .type = rule::ReturnsFloat32, .emit = "__half2float({0})", .needs = "fp16", .sim = SimSameRegister, .doc = "A float16 as float32.", .source = "CUDA Math API: Half Precision Conversion"},
    {.name = "cuda.bfloat162float", .params = {{Operand("x", kBF16)}}, .type = rule::ReturnsFloat32, .emit = "__bfloat162float({0})", .needs = "bf16", .sim = SimSameRegister, .doc = "A bfloat16 as float32.", .source = "CUDA Math API: Bfloat16 Precision Conversion"},
    {.name = "cuda.float_as_uint", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsUInt32, .emit = "__float_as_uint({0})", .sim = SimSameRegister, .doc = "The bits of a float32.", .source = "CUDA Math API: Type Casting Intrinsics"},
    {.name = "cuda.float_as_int", .params = {{Operand("x", kF32)}}, .type = rule::ReturnsInt32, .emit = "__float_as_int({0})", .sim = SimSameRegister, .doc = "The bits of a float32.", .source = "CUDA Math API: Type Casting Intrinsics"},
    {.name = "cuda.uint_as_float", .params = {{Operand("x", kU32)}}, .type = rule::ReturnsFloat32, .emit = "__uint_as_float({0})", .sim = SimSameRegister, .doc = "The float32 of these bits.", .source = "CUDA Math API: Type Casting Intrinsics"},
    {.name = "cuda.int_as_float", .params = {{Operand("x", kI32)}}, .type = rule::ReturnsFloat32, .emit = "__int_as_float({0})", .sim = SimSameRegister, .doc = "The float32 of these bits.", .source = "CUDA Math API: Type Casting Intrinsics"},
    {.name = "cuda.cast_rounded", .params = {{Operand("x", kF32 | kF64 | kInteger32 | kInteger64), {"dtype", ParamKind::DType}, {"rounding", ParamKind::Text, "rn|rz|ru|rd", "rn"}}}, .type = RoundedType, .sim = SimCastRounded, .doc = "A conversion that rounds to nearest even, to zero, up or down; to integers it saturates.", .source = "CUDA Math API: Type Casting Intrinsics"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda conversions", "Conversions of scalars.", kRows};

}  // namespace

void RegisterConvertIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda

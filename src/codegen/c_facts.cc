// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_facts.h"

#include <algorithm>

namespace tirx::codegen {

using ir::ConstInt;
using ir::Expr;

void IndexFacts::Define(const ir::Var& var, const Expr& value) {
  if (!IsInteger(value->dtype()) || value->dtype().lanes != 1) return;
  analyzer_.SetRange(var, analyzer_.BoundsOf(value));
  analyzer_.SetResidue(var, analyzer_.ResidueOf(value));
}

void IndexFacts::DefineLoop(const ir::ForNode& loop) {
  arith::Interval min = analyzer_.BoundsOf(loop.min), extent = analyzer_.BoundsOf(loop.extent);
  auto step = loop.step.defined() ? ConstInt(loop.step) : 1;
  if (!step || *step <= 0) return;
  analyzer_.SetRange(loop.var,
                     {min.min, arith::SaturatingAdd(min.max, std::max<arith::Wide>(extent.max, 1) - 1)});
  analyzer_.SetResidue(loop.var, analyzer_.ResidueOf(loop.min) + arith::MakeResidue(*step, 0));
}

void IndexFacts::DefineExtents(const ir::TensorType& type) {
  for (const Expr& extent : ir::ShapeOf(type))
    if (extent.as<ir::VarNode>())
      analyzer_.SetRange(RefCast<ir::Var>(extent), {0, arith::RangeOf(extent->dtype()).max});
}

bool IndexFacts::NonNegative(const Expr& expr) {
  return IsUInt(expr->dtype()) || analyzer_.BoundsOf(expr).IsNonNegative();
}

int64_t IndexFacts::Divisor(const Expr& expr) {
  constexpr arith::Wide kLargest = 1 << 30;  // alignments are far below
  arith::Wide divisor = analyzer_.ResidueOf(expr).Divisor();
  return int64_t(std::min(divisor & -divisor, kLargest));
}

}  // namespace tirx::codegen

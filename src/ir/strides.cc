// SPDX-License-Identifier: Apache-2.0
#include "ir/strides.h"

#include "ir/arith.h"

namespace tirx::ir {

Array<Expr> EffectiveStrides(const TensorType& type) {
  Array<Expr> strides = StridesOf(type);
  if (!strides.empty() || type->ndim() == 0) return strides;
  std::vector<Expr> row_major(size_t(type->ndim()));
  Expr size = Int32(1);
  for (int k = type->ndim(); k-- > 0;) {
    row_major[size_t(k)] = size;
    Expr extent = type->dim(k);
    DType t = MixedType(size->dtype(), extent->dtype()).value_or(Int(64));
    size = CastInt(extent, t) * CastInt(size, t);
  }
  return Array<Expr>(row_major.begin(), row_major.end());
}

}  // namespace tirx::ir

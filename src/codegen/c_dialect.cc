// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_dialect.h"

namespace tirx::codegen {

const TypeRow* FindType(const Dialect& dialect, DType t) {
  TypeSet set = SetOf(t);
  for (const TypeRow& row : dialect.types)
    if (row.type == set) return &row;
  return nullptr;
}

const VectorRow* FindVector(const Dialect& dialect, DType t) {
  TypeSet set = SetOf(t);
  for (const VectorRow& row : dialect.vectors)
    if (row.type == set && row.lanes == t.lanes) return &row;
  return nullptr;
}

const ScopeRow* FindScope(const Dialect& dialect, std::string_view scope) {
  for (const ScopeRow& row : dialect.scopes)
    if (row.scope == scope) return &row;
  return nullptr;
}

}  // namespace tirx::codegen

// SPDX-License-Identifier: Apache-2.0
// The head of a generated file: exactly what its functions turned out to need, in an order that does not
// depend on where.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "codegen/c_dialect.h"
#include "codegen/c_source.h"

namespace tirx::codegen {

class Prelude {
 public:
  explicit Prelude(const Dialect& dialect) : dialect_(dialect) {}

  // The spelling of a type; whatever it needs (a header, a struct of a vector) will be there. Empty: the
  // dialect has no such type.
  std::string TypeName(DType t);
  // The rows named in `names`, for type `t` (and converted from `from`).
  void Need(std::string_view names, DType t = Void(), DType from = Void());

  SourceText Text() const;

 private:
  // Row number, then the types as (set, lanes): a fixed order.
  using Instance = std::tuple<size_t, TypeSet, int, TypeSet, int>;
  struct Types {
    std::string name, short_name, from_name, from_short_name;
  };
  const PreludeRow* Row(size_t number) const;
  void NeedRow(std::string_view name, DType t, DType from);

  const Dialect& dialect_;
  std::map<Instance, Types> instances_;
  std::map<std::pair<TypeSet, int>, std::string> structs_;  // vector type to its definition
};

// How lane `k` of a vector of type `t` is written after the vector: ".x", ".s[5]".
std::string LaneSuffix(const Dialect& dialect, DType t, int k);
// Alignment in bytes that a value of type `t` has in memory, when it is loaded at once.
int64_t VectorAlignment(DType t);

}  // namespace tirx::codegen

// SPDX-License-Identifier: Apache-2.0
// Values that have been computed and wait for those after them: the left operand while the right one is
// evaluated, arguments, items of a display. As long as nothing can change them they stay expressions; before
// a statement is emitted that could, they are bound to variables (elaborate_order.cc).
#pragma once

#include <optional>
#include <variant>

#include "script/footprint.h"
#include "script/value.h"

namespace tirx::script {

class Elaborator;

// What is made of a waiting value.
enum class Use : uint8_t {
  Item,     // what it holds, as it stands: tensors, cells and regions stay what they are
  Operand,  // its value: cells and regions are loaded
  Address,  // the place of an element, whose indices count
};

struct Pending {
  std::variant<Value*, ir::Expr*> slot;
  Use use = Use::Item;
  Range at;
  int scope = 0;                       // the depth of the PendingScope that it waits in
  std::optional<Footprint> footprint;  // once it has been asked for; of lists and dicts never: they change
};

// All that waits in one function, in the order in which it was computed.
struct PendingList {
  std::vector<Pending> values;
  size_t floor = 0;       // what waits around the innermost open body
  size_t end = SIZE_MAX;  // while one is settled: those before it
  // Of the first `known` values: their footprints together, and how many of them have none that lasts.
  size_t known = 0;
  FootprintSum sum;
  int changing = 0;
};

// The values that one piece of the elaborator lets wait; they stop waiting at its end.
class PendingScope {
 public:
  explicit PendingScope(Elaborator* elaborator);
  ~PendingScope();
  PendingScope(const PendingScope&) = delete;
  PendingScope& operator=(const PendingScope&) = delete;
  // What the slot holds may be replaced until this object ends; it must not move.
  void Add(Value* slot, Use use, const Range& at);
  void Add(ir::Expr* slot, const Range& at);

 private:
  Elaborator* elaborator_;
};

}  // namespace tirx::script

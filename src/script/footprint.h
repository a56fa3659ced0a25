// SPDX-License-Identifier: Apache-2.0
// What IR reads and changes, as far as the order of two pieces of it can be seen.
#pragma once

#include <set>

#include "ir/function.h"

namespace tirx::script {

struct Footprint {
  // Cells are known by name; arrays of the thread and all other memory may be reached through views.
  struct Places {
    std::set<const Object*> cells;
    bool arrays = false, memory = false;
    bool empty() const { return cells.empty() && !arrays && !memory; }
  };
  Places read, changed;
  bool any_cell_changed = false;  // by an operation that was given a pointer

  bool empty() const { return read.empty() && changed.empty(); }
  // Whether it matters which of the two runs first.
  bool DependsOn(const Footprint& other) const;
};

// Of an expression or statement, with all that is inside.
Footprint FootprintOf(const ObjectRef& code);

}  // namespace tirx::script

// SPDX-License-Identifier: Apache-2.0
// What IR reads and changes, as far as the order of two pieces of it can be seen.
#pragma once

#include <set>
#include <unordered_map>

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

// What many pieces read and change together, while pieces come and go.
class FootprintSum {
 public:
  void Add(const Footprint& piece) { Count(piece, 1); }
  void Remove(const Footprint& piece) { Count(piece, -1); }
  // False where none of the pieces depends on `other`.
  bool MayDependOn(const Footprint& other) const;

 private:
  struct Counts {
    std::unordered_map<const Object*, int> cells;
    int arrays = 0, memory = 0;
    void Count(const Footprint::Places& places, int by);
    bool Meets(const Footprint::Places& places) const;
  };
  void Count(const Footprint& piece, int by);

  Counts read_, changed_;
  int any_cell_changed_ = 0;
};

// Of an expression or statement, with all that is inside.
Footprint FootprintOf(const ObjectRef& code);
void AddFootprint(const ObjectRef& code, Footprint* out);
// Of a load from the tensor, without its indices.
void AddRead(const ir::Var& tensor, Footprint* out);

}  // namespace tirx::script

// SPDX-License-Identifier: Apache-2.0
// Which checks a run makes. All that find mistakes are on by default.
#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace tirx::sim {

struct Checks {
  bool bounds = true;  // indices against the tensor's extents; what is outside of all memory is always caught
  bool alignment = true;  // of vector accesses and atomics
  bool uninitialised =
      true;                // reads of shared and local memory, and of mutable cells, that nothing has written
  bool races = true;       // unordered accesses of shared and global memory
  bool lanes = true;       // collective operations that some lane does not reach
  bool finite = false;     // results that are NaN or infinite though the operands are finite; only on request
  bool arithmetic = true;  // signed overflow, division by zero, shifts out of range

  // The switch called `name`; null when there is none.
  bool* Find(std::string_view name);
  static std::string Names();  // "bounds, alignment, ..."
  // Whether faults of this kind are to be reported.
  bool Wants(diag::Kind kind) const;
};

}  // namespace tirx::sim

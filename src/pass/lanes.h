// SPDX-License-Identifier: Apache-2.0
// A loop whose iterations are to be lanes of a vector: which values differ between lanes, and how.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include "arith/analyzer.h"
#include "ir/stmt.h"
#include "ir/visit.h"

namespace tirx::pass {

// Iterations `first`, `first + step`, ... of a loop, one to a lane.
struct LaneRange {
  ir::Expr first;
  int64_t step = 1;
  int lanes = 1;

  ir::Expr Last() const;
};

class LaneValues {
 public:
  // The analyzer knows what holds around the loop. It learns the range of the loop's variable until the end
  // of the Assumption that encloses this object.
  LaneValues(arith::Analyzer* analyzer, const ir::For& loop, int64_t step, int64_t trips);

  // A name for a value that differs between lanes.
  void Define(const ir::Var& var, const ir::Expr& value);
  bool Varies(const ir::Expr& e) const;
  // How much an integer grows from one iteration to the next, over the whole loop; nothing when that differs.
  std::optional<int64_t> Stride(const ir::Expr& e) const;
  // The value in the lane in which the loop variable is `iteration`.
  ir::Expr At(const ir::Expr& e, const ir::Expr& iteration) const;
  // The value with every name of a varying value replaced, in terms of the loop variable.
  ir::Expr Expanded(const ir::Expr& e) const;
  // Whether it may be computed at another time: nothing is read from memory, nothing has an effect.
  static bool IsSteady(const ir::Expr& e);
  // Whether computing it does no harm in lanes that do not need it: no loads, no overflow, no bad division.
  bool IsSafe(const ir::Expr& e) const;

  int64_t trips() const { return trips_; }
  arith::Analyzer& analyzer() const { return *analyzer_; }

 private:
  arith::Analyzer* analyzer_;
  ir::Var var_;
  int64_t step_, trips_;
  ir::VarMap varying_;  // names -> values in terms of the loop variable; the variable itself
};

}  // namespace tirx::pass

// SPDX-License-Identifier: Apache-2.0
// The threads of a block that reduce together, and the statements by which they do.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace tirx::pass {

// Threads that agree in all indices but those along `axes` make a group.
struct ThreadGroups {
  std::array<int64_t, 3> extents{1, 1, 1};  // of the block
  std::array<bool, 3> reduced{};            // along x, y, z
  int64_t subgroup_size = 0;                // 0: not known, so shuffles are not used

  // Threads of a group, and groups of a block.
  int64_t Members() const;
  int64_t Groups() const;
  // Threads of the axes up to the last reduced one: what lies between two threads of a group is less.
  int64_t Span() const;
  // The lane masks by which a group in one subgroup exchanges values; empty where a group is not such.
  std::vector<int64_t> Masks() const;
  // Whether each group is some whole subgroups, in order.
  bool IsWholeSubgroups() const;
};

// Emits what gives every thread the reduction over its group; `reducer` as in `gpu.thread_allreduce`.
ir::Expr EmitAllreduce(ir::Builder& builder, const ThreadGroups& groups, std::string_view reducer,
                       ir::Expr value);

}  // namespace tirx::pass

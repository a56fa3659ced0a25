// SPDX-License-Identifier: Apache-2.0
// The common case of an access: all lanes are active, and in each half of the warp they follow one another at
// the same distance. Then the first and the last of them say whether all are inside of the tensor.
#pragma once

#include "sim/address.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {

// Whether a dynamic offset, extent or stride is another than when the access was resolved.
bool HasChanged(const Warp& w, const Access& access, const AccessState& state);

IndexPattern PatternOf(const Warp& w, const PlannedDim& dim);

// How the index lies; `fresh` is a place for what is not kept.
inline const IndexPattern& FindPattern(const Warp& w, const PlannedDim& dim, IndexPattern& fresh) {
  IndexPattern& pattern = dim.fixed == AccessDim::kNotFixed ? fresh : w.fixed_indices[dim.fixed];
  if (__builtin_expect(pattern.highest == IndexPattern::kUnknown, 0)) pattern = PatternOf(w, dim);
  return pattern;
}

// Adds the plan's uniform indices to an address; false when one is outside.
inline bool AddUniforms(const Warp& w, const AccessPlan& plan, uint64_t& address) {
  const PlannedDim* dim = plan.dims.data();
  for (const PlannedDim* end = dim + plan.uniforms; dim != end; ++dim) {
    const int64_t index = dim->wide ? *w.At<int64_t>(dim->index) : *w.At<int32_t>(dim->index);
    if (uint64_t(index) >= uint64_t(dim->limit)) return false;
    address += uint64_t(index * dim->step_bytes);
  }
  return true;
}

// Where the lanes of an access are that follows its plan.
struct EvenRun {
  uint64_t first = 0;     // of lane 0
  int64_t step = 0;       // from a lane to the next of its half
  uint64_t distance = 0;  // from lane 0 to lane kHalf
};

// False when the access is another one than its plan is for, or some lane is outside or misaligned.
inline bool FollowPlan(const Warp& w, const Access& access, const AccessState& state, EvenRun& run) {
  const AccessPlan& plan = state.plan;
  if (!plan.usable || w.mask != kAllLanes) return false;
  if (!plan.local && *w.At<uint64_t>(access.base) != state.base) return false;
  if (state.dynamic && HasChanged(w, access, state)) return false;
  uint64_t first = plan.origin, distance = 0;
  int64_t step = 0;
  if (!AddUniforms(w, plan, first)) return false;
  const PlannedDim* dim = plan.dims.data() + plan.uniforms;
  for (const PlannedDim* end = plan.dims.data() + plan.all; dim != end; ++dim) {
    IndexPattern fresh;
    const IndexPattern& pattern = FindPattern(w, *dim, fresh);
    if (pattern.highest >= uint64_t(dim->limit)) return false;
    first += uint64_t(pattern.first * dim->step_bytes);
    step += pattern.step * dim->step_bytes;
    distance += uint64_t(pattern.distance * dim->step_bytes);
  }
  if ((first | uint64_t(step) | distance) & plan.misaligned) return false;
  run = {first, step, distance};
  return true;
}

// Addresses of Local accesses are byte offsets in the lane's memory. Says whether the access has followed its
// plan.
inline bool ComputeAddresses(Warp& w, const ExecInstr* ip, const Access& access, AccessState& state,
                             Addresses& out) {
  w.path.Note(ip->site);
  EvenRun run;
  if (!FollowPlan(w, access, state, run)) {
    ComputeOthers(w, ip, access, state, out);
    return false;
  }
  out.pattern = state.plan.uniforms == state.plan.all ? Addresses::Uniform : Addresses::Even;
  out.mask = kAllLanes;
  out.step = run.step;
  out.first[0] = run.first;
  out.first[1] = run.first + run.distance;
  out.allocation = state.allocation;
  return true;
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim

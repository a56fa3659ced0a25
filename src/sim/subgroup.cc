// SPDX-License-Identifier: Apache-2.0
// Collective operations of a subgroup that is two warps: the half that comes last carries them out for both.
#include <cstring>

#include "sim/machine.h"

namespace tirx::sim {
namespace {

size_t LaneBytes(Type type) {
  return IsWide(type) ? 8 : 4;
}

size_t HalfOf(const Warp& warp) {
  return size_t(warp.id & 1);
}

// Whether the other half will not come to the operation: it waits for this one elsewhere. Of two that wait at
// operations, the one at the earlier goes on.
bool IsElsewhere(const Warp& other, const OpCall& call) {
  return other.state == WarpState::AtBarrier || (!other.met && other.meets && other.meets > &call);
}

}  // namespace

int OpContext::subgroup_size() const {
  return warp_.machine->subgroup;
}
GroupMask OpContext::group_mask() const {
  return gathered_ ? gathered_->mask : warp_.mask;
}
GroupMask OpContext::group_live() const {
  return gathered_ ? gathered_->live : warp_.live;
}

bool OpContext::MeetSubgroup() {
  if (subgroup_size() <= kLanes) return true;
  if (warp_.met) {
    warp_.met = false;
    warp_.meets = nullptr;
    return false;
  }
  Warp* other = warp_.block->OtherHalf(warp_);
  const bool here = other && other->meets == &call_ && !other->met;
  if (!here && other && other->live && !IsElsewhere(*other, call_)) {
    warp_.meets = &call_;
    Wait();
    return false;
  }
  warp_.meets = nullptr;
  Gather(here ? other : nullptr);
  return true;
}

void OpContext::Gather(Warp* other) {
  ++warp_.machine->comings;
  gathered_ = std::make_unique<Gathered>();
  Gathered& all = *gathered_;
  all.halves[HalfOf(warp_)] = &warp_;
  if (other) all.halves[HalfOf(*other)] = other;
  all.args.resize(call_.args.size());
  for (size_t half : {0, 1}) {
    const Warp* warp = all.halves[half];
    if (!warp) continue;
    all.mask |= GroupMask(warp->mask) << (half * kLanes);
    for (size_t i = 0; i < call_.args.size(); ++i) {
      const OpArgument& arg = call_.args[i];
      const size_t bytes = LaneBytes(arg.type);
      char* to = reinterpret_cast<char*>(all.args[i].data()) + half * kLanes * bytes;
      for (size_t lane = 0; lane < kLanes; ++lane)
        std::memcpy(to + lane * bytes, warp->At<char>(arg.reg) + (arg.vector ? lane * bytes : 0), bytes);
    }
  }
  all.live = GroupMask(warp_.live) << (HalfOf(warp_) * kLanes);
  if (const Warp* rest = warp_.block->OtherHalf(warp_))
    all.live |= GroupMask(rest->live) << (HalfOf(*rest) * kLanes);
}

void OpContext::LeaveSubgroup() {
  if (!gathered_) return;
  const size_t bytes = LaneBytes(call_.result.type) * kLanes;
  for (size_t half : {0, 1}) {
    Warp* warp = gathered_->halves[half];
    if (!warp) continue;
    if (call_.result.used)
      std::memcpy(warp->At<char>(call_.result.reg),
                  reinterpret_cast<const char*>(gathered_->result.data()) + half * bytes, bytes);
    if (warp != &warp_) warp->met = true;
  }
  gathered_ = nullptr;
}

}  // namespace tirx::sim

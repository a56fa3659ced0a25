// SPDX-License-Identifier: Apache-2.0
// What an op's semantics function sees: argument and result lanes, the active mask, attributes, the warp's
// place in the launch, and the services of the machine (barrier, memory, fault reports).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/hook.h"
#include "sim/lanes.h"
#include "sim/numeric_mode.h"
#include "sim/types.h"

namespace tirx::sim {

struct OpContext;
using Semantics = Hook<void(OpContext&)>;

struct OpArgument {
  uint16_t reg = 0;
  Type type = Type::I32;
  bool vector = false;
};

struct OpAttribute {
  std::string name;
  std::string text;    // string attributes
  int64_t number = 0;  // integer and boolean attributes
};

struct OpResult {
  uint16_t reg = 0;
  Type type = Type::I32;
  bool vector = false;
  bool used = false;
};

// The lanes of one argument; a uniform one gives its value for every lane.
template <class T>
class LaneView {
 public:
  LaneView(const void* data, bool vector) : data_(static_cast<const T*>(data)), stride_(vector) {}
  T operator[](int lane) const { return data_[ptrdiff_t(lane) * stride_]; }

 private:
  const T* data_;
  int stride_;
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint32_t operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  uint64_t Count() const { return uint64_t(x) * y * z; }
};

struct Block;
struct GroupBarrier;
struct Meeting;
struct OpCall;
struct Warp;

enum class MemoryAccess : uint8_t { Read, Write, Atomic };

// What the lanes of a subgroup of two warps bring to an operation, and what they get. Registers as in a warp.
struct Gathered {
  using Lanes = std::array<uint64_t, kMaxSubgroup>;
  std::array<Warp*, 2> halves{};  // null: not here
  GroupMask mask = 0, live = 0;
  std::vector<Lanes> args;
  Lanes result{};
};

struct OpContext {
  OpContext(Warp& warp, const OpCall& call, uint32_t site) : warp_(warp), call_(call), site_(site) {}

  // kLanes, or 1 when everything is uniform: write `for (int lane = 0; lane < ctx.lanes(); ++lane)`. Pure
  // functions may compute all of them; values of lanes outside the mask are arbitrary and the results unused.
  int lanes() const;
  LaneMask mask() const;  // active lanes (of the warp, even when lanes() is 1)
  LaneMask live() const;  // lanes that have not returned
  // Of a subgroup. Between MeetSubgroup and LeaveSubgroup, arguments, the result and these masks are those of
  // its lanes.
  int subgroup_size() const;
  GroupMask group_mask() const;
  GroupMask group_live() const;

  int arg_count() const;
  Type arg_type(int index) const;
  Type result_type() const;
  bool result_used() const;
  // T is the lane type of arg_type: int32_t, uint32_t, int64_t, uint64_t, float, double.
  template <class T>
  LaneView<T> Arg(int index) const {
    return {ArgData(index), ArgIsVector(index)};
  }
  template <class T>
  T* Result() {
    return static_cast<T*>(ResultData());
  }

  bool HasAttribute(std::string_view name) const;
  int64_t IntAttribute(std::string_view name, int64_t otherwise) const;
  std::string_view TextAttribute(std::string_view name, std::string_view otherwise) const;

  const NumericMode& mode() const;
  const Dim3& block_index() const;
  const Dim3& grid_dim() const;
  const Dim3& block_dim() const;
  // Position in the block of a lane's thread; x runs fastest.
  uint32_t LinearThread(int lane) const;

  // The block waits for all its threads; the warp stops after this instruction until they have come.
  void BlockBarrier();
  // All running warps of the block meet; each leaves a word for the others. Null: the warp waits.
  const Meeting* MeetBlock(uint64_t word);
  // The warp waits at barrier `number` of the block until `threads` have come there, or only comes.
  void MeetAt(int number, uint32_t threads);
  void ArriveAt(int number, uint32_t threads);
  // The lanes of the warp synchronise; all of `expected` that have not returned must be here.
  void WarpBarrier(LaneMask expected);
  // The warp is one half of a subgroup, or all of it. False: it waits for the other half, or that has carried
  // out the operation for both.
  bool MeetSubgroup();
  void LeaveSubgroup();
  // Likewise of all running lanes of a subgroup that has met.
  void SubgroupBarrier();
  // The barrier of the cluster: to come to it, and to wait until all its running warps have come.
  void ComeToCluster();
  void WaitForCluster();
  void MeetCluster();  // both
  // The barrier of the grid, of a cooperative launch.
  void MeetGrid();
  // Orders each active lane's accesses before and after it, as seen by threads that learn of it through an
  // atomic.
  void Fence();

  // Something that other threads may wait for has changed.
  void NoteEffect();

  // The warp cannot go on yet: the same call is made again after other warps have run. When no warp of the
  // block gets any further, that is a deadlock.
  void Wait();

  // The host address of `bytes` at `address` for this lane, or null after reporting why not.
  void* CheckedAddress(int lane, uint64_t address, int bytes, MemoryAccess access);
  // The lanes stop the kernel: "{what}".
  void Trap(LaneMask lanes, std::string_view what);
  // A lane reads from `source`, which does not take part.
  void ReportAbsentLane(GroupMask lanes, int source);
  // A lane's argument has a value that the op does not allow: "`{op}`: {what}".
  void ReportBadOperand(LaneMask lanes, std::string_view what);
  std::string_view name() const;
  const Warp& warp() const { return warp_; }
  const Block& block() const;
  const Dim3& cluster_dim() const;

 private:
  // Whether all running lanes of the warp are here; a barrier that is not reached by all ends the kernel.
  bool RequireWholeWarp();
  void Come(Meeting& meeting);
  void ComeToRound(GroupBarrier& barrier, uint32_t& last);
  bool ComeAs(Meeting& meeting, uint32_t threads);
  void Gather(Warp* other);
  const void* ArgData(int index) const;
  bool ArgIsVector(int index) const;
  void* ResultData();

  Warp& warp_;
  const OpCall& call_;
  uint32_t site_;
  std::unique_ptr<Gathered> gathered_;
};

}  // namespace tirx::sim

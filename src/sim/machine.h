// SPDX-License-Identifier: Apache-2.0
// The running state: the machine (one launch), its warps as resumable frames, and the decoded code.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "sim/bytecode.h"
#include "sim/checks.h"
#include "sim/fault.h"
#include "sim/isa.h"
#include "sim/knowledge.h"
#include "sim/meeting.h"
#include "sim/memory.h"
#include "sim/numeric_mode.h"
#include "sim/trace.h"

namespace tirx::sim {

// The index in `dims` of its `linear`th place, x running fastest.
Dim3 Unfold(uint64_t linear, const Dim3& dims);

// An instruction ready to run. The fields are those of Instr.
struct ExecInstr {
  Handler handler = nullptr;
  Reg d = 0, a = 0, b = 0, c = 0;
  uint32_t aux = 0, site = 0;
};

// Blocked: the instruction at `ip` is tried again. Stopped: the kernel was ended by a fault.
enum class WarpState : uint8_t { Ready, AtBarrier, Blocked, Exited, Stopped };

// Masks that a construct restores: If {before, else lanes}; loops {lanes that entered, lanes that continued}.
struct MaskEntry {
  LaneMask saved, other;
};

struct Block;
struct KnownRun;
struct Machine;

// How an index register's lanes lie, for accesses of all lanes, where they lie as in Addresses::Even.
struct IndexPattern {
  static constexpr uint64_t kUneven = ~uint64_t(0),
                            kUnknown = kUneven - 1;  // of `highest`: no limit is as large
  uint64_t highest = kUnknown;                       // of all lanes, negative ones counting as large
  int64_t first = 0;                                 // of lane 0
  int64_t step = 0;                                  // from a lane to the next
  int64_t distance = 0;                              // from lane 0 to lane 16
};

// What orders one lane apart from its warp; null: nothing.
struct LaneOrder {
  std::unique_ptr<Knowledge> knows;   // beyond what the warp knows
  std::unique_ptr<Knowledge> heard;   // through atomics; known after the next fence
  std::unique_ptr<Knowledge> fenced;  // what came before the last fence: published by atomics
};

// Lanes that stored the same value with one instruction; those of the other half of the subgroup, if there
// are any, at the clock that half had.
struct StoreGroup {
  LaneMask lanes = 0, others = 0;
  uint32_t clock_of_others = 0;
  bool operator==(const StoreGroup&) const = default;
};

// Where a warp has accessed memory or called an operation lately, for reports.
struct Path {
  static constexpr uint32_t kLength = 32;
  std::array<uint32_t, kLength> sites{};
  uint32_t count = 0;
  void Note(uint32_t site) { sites[count++ % kLength] = site; }
};

// Since when nothing has changed outside of a warp, and what it has done meanwhile (repetition.h).
struct Quiet {
  uint64_t since = 0;  // Machine::Changes
  uint32_t turns = 0;
  bool repeats = false;  // it has come back to where it was
};

struct Warp {
  char* registers = nullptr;
  char* local = nullptr;              // 4-byte words, lane by lane: word w of lane l at (w * kLanes + l) * 4
  LaneMask* local_written = nullptr;  // per byte of a lane's memory: which lanes have written it
  LaneMask mask = 0, live = 0;
  MaskEntry* masks = nullptr;
  IndexPattern* fixed_indices = nullptr;  // by number
  int depth = 0;
  int id = 0;                                                 // in the block
  int agent = 0, first_lane = 0;                              // of its stamps: that of lane 0
  uint32_t clock = 0;                                         // of the stamps that it leaves
  Knowledge known;                                            // to all lanes
  std::unique_ptr<std::array<LaneOrder, kLanes>> lane_order;  // null: all lanes alike
  std::vector<StoreGroup> groups;                             // since the warp last synchronised
  uint64_t steps = 0;                                         // taken in this block
  const ExecInstr* ip = nullptr;                              // where to resume
  WarpState state = WarpState::Ready;
  bool ran_to_end = false;  // Exited: some lane has come to the end of the kernel, not to a `return`
  uint32_t barrier_site = 0;
  Path path;
  Quiet quiet;
  uint32_t cluster_round = 0, grid_round = 0;      // of the barriers of several blocks: the last it came to
  bool cluster_waits = false, grid_waits = false;  // it has come, and has not gone on
  bool cluster_meets = false;                      // it has come with the instruction that also waits
  const OpCall* meets = nullptr;  // half a subgroup: the collective operation that it waits for the other at
  bool met = false;               // which has been carried out for it
  Machine* machine = nullptr;
  Block* block = nullptr;
  KnownRun* known_runs = nullptr;  // by access

  template <class T>
  T* At(Reg reg) const {
    return reinterpret_cast<T*>(registers + size_t(reg) * kRegisterUnit);
  }
  const ExecInstr* Stop(WarpState why, const ExecInstr* next) {
    state = why;
    ip = next;
    return nullptr;
  }
  Stamp StampOf(int lane, uint32_t site) const { return MakeStamp(clock, agent, first_lane + lane, site); }
  uint32_t ThreadOf(int lane) const { return uint32_t(agent * kLanes + first_lane + lane); }
  // The lanes end: nothing that is on the stack brings them back.
  void Retire(LaneMask lanes);
};

// An index of a planned access.
struct PlannedDim {
  Reg index = 0;
  bool wide = false;  // I64, else I32
  uint16_t fixed = AccessDim::kNotFixed;
  int64_t limit = 0;       // the first index that is too large; at least 0
  int64_t step_bytes = 0;  // from one index to the next
};

// Where the elements of an access are whose tensor lies inside of its allocation, as long as its base and
// what is dynamic of its shape stay the same: of its indices, those that can change are all that has to be
// looked at.
struct AccessPlan {
  static constexpr size_t kMostDims = 4;
  bool usable = false, local = false;
  bool kept = false;              // a KnownRun can be made of it
  uint8_t uniforms = 0, all = 0;  // dims: those with a uniform index first
  uint32_t misaligned = 0;        // bits that no address may have
  uint64_t origin = 0;            // where all these indices are 0
  std::array<PlannedDim, kMostDims> dims;
};

// Where a warp's lanes are in an access, as far as that stays the same while a block runs: what those of its
// uniform indices add that change is left open. Kept where the elements are side by side, or the same in each
// half, and where its memory has no shadow or is the block's own.
struct KnownRun {
  static constexpr uint32_t kNoBlock = UINT32_MAX;
  uint32_t block = kNoBlock;  // the ordinal of the block for which this is known
  bool open = false;          // there are such indices: the plan's uniform dims
  bool logged = false;        // reads go into the shadow's log
  uint64_t first = 0;         // address of lane 0
  uint64_t distance = 0;      // from there to lane 16
  Shadow* shadow = nullptr;
  // As in a ReadRecord; the stamp lacks the clock.
  Stamp stamp = 0;
  uint64_t distance_step = 0;
};

// What an access was last resolved to; recomputed when its base or a dynamic extent changes.
struct AccessState {
  uint64_t base = 0;
  Allocation* allocation = nullptr;
  AccessPlan plan;
  bool resolved = false;
  bool dynamic = false;  // some extent, stride or the offset is in a register
  bool fits = false;     // the whole tensor lies inside of the allocation: indices within extents are enough
  bool narrow = false;   // element offsets fit 32 bits
  bool bounded = false;  // indices are checked against the extents
  std::vector<int64_t> extents, strides;
  int64_t offset = 0;
};

// A barrier of all warps of several blocks: a cluster's, or the grid's.
struct GroupBarrier {
  uint32_t rounds = 0;                   // that are complete
  size_t running = 0;                    // warps that have not ended
  size_t missing = 0;                    // warps that have to come to the current round
  std::shared_ptr<BarrierRound> coming;  // what those know that have come to it
  RoundPtr completed;                    // the last

  void CompleteIfAllCame();
};

// Blocks that run together and see each other's shared memory.
struct Cluster {
  std::vector<Block*> blocks;  // by rank
  GroupBarrier barrier;
};

// A block that runs, or a place for one.
struct Block {
  Dim3 index;
  uint32_t ordinal = 0;  // in the order in which blocks were started
  uint32_t rank = 0;     // in the cluster
  BlockClocks clocks;
  std::vector<Warp> warps;
  std::map<int, Meeting> meetings;  // by number
  Memory memory;                    // shared
  std::vector<uint64_t> presets;    // what the first registers hold when a warp starts
  std::vector<Stamp> visits;        // of warps of other blocks in the shared memory: the latest of each
  Cluster* cluster = nullptr;
  bool ended = false;
  std::vector<char> registers, local;  // of the warps
  std::vector<LaneMask> written;
  std::vector<MaskEntry> masks;
  std::vector<IndexPattern> fixed_indices;
  std::vector<KnownRun> known_runs;

  bool HasNeighbours() const { return cluster->blocks.size() > 1; }
  // Who left the stamp.
  Warp& WarpOf(Stamp stamp);
  // The other half of the warp's subgroup; null where there is none.
  Warp* OtherHalf(const Warp& warp);
  uint32_t LatestClock() const;
};

struct StartedBlock {
  uint32_t first_clock;
  Dim3 index;
  Block* running;  // null: its place is another's now
};

struct Machine {
  Machine(const Program& program, const NumericMode& mode, const Checks& checks, int fault_limit,
          const Isa& isa);

  const Program& program;
  const NumericMode mode;
  Checks checks;
  std::vector<ExecInstr> code;
  std::vector<Handler> unwatched;  // of instructions whose handler is a watch: the one that it calls
  std::vector<AccessState> access_states;
  Memory memory;  // global
  FaultLog faults;
  Dim3 grid, block, cluster;  // extents; of the cluster in blocks
  bool cooperative = false;
  int subgroup = kLanes;  // lanes of one
  Trace trace;
  GroupBarrier grid_barrier;          // of a cooperative launch
  std::vector<uint64_t> presets;      // constants and arguments, in the first registers
  std::vector<StartedBlock> started;  // in the order of their clocks
  std::map<std::pair<uint64_t, uint64_t>, Knowledge>
      published;                                // by address of an atomic and 1 + block (0: device)
  uint64_t steps = 0, step_budget = 0;          // the budget is for one warp in one block
  uint64_t shared_bytes = 0, shadow_bytes = 0;  // as in LaunchReport
  uint64_t effects = 0;                         // stores and atomic updates that others may wait for
  uint64_t comings = 0;                         // of warps to barriers and to their ends
  const std::atomic<bool>* stop = nullptr;      // another machine has found a fault
  bool ending = false;   // a fault after which a warp cannot go on: the others do until they wait or end
  bool aborted = false;  // one after which nobody can, or all has been run that can be

  std::set<std::pair<uint32_t, uint32_t>> races;  // sites of those reported, the later access first

  // Grows whenever something changes that a warp may wait for.
  uint64_t Changes() const { return effects + comings; }
  int LanesOfWarp() const { return std::min(subgroup, kLanes); }
  size_t WarpsOfBlock() const { return size_t((block.Count() + LanesOfWarp() - 1) / LanesOfWarp()); }
  // Clusters, or else blocks, of the launch.
  uint64_t UnitCount() const { return grid.Count() / cluster.Count(); }
  ThreadPlace PlaceOf(const Warp& warp, int lane) const;
  // The memory at an address: the block's own, global, or the cluster's. An address at the end of an
  // allocation, where an empty or overrunning access points, belongs to it unless another begins there.
  Allocation* Find(const Warp& warp, uint64_t address) const;
  const Allocation* NearestBelow(const Warp& warp, uint64_t address) const;
  // The ordinal of the block that `clock` belongs to.
  uint32_t BlockOf(uint32_t clock) const;
  // Who left the stamp.
  ThreadPlace PlaceOf(Stamp stamp) const;
  const Span& SpanOf(uint32_t site) const { return program.sites[site]; }
  // Notes the lines through which the warp has come to the diagnostic's place.
  void AddPath(const Warp& warp, diag::Diagnostic* diagnostic) const;

  // Reports a fault of `lanes` of a warp: once per place and kind. `arguments` fill the kind's message, and
  // are only made when needed: `make(lane)` gives them for the first lane.
  template <class MakeDiagnostic>
  void Report(diag::Kind kind, const Warp& warp, uint32_t site, LaneMask lanes, MakeDiagnostic&& make) {
    if (!lanes || !checks.Wants(kind) || !faults.IsNew(kind, site, CountLanes(lanes))) return;
    int lane = FirstLane(lanes);
    diag::Diagnostic diagnostic = make(lane);
    AddPath(warp, &diagnostic);
    faults.Add(std::move(diagnostic), site, PlaceOf(warp, lane));
  }
};

}  // namespace tirx::sim

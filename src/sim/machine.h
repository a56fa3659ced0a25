// SPDX-License-Identifier: Apache-2.0
// The running state: the machine (one launch), its warps as resumable frames, and the decoded code.
#pragma once

#include <memory>
#include <vector>

#include "sim/bytecode.h"
#include "sim/fault.h"
#include "sim/memory.h"
#include "sim/numeric_mode.h"

namespace tirx::sim {

struct ExecInstr;
struct Warp;
// Carries out one instruction and returns the next one, or null when the warp stops (Warp::state says why).
using Handler = const ExecInstr* (*)(Warp&, const ExecInstr*);

// An instruction ready to run. The fields are those of Instr.
struct ExecInstr {
  Handler handler = nullptr;
  Reg d = 0, a = 0, b = 0, c = 0;
  uint32_t aux = 0, site = 0;
};

Handler FindHandler(const Instr& instr, const NumericMode& mode);

// Blocked: the instruction at `ip` is tried again. Stopped: the kernel was ended by a fault.
enum class WarpState : uint8_t { Ready, AtBarrier, Blocked, Exited, Stopped };

// Masks that a construct restores: If {before, else lanes}; loops {lanes that entered, lanes that continued}.
struct MaskEntry {
  LaneMask saved, other;
};

struct Machine;

struct Warp {
  char* registers = nullptr;
  char* local = nullptr;              // 4-byte words, lane by lane: word w of lane l at (w * kLanes + l) * 4
  LaneMask* local_written = nullptr;  // per byte of a lane's memory: which lanes have written it
  LaneMask mask = 0, live = 0;
  MaskEntry* masks = nullptr;
  int depth = 0;
  int id = 0;                     // in the block
  uint32_t clock = 0;             // of the stamps that it leaves
  uint64_t steps = 0;             // taken in this block
  const ExecInstr* ip = nullptr;  // where to resume
  WarpState state = WarpState::Ready;
  uint32_t barrier_site = 0;
  Machine* machine = nullptr;

  template <class T>
  T* At(Reg reg) const {
    return reinterpret_cast<T*>(registers + size_t(reg) * kRegisterUnit);
  }
  const ExecInstr* Stop(WarpState why, const ExecInstr* next) {
    state = why;
    ip = next;
    return nullptr;
  }
  // The lanes end: nothing that is on the stack brings them back.
  void Retire(LaneMask lanes);
};

// What an access was last resolved to; recomputed when its base or a dynamic extent changes.
struct AccessState {
  uint64_t base = 0;
  Allocation* allocation = nullptr;
  bool resolved = false;
  bool dynamic = false;  // some extent, stride or the offset is in a register
  bool fits = false;     // the whole tensor lies inside of the allocation: indices within extents are enough
  bool narrow = false;   // element offsets fit 32 bits
  std::vector<int64_t> extents, strides;
  int64_t offset = 0;
};

struct Machine {
  Machine(const Program& program, const NumericMode& mode, int fault_limit);

  const Program& program;
  const NumericMode mode;
  std::vector<ExecInstr> code;
  std::vector<AccessState> access_states;
  Memory memory;
  FaultLog faults;
  Dim3 grid, block, block_index;
  std::vector<Warp> warps;  // of the current block
  std::vector<uint64_t>
      presets;  // what the first registers hold when a warp starts: constants, arguments, addresses
  uint32_t clock = 1;
  uint64_t steps = 0, step_budget = 0;  // the budget is for one warp in one block
  bool aborted = false;                 // a fault after which the kernel cannot go on

  ThreadPlace PlaceOf(const Warp& warp, int lane) const;
  const Span& SpanOf(uint32_t site) const { return program.sites[site]; }

  // Reports a fault of `lanes` of a warp: once per place and kind. `arguments` fill the kind's message, and
  // are only made when needed: `make(lane)` gives them for the first lane.
  template <class MakeDiagnostic>
  void Report(diag::Kind kind, const Warp& warp, uint32_t site, LaneMask lanes, MakeDiagnostic&& make) {
    if (!lanes || !faults.IsNew(kind, site, CountLanes(lanes))) return;
    int lane = FirstLane(lanes);
    faults.Add(make(lane), site, PlaceOf(warp, lane));
  }
};

}  // namespace tirx::sim

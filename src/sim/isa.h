// SPDX-License-Identifier: Apache-2.0
// Instruction sets of the host. What works on all lanes of a warp
// (exec_{binary,unary,compare,move,memory,product}.cc, address.cc, lane_handlers.cc) is compiled once for
// each of them, with TIRX_SIM_ISA as its name; which of them is used is decided at run time.
#pragma once

#include <cstddef>
#include <vector>

#ifndef TIRX_SIM_ISA
#define TIRX_SIM_ISA baseline
#endif

namespace tirx::sim {

struct ExecInstr;
struct Instr;
struct NumericMode;
struct Warp;

// Carries out one instruction and returns the next one, or null when the warp stops (Warp::state says why).
using Handler = const ExecInstr* (*)(Warp&, const ExecInstr*);

struct Isa {
  const char* name;
  // Of the families Binary, Compare, Unary, Move and Memory.
  Handler (*find)(const Instr& instr, const NumericMode& mode);
  // That carries out kFused instructions from `first` on; null where there is none.
  Handler (*find_fused)(const Instr* first, const NumericMode& mode);
  static constexpr size_t kFused = 4;
};

// Those that this build has and this processor knows; the widest first, and last one that always works.
const std::vector<Isa>& Isas();

}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Where handlers come from: one finder per opcode family. Each returns null for a combination of operation,
// type and form that no valid program contains.
#pragma once

#include "sim/isa.h"
#include "sim/machine.h"

namespace tirx::sim {

inline namespace TIRX_SIM_ISA {
Handler FindBinaryHandler(const Instr& instr, const NumericMode& mode);
Handler FindCompareHandler(const Instr& instr, const NumericMode& mode);
Handler FindUnaryHandler(const Instr& instr, const NumericMode& mode);
Handler FindMoveHandler(const Instr& instr);
Handler FindMemoryHandler(const Instr& instr);
// For four instructions from `first` on; null where they are others.
Handler FindProductHandler(const Instr* first, const NumericMode& mode);
}  // namespace TIRX_SIM_ISA
Handler FindControlHandler(const Instr& instr);
Handler FindCallHandler(const Instr& instr);
Handler FindShowHandler(const Instr& instr);

// Puts a watch on every instruction that computes floating-point numbers (Checks::finite).
void WatchForNonFinite(Machine& m);

// Calls `f(Traits{})` as WithTraits does, but with the flushing float32 where the mode asks for it.
template <class F>
decltype(auto) WithArithmeticTraits(Type type, const NumericMode& mode, F&& f) {
  if (type == Type::F32 && mode.ftz) return f(FlushedFloatTraits{});
  return WithTraits(type, f);
}

}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Which family an instruction that works on all lanes belongs to.
#include "sim/exec.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {

Handler FindLaneHandler(const Instr& instr, const NumericMode& mode) {
  switch (FamilyOf(instr.op)) {
    case Family::Binary:
      return FindBinaryHandler(instr, mode);
    case Family::Compare:
      return FindCompareHandler(instr, mode);
    case Family::Unary:
      return FindUnaryHandler(instr, mode);
    case Family::Move:
      return FindMoveHandler(instr);
    case Family::Memory:
      return FindMemoryHandler(instr);
    default:
      return nullptr;
  }
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Which operation on two operands runs for which type and form.
#include "sim/binary_ops.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

template <template <class> class F>
Handler FindFor(const Instr& instr, const NumericMode& mode) {
  return WithArithmeticTraits(instr.type, mode, [&](auto traits) -> Handler {
    using T = decltype(traits);
    if constexpr (!F<T>::kDefined) {
      return nullptr;
    } else {
      switch (instr.form) {
        case 0:
          return RunBinary<T, F, 1, 0, 0>;
        case kVectorD | kVectorA:
          return RunBinary<T, F, kLanes, 1, 0>;
        case kVectorD | kVectorB:
          return RunBinary<T, F, kLanes, 0, 1>;
        case kVectorD | kVectorA | kVectorB:
          return RunBinary<T, F, kLanes, 1, 1>;
        default:
          return nullptr;
      }
    }
  });
}

}  // namespace

Handler FindBinaryHandler(const Instr& instr, const NumericMode& mode) {
  switch (instr.op) {
    case Op::Add:
      return FindFor<AddOp>(instr, mode);
    case Op::Sub:
      return FindFor<SubOp>(instr, mode);
    case Op::Mul:
      return FindFor<MulOp>(instr, mode);
    case Op::Div:
      return FindFor<DivOp>(instr, mode);
    case Op::Mod:
      return FindFor<ModOp>(instr, mode);
    case Op::FloorDiv:
      return FindFor<FloorDivOp>(instr, mode);
    case Op::FloorMod:
      return FindFor<FloorModOp>(instr, mode);
    case Op::Min:
      return FindFor<MinOp>(instr, mode);
    case Op::Max:
      return FindFor<MaxOp>(instr, mode);
    case Op::And:
      return FindFor<AndOp>(instr, mode);
    case Op::Or:
      return FindFor<OrOp>(instr, mode);
    case Op::Xor:
      return FindFor<XorOp>(instr, mode);
    case Op::Shl:
      return FindFor<ShlOp>(instr, mode);
    case Op::Shr:
      return FindFor<ShrOp>(instr, mode);
    default:
      return nullptr;
  }
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Negation, complement, conversion and reinterpretation.
#include "sim/conversion.h"
#include "sim/exec.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

template <class T>
struct NegOp {
  using L = typename T::Lane;
  static constexpr bool kDefined = T::kType != Type::Bool;
  static L Apply(L a) {
    if constexpr (IsFloat(T::kType))
      return -a;
    else
      return L(0 - std::make_unsigned_t<L>(a));
  }
};

template <class T>
struct NotOp {
  using L = typename T::Lane;
  static constexpr bool kDefined = !IsFloat(T::kType);
  static L Apply(L a) {
    if constexpr (IsFloat(T::kType))
      return a;
    else
      return ~a;
  }
};

template <class T, template <class> class F, int N>
const ExecInstr* RunUnary(Warp& w, const ExecInstr* ip) {
  using L = typename T::Lane;
  L* d = w.At<L>(ip->d);
  const L* a = w.At<L>(ip->a);
  TIRX_SIM_LANES(i, N) d[i] = T::Norm(F<T>::Apply(T::In(a[i])));
  return ip + 1;
}

// -INT_MIN is the one undefined negation.
template <class T, int N>
const ExecInstr* RunCheckedNeg(Warp& w, const ExecInstr* ip) {
  using L = typename T::Lane;
  const L* a = w.At<L>(ip->a);
  LaneMask bad = 0;
  for (int i = 0; i < N; ++i) bad |= LaneMask(a[i] == std::numeric_limits<L>::min()) << i;
  if (bad && N == 1) bad = w.mask;
  w.machine->Report(DK::SimSignedOverflow, w, ip->site, bad & w.mask, [&](int lane) {
    std::string value = ValueText(T::kType, &a[N == 1 ? 0 : lane]);
    return diag::Make(DK::SimSignedOverflow, w.machine->SpanOf(ip->site),
                      {"-(" + value + ")", TypeName(T::kType)});
  });
  return RunUnary<T, NegOp, N>(w, ip);
}

template <class From, class To, int N>
const ExecInstr* RunCast(Warp& w, const ExecInstr* ip) {
  auto* d = w.At<typename To::Lane>(ip->d);
  const auto* a = w.At<typename From::Lane>(ip->a);
  if constexpr (sizeof(typename From::Lane) == sizeof(typename To::Lane)) {
    TIRX_SIM_LANES(i, N) d[i] = ConvertLane<From, To>(a[i]);
  } else {
    // The registers differ in size; the lowering never gives them the same place.
    for (int i = 0; i < N; ++i) d[i] = ConvertLane<From, To>(a[i]);
  }
  return ip + 1;
}

template <class From, class To, int N>
const ExecInstr* RunBitcast(Warp& w, const ExecInstr* ip) {
  auto* d = w.At<typename To::Lane>(ip->d);
  const auto* a = w.At<typename From::Lane>(ip->a);
  TIRX_SIM_LANES(i, N) d[i] = To::Decode(BitsAs<typename To::Cell>(From::Encode(a[i])));
  return ip + 1;
}

// A cast from float32 flushes its operand under ftz only on the device's arithmetic paths; conversions keep
// subnormals.
Handler FindCast(const Instr& instr) {
  return WithTraits(instr.from, [&](auto from) {
    return WithStorageTraits(instr.type, [&](auto to) -> Handler {
      using From = decltype(from);
      using To = decltype(to);
      return instr.form == 0 ? RunCast<From, To, 1> : RunCast<From, To, kLanes>;
    });
  });
}

Handler FindBitcast(const Instr& instr) {
  return WithStorageTraits(instr.from, [&](auto from) {
    return WithStorageTraits(instr.type, [&](auto to) -> Handler {
      using From = decltype(from);
      using To = decltype(to);
      if constexpr (sizeof(typename From::Cell) == sizeof(typename To::Cell))
        return instr.form == 0 ? RunBitcast<From, To, 1> : RunBitcast<From, To, kLanes>;
      return nullptr;
    });
  });
}

template <template <class> class F>
Handler FindFor(const Instr& instr, const NumericMode& mode) {
  return WithArithmeticTraits(instr.type, mode, [&](auto traits) -> Handler {
    using T = decltype(traits);
    if constexpr (F<T>::kDefined) return instr.form == 0 ? RunUnary<T, F, 1> : RunUnary<T, F, kLanes>;
    return nullptr;
  });
}

Handler FindNeg(const Instr& instr, const NumericMode& mode) {
  if (instr.type == Type::I32)
    return instr.form == 0 ? RunCheckedNeg<I32Traits, 1> : RunCheckedNeg<I32Traits, kLanes>;
  if (instr.type == Type::I64)
    return instr.form == 0 ? RunCheckedNeg<I64Traits, 1> : RunCheckedNeg<I64Traits, kLanes>;
  return FindFor<NegOp>(instr, mode);
}

}  // namespace

Handler FindUnaryHandler(const Instr& instr, const NumericMode& mode) {
  if (instr.form != 0 && instr.form != (kVectorD | kVectorA)) return nullptr;
  switch (instr.op) {
    case Op::Neg:
      return FindNeg(instr, mode);
    case Op::Not:
      return FindFor<NotOp>(instr, mode);
    case Op::Cast:
      return FindCast(instr);
    case Op::Bitcast:
      return FindBitcast(instr);
    default:
      return nullptr;
  }
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim

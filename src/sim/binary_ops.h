// SPDX-License-Identifier: Apache-2.0
// Arithmetic on two operands. Lanes outside the mask are computed too (their results are dead), so the loops
// have a fixed length and vectorise; what is undefined is looked for in all lanes at once and then, rarely,
// one by one.
#pragma once

#include <cmath>
#include <type_traits>

#include "sim/exec.h"
#include "sim/extremes.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

template <class T>
constexpr bool kIsFloat = IsFloat(T::kType);
template <class T>
constexpr int kBits = int(sizeof(typename T::Cell)) * 8;
// Signed overflow is undefined from 32 bits on; narrower types wrap (docs/language.md, Numbers).
template <class T>
constexpr bool kOverflows = T::kType == Type::I32 || T::kType == Type::I64;
template <class Lane>
using Unsigned = typename std::conditional_t<std::is_integral_v<Lane>, std::make_unsigned<Lane>,
                                             std::type_identity<uint32_t>>::type;

// An operation gives: kDefined<T> (does it exist for the type), kChecked<T>, Apply, and Bad (non-zero where
// undefined).
template <class T>
struct Unchecked {
  using L = typename T::Lane;
  static constexpr bool kDefined = true, kChecked = false;
  static uint32_t Bad(L, L) { return 0; }
};

template <class T>
struct AddOp : Unchecked<T> {
  using L = typename T::Lane;
  static constexpr bool kDefined = T::kType != Type::Bool, kChecked = kOverflows<T>;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a + b;
    else
      return L(Unsigned<L>(a) + Unsigned<L>(b));
  }
  static auto Bad(L a, L b) {
    L sum = Apply(a, b);
    return Unsigned<L>((a ^ sum) & (b ^ sum)) >> (sizeof(L) * 8 - 1);
  }
};

template <class T>
struct SubOp : Unchecked<T> {
  using L = typename T::Lane;
  static constexpr bool kDefined = T::kType != Type::Bool, kChecked = kOverflows<T>;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a - b;
    else
      return L(Unsigned<L>(a) - Unsigned<L>(b));
  }
  static auto Bad(L a, L b) {
    L difference = Apply(a, b);
    return Unsigned<L>((a ^ b) & (a ^ difference)) >> (sizeof(L) * 8 - 1);
  }
};

template <class T>
struct MulOp : Unchecked<T> {
  using L = typename T::Lane;
  static constexpr bool kDefined = T::kType != Type::Bool, kChecked = kOverflows<T>;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a * b;
    else
      return L(Unsigned<L>(a) * Unsigned<L>(b));
  }
  static uint32_t Bad(L a, L b) {
    if constexpr (sizeof(L) == 4) {
      int64_t product = int64_t(a) * int64_t(b);
      return uint32_t(product != int64_t(int32_t(product)));
    } else {
      L product;
      return __builtin_mul_overflow(a, b, &product);
    }
  }
};

// Division by zero and INT_MIN / -1 give 0 here; both are reported.
template <class T>
struct DivisionBase : Unchecked<T> {
  using L = typename T::Lane;
  static constexpr bool kDefined = T::kType != Type::Bool, kChecked = !kIsFloat<T>;
  static bool Overflows(L a, L b) {
    if constexpr (kOverflows<T>)
      return b == -1 && a == std::numeric_limits<L>::min();
    else
      return false;
  }
  static uint32_t Bad(L a, L b) { return uint32_t(b == 0) | uint32_t(Overflows(a, b)); }
};

template <class T>
struct DivOp : DivisionBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a / b;
    else
      return DivisionBase<T>::Bad(a, b) ? L(0) : L(a / b);
  }
};

template <class T>
struct ModOp : DivisionBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return std::fmod(a, b);
    else
      return DivisionBase<T>::Bad(a, b) ? L(0) : L(a % b);
  }
};

template <class T>
struct FloorDivOp : DivisionBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return std::floor(a / b);
    else if (DivisionBase<T>::Bad(a, b))
      return 0;
    L quotient = a / b;
    return L(quotient - L(std::is_signed_v<L> && L(quotient * b) != a && (a < 0) != (b < 0)));
  }
};

template <class T>
struct FloorModOp : DivisionBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a - std::floor(a / b) * b;
    else if (DivisionBase<T>::Bad(a, b))
      return 0;
    else
      return FloorOf(L(a % b), b);
  }
  static L FloorOf(L remainder, L b) {
    return std::is_signed_v<L> && remainder != 0 && (remainder < 0) != (b < 0) ? L(remainder + b) : remainder;
  }
};

template <class T>
struct MinOp : Unchecked<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) { return Smaller(a, b); }
};

template <class T>
struct MaxOp : Unchecked<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) { return Larger(a, b); }
};

template <class T>
struct BitwiseBase : Unchecked<T> {
  static constexpr bool kDefined = !kIsFloat<T>;
};
template <class T>
struct AndOp : BitwiseBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a;
    else
      return a & b;
  }
};
template <class T>
struct OrOp : BitwiseBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a;
    else
      return a | b;
  }
};
template <class T>
struct XorOp : BitwiseBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a;
    else
      return a ^ b;
  }
};

// The amount is taken modulo the lane's width so that lanes with a bad one compute something.
template <class T>
struct ShiftBase : Unchecked<T> {
  using L = typename T::Lane;
  static constexpr bool kDefined = !kIsFloat<T> && T::kType != Type::Bool, kChecked = true;
  static uint32_t Bad(L, L b) {
    if constexpr (kIsFloat<T>)
      return 0;
    else
      return uint32_t(Unsigned<L>(b) >= Unsigned<L>(kBits<T>));
  }
  static int Amount(L b) { return int(Unsigned<L>(b) & Unsigned<L>(sizeof(L) * 8 - 1)); }
};
template <class T>
struct ShlOp : ShiftBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a;
    else
      return L(Unsigned<L>(a) << ShiftBase<T>::Amount(b));
  }
};
template <class T>
struct ShrOp : ShiftBase<T> {
  using L = typename T::Lane;
  static L Apply(L a, L b) {
    if constexpr (kIsFloat<T>)
      return a;
    else
      return L(a >> ShiftBase<T>::Amount(b));
  }
};

template <template <class> class F>
struct Symbol;
// clang-format off
template <> struct Symbol<AddOp> { static constexpr const char* kText = "+"; };
template <> struct Symbol<SubOp> { static constexpr const char* kText = "-"; };
template <> struct Symbol<MulOp> { static constexpr const char* kText = "*"; };
template <> struct Symbol<DivOp> { static constexpr const char* kText = "/"; };
template <> struct Symbol<ModOp> { static constexpr const char* kText = "%"; };
template <> struct Symbol<FloorDivOp> { static constexpr const char* kText = "//"; };
template <> struct Symbol<FloorModOp> { static constexpr const char* kText = "%"; };
template <> struct Symbol<ShlOp> { static constexpr const char* kText = "<<"; };
template <> struct Symbol<ShrOp> { static constexpr const char* kText = ">>"; };
// clang-format on

template <template <class> class F>
constexpr bool kIsShift =
    std::is_same_v<F<I32Traits>, ShlOp<I32Traits>> || std::is_same_v<F<I32Traits>, ShrOp<I32Traits>>;

// The message for a lane with these operands.
template <class T, template <class> class F>
diag::Diagnostic Describe(const Span& span, typename T::Lane a, typename T::Lane b, diag::Kind kind) {
  std::string left = ValueText(T::kType, &a), right = ValueText(T::kType, &b), type = TypeName(T::kType);
  if (kind == DK::SimBadShift) return diag::Make(kind, span, {type, right, std::to_string(kBits<T> - 1)});
  if (kind == DK::SimDivisionByZero) return diag::Make(kind, span, {left, type});
  return diag::Make(kind, span, {left + " " + Symbol<F>::kText + " " + right, type});
}

template <class T, template <class> class F, int SA, int SB>
__attribute__((noinline, cold)) void ReportBad(Warp& w, const ExecInstr* ip, const typename T::Lane* a,
                                               const typename T::Lane* b) {
  LaneMask by_zero = 0, other = 0;
  TIRX_SIM_ACTIVE(lane, w.mask) {
    if (!F<T>::Bad(a[lane * SA], b[lane * SB])) continue;
    constexpr bool divides = std::is_base_of_v<DivisionBase<T>, F<T>>;
    (divides && b[lane * SB] == 0 ? by_zero : other) |= LaneMask(1) << lane;
  }
  auto report = [&](diag::Kind kind, LaneMask lanes) {
    w.machine->Report(kind, w, ip->site, lanes, [&](int lane) {
      return Describe<T, F>(w.machine->SpanOf(ip->site), a[lane * SA], b[lane * SB], kind);
    });
  };
  report(DK::SimDivisionByZero, by_zero);
  report(kIsShift<F> ? DK::SimBadShift : DK::SimSignedOverflow, other);
}

// Floor division and remainder by a uniform power of two, as index arithmetic is full of.
template <class T, template <class> class F>
bool ByPowerOfTwo(typename T::Lane* d, const typename T::Lane* a, typename T::Lane b, int n) {
  using L = typename T::Lane;
  constexpr bool div = std::is_same_v<F<T>, FloorDivOp<T>>, mod = std::is_same_v<F<T>, FloorModOp<T>>;
  if constexpr (!kIsFloat<T> && (div || mod)) {
    if (b <= 0 || (b & (b - 1)) != 0) return false;
    const int shift = __builtin_ctzll(uint64_t(b));
    const L low = L(b - 1);
    TIRX_SIM_LANES(i, n) d[i] = div ? L(a[i] >> shift) : L(a[i] & low);
    return true;
  }
  return false;
}

template <class T, template <class> class F, int N, int SA, int SB>
const ExecInstr* RunBinary(Warp& w, const ExecInstr* ip) {
  using L = typename T::Lane;
  L* d = w.At<L>(ip->d);
  const L* a = w.At<L>(ip->a);
  const L* b = w.At<L>(ip->b);
  const L a0 = *a, b0 = *b;
  if constexpr (SA == 1 && SB == 0)
    if (ByPowerOfTwo<T, F>(d, a, b0, N)) return ip + 1;
  if constexpr (F<T>::kChecked) {
    Unsigned<L> bad = 0;
    TIRX_SIM_LANES(i, N) bad |= Unsigned<L>(F<T>::Bad(SA ? a[i] : a0, SB ? b[i] : b0));
    if (__builtin_expect(bad != 0, 0)) ReportBad<T, F, SA, SB>(w, ip, a, b);
  }
  TIRX_SIM_LANES(i, N) d[i] = T::Norm(F<T>::Apply(T::In(SA ? a[i] : a0), T::In(SB ? b[i] : b0)));
  return ip + 1;
}

}  // namespace
}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim

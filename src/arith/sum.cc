// SPDX-License-Identifier: Apache-2.0
// Sums: reading an expression as a linear form, and writing one back without any new overflow.
#include <algorithm>
#include <unordered_set>

#include "arith/analyzer.h"
#include "ir/arith.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

bool IsSumOp(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul;
}

bool IsSum(const Expr& e) {
  if (auto* unary = e.as<UnaryNode>()) return unary->op == UnaryOp::Neg;
  auto* node = e.as<BinaryNode>();
  return node && IsSumOp(node->op);
}

// x // c or x % c, floor or truncating, with a constant c > 0.
struct DivisionAtom {
  const BinaryNode* node = nullptr;
  int64_t divisor = 0;
  bool is_remainder = false, truncates = false;
};

DivisionAtom AsDivision(const Expr& e) {
  auto* node = e.as<BinaryNode>();
  if (!node) return {};
  bool floor_div = node->op == BinaryOp::FloorDiv, floor_mod = node->op == BinaryOp::FloorMod;
  bool div = node->op == BinaryOp::Div, mod = node->op == BinaryOp::Mod;
  auto divisor = ConstInt(node->b);
  if (!(floor_div || floor_mod || div || mod) || !divisor || *divisor <= 0) return {};
  return {node, *divisor, floor_mod || mod, div || mod};
}

// Factors and constant as small as the modulus allows.
Linear Reduced(const Linear& linear, int bits) {
  Wide modulus = Wide(1) << bits, half = modulus / 2;
  auto reduce = [&](Wide value) {
    Wide low = FloorRemainder(value, modulus);
    return low > half ? low - modulus : low;
  };
  Linear result;
  result.constant = reduce(linear.constant);
  for (const Term& term : linear.terms)
    if (Wide factor = reduce(term.factor); factor != 0) result.terms.push_back({term.atom, factor});
  return result;
}

}  // namespace

Linear Analyzer::ToLinear(const Expr& e, Reading reading) {
  if (e.as<VarNode>() || e.as<IntImmNode>()) return ComputeLinear(e, reading);
  if (Linear* known = memo_.linear[int(reading)].Find(e.get())) return *known;
  Linear linear = ComputeLinear(e, reading);
  memo_.linear[int(reading)].Insert(e.get(), linear);
  keep_alive_.push_back(e);
  return linear;
}

Linear Analyzer::ComputeLinear(const Expr& e, Reading reading) {
  if (e.as<IntImmNode>()) return LinearConstant(BoundsOf(e).min);
  if (auto* cast = e.as<CastNode>(); cast && reading == Reading::Through) {
    bool integral = IsInteger(cast->value->dtype()) && IsInteger(e->dtype());
    if (integral && BoundsOf(cast->value).Within(RangeOf(e->dtype()))) return ToLinear(cast->value, reading);
    return LinearAtom(e);
  }
  if (!IsSum(e) || (reading != Reading::Modular && !NeverWraps(e))) return LinearAtom(e);
  if (auto* unary = e.as<UnaryNode>()) {
    bool fits = true;
    Linear negated = Combine(LinearConstant(0), ToLinear(unary->a, reading), -1, &fits);
    return fits ? negated : LinearAtom(e);
  }
  return LinearOfSum(*e.as<BinaryNode>(), e, reading);
}

Linear Analyzer::LinearOfSum(const BinaryNode& node, const Expr& e, Reading reading) {
  Linear a = ToLinear(node.a, reading), b = ToLinear(node.b, reading), result;
  bool fits = true;
  if (node.op == BinaryOp::Mul) {
    if (!a.IsConstant() && !b.IsConstant()) return LinearAtom(e);
    const Linear& factor = b.IsConstant() ? b : a;
    const Linear& rest = b.IsConstant() ? a : b;
    result = Combine(LinearConstant(0), rest, factor.constant, &fits);
  } else {
    result = Combine(a, b, node.op == BinaryOp::Add ? 1 : -1, &fits);
  }
  return fits ? MergeDivisions(result, reading) : LinearAtom(e);
}

// x // c * c + x % c is x.
Linear Analyzer::MergeDivisions(Linear linear, Reading reading) {
  for (const Term& remainder : linear.terms) {
    DivisionAtom mod = AsDivision(remainder.atom);
    if (!mod.node || !mod.is_remainder) continue;
    for (const Term& quotient : linear.terms) {
      DivisionAtom div = AsDivision(quotient.atom);
      bool pair = div.node && !div.is_remainder && div.truncates == mod.truncates &&
                  div.divisor == mod.divisor &&
                  quotient.factor == SaturatingMul(remainder.factor, mod.divisor) &&
                  SameValue(div.node->a, mod.node->a);
      if (!pair) continue;
      bool fits = true;
      Linear pairs;
      pairs.terms = {remainder, quotient};
      Linear merged = Combine(linear, pairs, -1, &fits);
      merged = Combine(merged, ToLinear(mod.node->a, reading), remainder.factor, &fits);
      return fits ? MergeDivisions(merged, reading) : linear;
    }
  }
  return linear;
}

std::vector<Linear> Analyzer::SumsIn(const Expr& e, Reading reading) {
  constexpr size_t kMost = 64;
  std::vector<Linear> sums;
  std::vector<Expr> pending{e};
  std::unordered_set<const Object*> seen;
  while (!pending.empty() && sums.size() < kMost) {
    Expr next = pending.back();
    pending.pop_back();
    if (!IsSum(next) || !seen.insert(next.get()).second) continue;
    sums.push_back(ToLinear(next, reading));
    if (auto* unary = next.as<UnaryNode>()) pending.push_back(unary->a);
    if (auto* node = next.as<BinaryNode>()) {
      pending.push_back(node->b);
      pending.push_back(node->a);
    }
  }
  return sums;
}

bool Analyzer::MayBuild(const Linear& part, DType dtype, const std::vector<Linear>& known) {
  if (part.constant == 0 && part.terms.size() == 1 && part.terms[0].factor == 1) return true;
  if (BoundsOfLinear(part).Within(RangeOf(dtype))) return true;
  return std::any_of(known.begin(), known.end(), [&](const Linear& sum) { return sum == part; });
}

Expr Analyzer::BuildProduct(const Term& term, DType dtype) {
  if (term.factor == 1) return term.atom;
  if (term.factor == -1 && !IsUInt(dtype)) return FoldUnary(UnaryOp::Neg, term.atom, term.atom->span);
  return FoldBinary(BinaryOp::Mul, term.atom, MakeConst(dtype, int64_t(term.factor)), term.atom->span);
}

Expr Analyzer::Build(const Linear& linear, DType dtype, const std::vector<Linear>& known, bool total_exists) {
  Interval range = RangeOf(dtype);
  bool wraps = IsUInt(dtype);
  if (!total_exists && !MayBuild(linear, dtype, known)) return Expr();
  auto representable = [&](Wide value) { return wraps || (range.min <= value && value <= range.max); };
  // What starts the sum: a positive term where there is one, then a positive constant.
  std::vector<Term> terms = linear.terms;
  auto first = std::find_if(terms.begin(), terms.end(), [](const Term& term) { return term.factor > 0; });
  if (first != terms.end()) std::rotate(terms.begin(), first, first + 1);
  Wide constant = linear.constant;
  if (!representable(constant)) return Expr();
  Expr sum;
  Linear part;
  if (terms.empty() || (terms[0].factor < 0 && constant > 0)) {
    sum = MakeConst(dtype, int64_t(constant));
    part.constant = std::exchange(constant, 0);
  }
  size_t left = terms.size() + (constant != 0);
  auto may_build = [&](const Linear& value, bool is_total) {
    return wraps || (is_total && total_exists) || MayBuild(value, dtype, known);
  };
  for (const Term& term : terms) {
    bool subtract = sum.defined() && term.factor < 0;
    Linear product;
    product.terms = {{term.atom, subtract ? -term.factor : term.factor}};
    if (!representable(product.terms[0].factor) || !may_build(product, !sum.defined() && left == 1))
      return Expr();
    part.terms.push_back(term);
    if (!may_build(part, --left == 0)) return Expr();
    Expr value = BuildProduct(product.terms[0], dtype);
    sum =
        !sum.defined() ? value : FoldBinary(subtract ? BinaryOp::Sub : BinaryOp::Add, sum, value, sum->span);
  }
  if (constant == 0) return sum;
  bool subtract = constant < 0 && representable(-constant);
  Expr value = MakeConst(dtype, int64_t(subtract ? -constant : constant));
  return FoldBinary(subtract ? BinaryOp::Sub : BinaryOp::Add, sum, value, sum->span);
}

// a + (b + c) as a + b + c, where a + b cannot overflow: how a person writes it.
Expr Analyzer::LeanLeft(const Expr& e) {
  auto* node = e.as<BinaryNode>();
  if (!node || node->op == BinaryOp::Mul) return e;
  auto* right = node->b.as<BinaryNode>();
  if (!right || (right->op != BinaryOp::Add && right->op != BinaryOp::Sub)) return e;
  DType t = e->dtype();
  Interval a = BoundsOf(node->a), b = BoundsOf(right->a);
  bool subtract = node->op == BinaryOp::Sub;
  if (!IsUInt(t) && !(subtract ? a - b : a + b).Within(RangeOf(t))) return e;
  Expr left = FoldBinary(node->op, node->a, right->a, e->span);
  BinaryOp last = subtract == (right->op == BinaryOp::Sub) ? BinaryOp::Add : BinaryOp::Sub;
  return FoldBinary(last, left, right->b, e->span);
}

// What most sums are, and nothing is cheaper than: a variable with a positive constant.
static bool IsPlainSum(const Expr& e) {
  auto* node = e.as<BinaryNode>();
  return node && node->a.as<VarNode>() && ConstInt(node->b).value_or(0) > 0;
}

Expr Analyzer::SimplifySum(const Expr& e) {
  if (IsPlainSum(e)) return e;
  DType t = e->dtype();
  Reading reading = IsUInt(t) ? Reading::Modular : Reading::Integer;
  Linear linear = ToLinear(e, reading);
  if (IsUInt(t)) linear = Reduced(linear, t.bits);
  Expr cheaper = Cheaper(e, Build(linear, t, SumsIn(e, reading), true));
  return cheaper.same_as(e) ? LeanLeft(e) : cheaper;
}

}  // namespace tirx::arith

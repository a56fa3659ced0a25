// SPDX-License-Identifier: Apache-2.0
#include "arith/linear.h"

#include <algorithm>

#include "base/structural.h"
#include "ir/op.h"
#include "ir/visit.h"

namespace tirx::arith {

using ir::Expr;

bool HasNoEffects(const Expr& e) {
  bool pure = true;
  ir::Walk(e, [&](const ObjectRef& node) {
    if (auto* call = node.as<ir::CallNode>()) {
      const ir::OpRow* row = ir::FindOp(call->op_name());
      pure &= row && row->effect <= ir::Effect::Read;
    }
    return pure;
  });
  return pure;
}

bool SameValue(const Expr& a, const Expr& b) {
  if (!a.same_as(b)) {
    if (a->type_index() != b->type_index() || a->dtype() != b->dtype()) return false;
    auto *x = a.as<ir::BinaryNode>(), *y = b.as<ir::BinaryNode>();
    if (x && x->op != y->op) return false;
    if (a.as<ir::VarNode>() || !StructuralEqual(a, b)) return false;
  }
  return a.as<ir::VarNode>() || HasNoEffects(a);
}

Linear LinearConstant(Wide constant) {
  Linear result;
  result.constant = constant;
  return result;
}

Linear LinearAtom(const Expr& atom) {
  Linear result;
  result.terms.push_back({atom, 1});
  return result;
}

namespace {

bool InLimits(Wide value) {
  return -kMaxFactor <= value && value <= kMaxFactor;
}

Term* FindTerm(std::vector<Term>* terms, const Expr& atom) {
  auto it =
      std::find_if(terms->begin(), terms->end(), [&](const Term& t) { return SameValue(t.atom, atom); });
  return it == terms->end() ? nullptr : &*it;
}

}  // namespace

Linear Combine(const Linear& a, const Linear& b, Wide scale, bool* fits) {
  Linear sum = a;
  sum.constant = SaturatingAdd(sum.constant, SaturatingMul(b.constant, scale));
  *fits &= InLimits(sum.constant);
  for (const Term& term : b.terms) {
    Wide factor = SaturatingMul(term.factor, scale);
    Term* mine = FindTerm(&sum.terms, term.atom);
    if (mine) {
      factor = mine->factor = SaturatingAdd(mine->factor, factor);
    } else {
      sum.terms.push_back({term.atom, factor});
    }
    *fits &= InLimits(factor);
  }
  sum.terms.erase(
      std::remove_if(sum.terms.begin(), sum.terms.end(), [](const Term& t) { return t.factor == 0; }),
      sum.terms.end());
  *fits &= sum.terms.size() <= kMaxTerms;
  return sum;
}

bool operator==(const Linear& a, const Linear& b) {
  if (a.constant != b.constant || a.terms.size() != b.terms.size()) return false;
  return std::all_of(a.terms.begin(), a.terms.end(), [&](const Term& term) {
    return std::any_of(b.terms.begin(), b.terms.end(), [&](const Term& other) {
      return other.factor == term.factor && SameValue(other.atom, term.atom);
    });
  });
}

}  // namespace tirx::arith

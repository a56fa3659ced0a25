// SPDX-License-Identifier: Apache-2.0
// What is known about integers at one place of a program, and what follows: bounds, proofs, simpler
// expressions.
//
// Everything holds by the language's definition: where the given expression is defined, the simplified one is
// defined and has the same value. In particular no new signed overflow appears, in no intermediate result.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "arith/linear.h"
#include "arith/residue.h"
#include "base/pointer_map.h"

namespace tirx::arith {

class Analyzer {
 public:
  // --- what is known ---
  // Every value of the variable lies in `range`; for variables where they are defined.
  void SetRange(const ir::Var& var, const Interval& range);
  // Likewise: every value is a member of `residue`.
  void SetResidue(const ir::Var& var, const Residue& residue);
  // What the value says about a variable that is bound to it, and the bounds about the variable of a loop:
  // min, min + step, ... below min + extent. Nothing where they are no integers.
  void Define(const ir::Var& var, const ir::Expr& value);
  void DefineLoop(const ir::Var& var, const ir::Expr& min, const ir::Expr& extent, const ir::Expr& step);
  // A symbolic extent counts elements.
  void DefineExtents(const ir::TensorType& type);
  // As SetRange, for calls of `op` with attribute `axis`: indices and extents of a launch.
  void SetCallRange(const std::string& op, const std::string& axis, const Interval& range);

  // A condition that holds from here until the object goes. What depends on memory is not kept: it may
  // change.
  class Assumption {
   public:
    Assumption(Analyzer* analyzer, const ir::Expr& condition, bool truth = true);
    ~Assumption();
    Assumption(const Assumption&) = delete;
    Assumption& operator=(const Assumption&) = delete;

   private:
    Analyzer* analyzer_;
    size_t facts_, old_;
  };
  // A condition that holds from here on, until the innermost Assumption goes.
  void Assume(const ir::Expr& condition, bool truth = true);

  // --- what follows ---
  Interval BoundsOf(const ir::Expr& e);
  // What the values of an integer expression have in common as remainders.
  Residue ResidueOf(const ir::Expr& e);
  // a - b where it is always the same number.
  std::optional<Wide> ConstantDifference(const ir::Expr& a, const ir::Expr& b);
  ir::Expr Simplify(const ir::Expr& e);
  bool Proves(const ir::Expr& condition);

 private:
  struct Known {
    Interval range;
    Residue residue;
  };
  struct OldKnown {
    const Object* var;
    std::optional<Known> known;
  };
  Known KnownOf(const ir::Var& var) const;
  void Learn(const ir::Var& var, const Known& known);

  // --- bounds (bounds.cc) ---
  Interval ComputeBounds(const ir::Expr& e);
  Interval BoundsOfCall(const ir::Expr& e);
  Interval BoundsOfLinear(const Linear& linear);
  // Whether the exact result of this operation is always a value of its type.
  bool NeverWraps(const ir::Expr& e);

  // --- remainders (remainders.cc) ---
  Residue ComputeResidue(const ir::Expr& e);
  Residue ResidueOfLinear(const Linear& linear);

  // --- facts (facts.cc) ---
  void AssumeRemainder(const ir::Expr& a, const ir::Expr& b);
  void AddFact(const Linear& not_positive);
  void NarrowAtom(const Linear& not_positive);
  bool ProvesNotPositive(const Linear& linear);

  // --- sums (sum.cc) ---
  enum class Reading {
    Integer,  // exact: an operation that may wrap is an atom
    Through,  // likewise, and widening casts are looked through: for proofs, not for building
    Modular,  // up to multiples of 2^bits, for unsigned types
  };
  Linear ToLinear(const ir::Expr& e, Reading reading);
  Linear ComputeLinear(const ir::Expr& e, Reading reading);
  Linear LinearOfSum(const ir::BinaryNode& node, const ir::Expr& e, Reading reading);
  Linear MergeDivisions(Linear linear, Reading reading);
  // The sum as an expression of type `dtype`, or undefined when some part of it might overflow. `known` are
  // sums that exist already, `total_exists` says that the whole is the value of an expression that does.
  ir::Expr Build(const Linear& linear, DType dtype, const std::vector<Linear>& known, bool total_exists);
  ir::Expr BuildProduct(const Term& term, DType dtype);
  bool MayBuild(const Linear& part, DType dtype, const std::vector<Linear>& known);
  std::vector<Linear> SumsIn(const ir::Expr& e, Reading reading);
  ir::Expr LeanLeft(const ir::Expr& e);
  ir::Expr SimplifySum(const ir::Expr& e);

  // --- the families of operators ---
  ir::Expr SimplifyDivision(const ir::Expr& e, const ir::BinaryNode& node);
  ir::Expr DivideByConstant(const ir::Expr& e, const ir::BinaryNode& node, Wide divisor);
  ir::Expr DivideByExpr(const ir::Expr& e, const ir::BinaryNode& node);
  ir::Expr SimplifyCompare(const ir::Expr& e, const ir::BinaryNode& node);
  std::optional<bool> Decide(ir::BinaryOp op, const ir::Expr& a, const ir::Expr& b);
  ir::Expr CancelInCompare(const ir::Expr& e, const ir::BinaryNode& node);
  ir::Expr SimplifyMinMax(const ir::Expr& e, const ir::BinaryNode& node);
  ir::Expr SimplifyLogic(const ir::Expr& e, const ir::BinaryNode& node);
  ir::Expr SimplifyUnary(const ir::Expr& e, const ir::UnaryNode& node);
  ir::Expr SimplifyCast(const ir::Expr& e, const ir::CastNode& node);
  ir::Expr SimplifySelect(const ir::Expr& e, const ir::SelectNode& node);
  ir::Expr SimplifyLazySelect(const ir::Expr& e, const ir::CallNode& node);
  // The rules of rewrite_rules.cc.
  ir::Expr ApplyRules(const ir::Expr& e);

  // --- the walk (analyzer.cc) ---
  // `shared`: it may be met again.
  ir::Expr Sub(const ir::Expr& e, bool shared);
  ir::Expr Sub(const ir::Expr& e) { return Sub(e, e.use_count() > 1); }
  ir::Expr ConstantFor(const ir::Expr& e);
  ir::Expr SubUnder(const ir::Expr& e, const ir::Expr& condition, bool truth);
  ir::Expr Step(const ir::Expr& e);
  ir::Expr Binary(const ir::Expr& e, const ir::BinaryNode& node);
  int SizeOf(const ir::Expr& e);
  // HasNoEffects, remembered.
  bool IsPure(const ir::Expr& e);
  // The cheaper of the two; `before` when they cost the same or `after` is undefined.
  ir::Expr Cheaper(const ir::Expr& before, const ir::Expr& after);
  void Forget();

  std::unordered_map<const Object*, Known> known_;  // of variables
  std::map<std::pair<std::string, std::string>, Interval> call_ranges_;
  std::vector<Linear> facts_;  // each is at most 0
  std::vector<OldKnown> old_;  // what Assumptions put back

  // Memos, by node: valid while nothing new is known, and for one call from outside.
  struct Memo {
    PointerMap<ir::Expr> simplified;
    PointerMap<Interval> bounds;
    PointerMap<Residue> residues;
    PointerMap<Linear> linear[3];

    void Clear();
  };
  Memo memo_;
  PointerMap<int> sizes_;
  PointerMap<bool> pure_;
  std::vector<ir::Expr> keep_alive_;
  int depth_ = 0;        // of calls from outside
  int assumptions_ = 0;  // made inside of one expression
};

}  // namespace tirx::arith

// SPDX-License-Identifier: Apache-2.0
// Random integer expressions over variables of known ranges, and the values to try them with.
#pragma once

#include <random>

#include "arith/evaluate_expr.h"
#include "arith/interval.h"

namespace tirx::arith {

struct RandomVar {
  ir::Var var;
  int64_t min, max;  // as the type counts them; of uint64 the upper half is left out
};

class RandomExprs {
 public:
  RandomExprs(uint64_t seed, DType dtype) : random_(seed), dtype_(dtype) {
    for (int i = 0; i < 3; ++i) vars_.push_back(MakeVar("x" + std::to_string(i), dtype));
    DType other = dtype == Int(64) ? Int(32) : dtype == Int(32) ? Int(64) : Int(32);
    vars_.push_back(MakeVar("y", other));
  }
  const std::vector<RandomVar>& vars() const { return vars_; }

  ir::Expr Integer(int depth) { return Integer(dtype_, depth); }

  ir::Expr Condition(int depth) {
    int kind = depth <= 0 ? 0 : Pick(8);
    if (kind == 6)
      return ir::Binary(Pick(2) ? ir::BinaryOp::And : ir::BinaryOp::Or, Condition(depth - 1),
                        Condition(depth - 1));
    if (kind == 7) return ir::Unary(ir::UnaryOp::Not, Condition(depth - 1));
    static constexpr ir::BinaryOp kOps[] = {ir::BinaryOp::LT, ir::BinaryOp::LE, ir::BinaryOp::GT,
                                            ir::BinaryOp::GE, ir::BinaryOp::EQ, ir::BinaryOp::NE};
    DType t = Pick(5) ? dtype_ : vars_.back().var->dtype();
    return ir::Binary(kOps[Pick(6)], Integer(t, depth - 1), Integer(t, depth - 1));
  }

  Environment Values() {
    Environment values;
    for (const RandomVar& v : vars_) {
      int64_t options[] = {v.min,
                           v.max,
                           v.min + (v.max > v.min),
                           v.max - (v.max > v.min),
                           Between(v.min, v.max),
                           std::clamp<int64_t>(Pick(5) - 2, v.min, v.max)};
      values[v.var.get()] = options[Pick(6)];
    }
    return values;
  }

 private:
  int Pick(int n) { return int(random_() % uint64_t(n)); }
  int64_t Between(int64_t low, int64_t high) {
    uint64_t width = uint64_t(high) - uint64_t(low);
    return width == UINT64_MAX ? int64_t(random_()) : int64_t(uint64_t(low) + random_() % (width + 1));
  }

  RandomVar MakeVar(const std::string& name, DType t) {
    Interval range = RangeOf(t);
    int64_t low = int64_t(std::max<Wide>(range.min, INT64_MIN)),
            high = int64_t(std::min<Wide>(range.max, INT64_MAX));
    int64_t min = low, max = high;
    switch (Pick(5)) {
      case 0:
        break;
      case 1:
        min = std::max<int64_t>(low, 0);
        break;
      case 2:
        min = std::clamp<int64_t>(Pick(9) - 4, low, high), max = std::min(high, min + Pick(40));
        break;
      case 3:
        min = std::max<int64_t>(low, 0), max = std::min<int64_t>(high, (1 << Pick(10)) - 1);
        break;
      case 4:
        max = high, min = high - Pick(20);
        break;
    }
    return {ir::Var(name, t), min, max};
  }

  ir::Expr Constant(DType t) {
    static constexpr int64_t kUsual[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 32, 64, 100, -1, -2, -3, -4, -8};
    if (Pick(12) == 0) {
      Interval range = RangeOf(t);
      return ir::MakeConst(t, int64_t(Pick(2) ? range.max - Pick(3) : range.min + Pick(3)));
    }
    return ir::MakeConst(t, kUsual[Pick(IsUInt(t) ? 13 : 18)]);
  }

  ir::Expr Leaf(DType t) {
    if (Pick(3) == 0) return Constant(t);
    const RandomVar& v = vars_[size_t(Pick(int(vars_.size())))];
    return v.var->dtype() == t ? ir::Expr(v.var) : ir::Expr(ir::Cast(t, v.var));
  }

  ir::Expr Integer(DType t, int depth) {
    using ir::BinaryOp;
    if (depth <= 0) return Leaf(t);
    int kind = Pick(30);
    if (kind == 0) return ir::Select(Condition(depth - 1), Integer(t, depth - 1), Integer(t, depth - 1));
    if (kind == 1)
      return ir::Call(ir::PrimType(t), ir::Op("if_then_else"),
                      {Condition(depth - 1), Integer(t, depth - 1), Integer(t, depth - 1)});
    if (kind == 2)
      return ir::Unary(IsInt(t) && Pick(3) ? ir::UnaryOp::Neg : ir::UnaryOp::BitNot, Integer(t, depth - 1));
    if (kind == 3) return ir::Cast(t, Integer(vars_[size_t(Pick(4))].var->dtype(), depth - 1));
    if (kind == 4) return Leaf(t);
    if (kind == 5 || kind == 6) return Strided(t);
    static constexpr BinaryOp kOps[] = {
        BinaryOp::Add,      BinaryOp::Add,   BinaryOp::Add,      BinaryOp::Sub,      BinaryOp::Sub,
        BinaryOp::Mul,      BinaryOp::Mul,   BinaryOp::FloorDiv, BinaryOp::FloorDiv, BinaryOp::FloorMod,
        BinaryOp::FloorMod, BinaryOp::Div,   BinaryOp::Mod,      BinaryOp::Min,      BinaryOp::Max,
        BinaryOp::BitAnd,   BinaryOp::BitOr, BinaryOp::BitXor,   BinaryOp::Shl,      BinaryOp::Shr};
    BinaryOp op = kOps[Pick(20)];
    ir::Expr a = Integer(t, depth - 1);
    bool wants_constant = (op >= BinaryOp::Mul && op <= BinaryOp::FloorMod && Pick(5)) ||
                          op == BinaryOp::Shl || op == BinaryOp::Shr;
    ir::Expr b = wants_constant ? Constant(t) : Integer(t, depth - 1);
    if ((op == BinaryOp::Add || op == BinaryOp::Sub) && Pick(4) == 0) b = Related(op, t, a);
    return ir::Binary(op, a, b);
  }

  // (x * 16 + y * 4 + z + 3) // 8: what indexing makes.
  ir::Expr Strided(DType t) {
    using ir::BinaryOp;
    auto power = [&] { return ir::MakeConst(t, int64_t(1) << Pick(6)); };
    ir::Expr sum = ir::Binary(BinaryOp::Mul, Leaf(t), power());
    for (int terms = 1 + Pick(3); terms > 0; --terms) {
      ir::Expr term = Pick(2) ? Leaf(t) : ir::Expr(ir::Binary(BinaryOp::Mul, Leaf(t), power()));
      sum = ir::Binary(Pick(5) ? BinaryOp::Add : BinaryOp::Sub, sum, term);
    }
    return ir::Binary(Pick(2) ? BinaryOp::FloorDiv : BinaryOp::FloorMod, sum, power());
  }

  // Something that has parts in common with `a`, so that there is something to cancel or merge.
  ir::Expr Related(ir::BinaryOp, DType t, const ir::Expr& a) {
    using ir::BinaryOp;
    ir::Expr c = Constant(t);
    auto* node = a.as<ir::BinaryNode>();
    if (node && !ir::IsComparison(node->op) && Pick(2)) {
      if (node->op == BinaryOp::FloorMod)
        return ir::Binary(BinaryOp::Mul, ir::Binary(BinaryOp::FloorDiv, node->a, node->b), node->b);
      if (node->op == BinaryOp::Mod)
        return ir::Binary(BinaryOp::Mul, ir::Binary(BinaryOp::Div, node->a, node->b), node->b);
      return Pick(2) ? node->a : node->b;
    }
    return Pick(2) ? ir::Expr(ir::Binary(BinaryOp::Mul, a, c)) : a;
  }

  std::mt19937_64 random_;
  DType dtype_;
  std::vector<RandomVar> vars_;
};

}  // namespace tirx::arith

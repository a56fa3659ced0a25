// SPDX-License-Identifier: Apache-2.0
// What simplified index arithmetic looks like, rule by rule.
#include <gtest/gtest.h>

#include "arith/analyzer.h"
#include "backend/loader.h"
#include "ir/arith.h"
#include "ir/printer.h"

namespace tirx::arith {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class Simplify : public testing::Test {
 protected:
  Simplify() {
    backend::LoadAtStart();
    analyzer.SetRange(tx, {0, 255});
    analyzer.SetRange(lane, {0, 31});
    analyzer.SetRange(k, {0, 3});
    analyzer.SetRange(bx, {0, INT32_MAX});
    analyzer.SetRange(n, {0, INT64_MAX});
    analyzer.SetRange(m, {0, INT64_MAX});
  }
  std::string Text(const Expr& e) { return Print(analyzer.Simplify(e)); }
  static Expr Op(BinaryOp op, Expr a, Expr b) { return Binary(op, std::move(a), std::move(b)); }
  static Expr Plus(Expr a, Expr b) { return Op(BinaryOp::Add, std::move(a), std::move(b)); }
  static Expr Minus(Expr a, Expr b) { return Op(BinaryOp::Sub, std::move(a), std::move(b)); }
  static Expr Times(Expr a, int64_t b) { return Op(BinaryOp::Mul, a, MakeConst(a->dtype(), b)); }
  static Expr Div(Expr a, int64_t b) { return Op(BinaryOp::FloorDiv, a, MakeConst(a->dtype(), b)); }
  static Expr Mod(Expr a, int64_t b) { return Op(BinaryOp::FloorMod, a, MakeConst(a->dtype(), b)); }
  static Expr C(int64_t value) { return Int32(value); }

  Analyzer analyzer;
  Var tx{"tx", Int(32)}, lane{"lane", Int(32)}, k{"k", Int(32)}, bx{"bx", Int(32)};
  Var i{"i", Int(32)}, j{"j", Int(32)}, u{"u", UInt(32)}, b8{"b8", Int(8)};
  Var n{"n", Int(64)}, m{"m", Int(64)}, p{"p", Int(64)};
};

TEST_F(Simplify, Sums) {
  EXPECT_EQ(Text(Plus(Plus(i, C(1)), C(2))), "i + 3");
  EXPECT_EQ(Text(Plus(i, C(-3))), "i - 3");
  EXPECT_EQ(Text(Minus(Plus(i, j), j)), "i");
  EXPECT_EQ(Text(Minus(i, i)), "0");
  EXPECT_EQ(Text(Times(Times(k, 4), 8)), "k * 32");
  EXPECT_EQ(Text(Plus(Times(tx, 3), tx)), "tx * 4");
  EXPECT_EQ(Text(Minus(Plus(u, MakeConst(UInt(32), 7)), u)), "T.uint32(7)");
}

TEST_F(Simplify, SumsThatReadWellStayAsWritten) {
  Expr index = Plus(Times(Plus(Times(bx, 4), k), 32), lane);
  EXPECT_EQ(Text(index), "(bx * 4 + k) * 32 + lane");
  EXPECT_EQ(Text(Plus(C(2), i)), "2 + i");
}

TEST_F(Simplify, SumsLeanLeftWherePartsCannotOverflow) {
  EXPECT_EQ(Text(Plus(tx, Plus(lane, k))), "tx + lane + k");
  EXPECT_EQ(Text(Minus(tx, Minus(lane, k))), "tx - lane + k");
  EXPECT_EQ(Text(Plus(tx, Plus(lane, Minus(k, j)))), "tx + lane + k - j");
  EXPECT_EQ(Text(Plus(i, Plus(j, k))), "i + (j + k)");
}

TEST_F(Simplify, NoNewOverflow) {
  // (i - j) + 5 - 3 may be built, i + 5 may not: i + 5 could overflow where i - j + 5 does not.
  Expr e = Minus(Plus(Minus(i, j), C(5)), C(3));
  EXPECT_EQ(Text(e), "i - j + 2");
  // i - 8 + 10 is i + 2; that it does not overflow is known, as it is the whole.
  EXPECT_EQ(Text(Plus(Minus(i, C(8)), C(10))), "i + 2");
  // Dropping j here would need i + k on its own, in an order that was not computed before.
  EXPECT_EQ(Text(Minus(Plus(Plus(Plus(i, j), bx), tx), j)), "i + j + bx + tx - j");
}

TEST_F(Simplify, Division) {
  EXPECT_EQ(Text(Div(Plus(Times(tx, 4), k), 4)), "tx");
  EXPECT_EQ(Text(Mod(Plus(Times(tx, 4), k), 4)), "k");
  EXPECT_EQ(Text(Div(tx, 256)), "0");
  EXPECT_EQ(Text(Mod(tx, 256)), "tx");
  EXPECT_EQ(Text(Div(Div(i, 4), 8)), "i // 32");
  EXPECT_EQ(Text(Mod(Mod(i, 32), 8)), "i % 8");
  EXPECT_EQ(Text(Div(Plus(Times(tx, 4), k), 64)), "tx // 16");
  EXPECT_EQ(Text(Plus(Times(Div(i, 32), 32), Mod(i, 32))), "i");
  EXPECT_EQ(Text(Op(BinaryOp::Div, tx, C(8))), "tx // 8");
  EXPECT_EQ(Text(Op(BinaryOp::Div, i, C(8))), "T.truncdiv(i, 8)");
  EXPECT_EQ(Text(Div(Times(p, 6), 3)), "p * 2");
}

TEST_F(Simplify, DivisionBySymbols) {
  Expr row_major = Plus(Op(BinaryOp::Mul, p, n), m);
  EXPECT_EQ(Text(Op(BinaryOp::FloorDiv, row_major, n)), "(p * n + m) // n");
  Analyzer::Assumption in_row(&analyzer, Op(BinaryOp::LT, m, n));
  EXPECT_EQ(Text(Op(BinaryOp::FloorDiv, row_major, n)), "p");
  EXPECT_EQ(Text(Op(BinaryOp::FloorMod, row_major, n)), "m");
}

TEST_F(Simplify, WrappingTypesKeepWhatCouldWrap) {
  Expr four = MakeConst(UInt(32), 4);
  EXPECT_EQ(Text(Op(BinaryOp::FloorDiv, Op(BinaryOp::Mul, u, four), four)), "u * 4 // 4");
  Expr one = MakeConst(Int(8), 1);
  EXPECT_EQ(Text(Op(BinaryOp::LT, b8, Plus(b8, one))), "b8 < b8 + 1");
  EXPECT_EQ(Text(Op(BinaryOp::LT, i, Plus(i, C(1)))), "T.bool(True)");
}

TEST_F(Simplify, Comparisons) {
  EXPECT_EQ(Text(Op(BinaryOp::LT, tx, C(256))), "T.bool(True)");
  EXPECT_EQ(Text(Op(BinaryOp::GE, C(0), tx)), "0 >= tx");
  EXPECT_EQ(Text(Op(BinaryOp::LT, Plus(i, C(3)), C(10))), "i < 7");
  EXPECT_EQ(Text(Op(BinaryOp::LT, Times(tx, 4), C(15))), "tx < 4");
  EXPECT_EQ(Text(Op(BinaryOp::EQ, Times(i, 2), C(7))), "T.bool(False)");
  EXPECT_EQ(Text(Op(BinaryOp::LT, Plus(p, n), Plus(n, m))), "p < m");
}

TEST_F(Simplify, Remainders) {
  EXPECT_EQ(Text(Mod(Plus(Times(i, 4), C(3)), 2)), "1");
  EXPECT_EQ(Text(Op(BinaryOp::EQ, Plus(Times(i, 6), Times(j, 4)), C(7))), "T.bool(False)");
  EXPECT_EQ(analyzer.ResidueOf(Plus(Times(i, 12), C(8))).Divisor(), 4);
  EXPECT_EQ(analyzer.ResidueOf(Op(BinaryOp::Mul, u, MakeConst(UInt(32), 8))).Divisor(),
            8);  // multiples of 8 stay that where they wrap
  EXPECT_EQ(analyzer.ResidueOf(Op(BinaryOp::BitAnd, i, C(-16))).Divisor(), 16);
  Analyzer::Assumption holds(&analyzer, Op(BinaryOp::EQ, Op(BinaryOp::FloorMod, n, Int64(8)), Int64(4)));
  EXPECT_EQ(Text(Op(BinaryOp::FloorMod, n, Int64(4))), "T.int64(0)");
  EXPECT_EQ(analyzer.ResidueOf(Op(BinaryOp::Mul, n, Int64(4))).Divisor(), 16);
}

TEST_F(Simplify, ConstantDifferences) {
  Expr wide = Plus(Times(Plus(bx, C(1)), 4), k);
  EXPECT_EQ(analyzer.ConstantDifference(wide, Plus(Times(bx, 4), k)), 4);
  EXPECT_EQ(analyzer.ConstantDifference(Cast(Int(64), Plus(bx, C(2))), Cast(Int(64), bx)), 2);
  EXPECT_FALSE(analyzer.ConstantDifference(i, j));
}

// Narrow arithmetic wraps, signed too; so does what a left shift moves out.
TEST_F(Simplify, NarrowConstantsWrap) {
  auto small = [](int64_t value) { return MakeConst(Int(8), value); };
  EXPECT_EQ(ConstInt(FoldBinary(BinaryOp::Add, small(127), small(1))), -128);
  EXPECT_EQ(ConstInt(FoldBinary(BinaryOp::Mul, small(100), small(3))), 44);
  EXPECT_EQ(ConstInt(FoldBinary(BinaryOp::Div, small(-128), small(-1))), -128);
  EXPECT_EQ(ConstInt(FoldUnary(UnaryOp::Neg, small(-128))), -128);
  EXPECT_EQ(ConstInt(FoldBinary(BinaryOp::Shl, C(1), C(31))), INT32_MIN);
  EXPECT_FALSE(ConstInt(FoldBinary(BinaryOp::Add, C(INT32_MAX), C(1))));
}

TEST_F(Simplify, PathConditions) {
  Expr inside = Op(BinaryOp::LT, Cast(Int(64), i), n);
  Analyzer::Assumption holds(&analyzer, inside);
  EXPECT_EQ(Text(inside), "T.bool(True)");
  EXPECT_EQ(Text(Op(BinaryOp::GE, Cast(Int(64), i), n)), "T.bool(False)");
  EXPECT_EQ(Text(Op(BinaryOp::LE, Cast(Int(64), i), n)), "T.bool(True)");
  {
    Analyzer::Assumption first(&analyzer, Op(BinaryOp::EQ, i, C(0)));
    EXPECT_EQ(Text(Plus(i, tx)), "tx");
  }
  EXPECT_EQ(Text(Plus(i, tx)), "i + tx");
}

TEST_F(Simplify, Logic) {
  Expr a = Op(BinaryOp::LT, i, C(8));
  EXPECT_EQ(Text(Op(BinaryOp::And, a, Op(BinaryOp::LT, i, C(9)))), "i < 8");
  EXPECT_EQ(Text(Op(BinaryOp::Or, a, Op(BinaryOp::GE, i, C(8)))), "T.bool(True)");
  EXPECT_EQ(Text(Unary(UnaryOp::Not, a)), "i >= 8");
  Expr lazy =
      Call(PrimType(Int(32)), ir::Op("if_then_else"), {Op(BinaryOp::EQ, i, C(3)), Plus(i, C(1)), C(4)});
  EXPECT_EQ(Text(lazy), "4");
}

TEST_F(Simplify, MinMaxAndCasts) {
  EXPECT_EQ(Text(Op(BinaryOp::Min, lane, C(32))), "lane");
  EXPECT_EQ(Text(Op(BinaryOp::Min, Op(BinaryOp::Min, i, C(9)), C(5))), "T.min(i, 5)");
  EXPECT_EQ(Text(Cast(Int(32), Cast(Int(64), i))), "i");
  EXPECT_EQ(Text(Cast(Int(32), Cast(Int(8), i))), "T.cast(T.cast(i, \"int8\"), \"int32\")");
}

TEST_F(Simplify, EffectsAreKept) {
  Var a("A", MakeTensorType(Int(32), {Int32(4)}));
  Expr atomic = Call(PrimType(Int(32)), ir::Op("gpu.atomic_add"), {TensorLoad(a, {C(0)}), C(1)},
                     {{"scope", String("device")}});
  EXPECT_EQ(Text(Minus(atomic, atomic)), Print(Minus(atomic, atomic)));
  EXPECT_EQ(Text(Times(atomic, 0)), Print(Times(atomic, 0)));
  Expr load = TensorLoad(a, {Plus(i, C(0))});
  EXPECT_EQ(Text(Minus(load, load)), "0");
}

TEST_F(Simplify, SharedAndDeepExpressionsAreCheap) {
  Expr doubled = p;
  for (int step = 0; step < 60; ++step) doubled = Plus(doubled, doubled);
  EXPECT_EQ(Text(doubled), "p * 1152921504606846976");
  Expr lazy = i, deep = i;
  for (int step = 0; step < 60; ++step)
    lazy =
        Call(PrimType(Int(32)), ir::Op("if_then_else"), {Op(BinaryOp::LT, i, C(step)), lazy, Plus(lazy, j)});
  analyzer.Simplify(lazy);
  for (int step = 0; step < 900; ++step) deep = Plus(Op(BinaryOp::Min, deep, j), C(1));
  analyzer.Simplify(deep);
}

}  // namespace
}  // namespace tirx::arith

// SPDX-License-Identifier: Apache-2.0
// Scalar code on the host: every operator on every type against ir::EvalInt or C++, casts, laziness, sharing.
#include <climits>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "codegen/host/host_fixture.h"
#include "ir/arith.h"

namespace tirx::testing {
namespace {

using ir::Binary;
using ir::BinaryOp;
using ir::Builder;
using ir::Expr;
using ir::Var;

constexpr BinaryOp kIntegerOps[] = {BinaryOp::Add,   BinaryOp::Sub,      BinaryOp::Mul,      BinaryOp::Div,
                                    BinaryOp::Mod,   BinaryOp::FloorDiv, BinaryOp::FloorMod, BinaryOp::Min,
                                    BinaryOp::Max,   BinaryOp::EQ,       BinaryOp::NE,       BinaryOp::LT,
                                    BinaryOp::LE,    BinaryOp::GT,       BinaryOp::GE,       BinaryOp::BitAnd,
                                    BinaryOp::BitOr, BinaryOp::BitXor,   BinaryOp::Shl,      BinaryOp::Shr};

class HostArith : public HostTest {
 protected:
  static ffi::Function OfTwo(BinaryOp op, DType dtype) {
    Builder b;
    b.Open();
    Var x = b.Param("x", dtype), y = b.Param("y", dtype);
    Expr value = Binary(op, x, y);
    b.Return(value);
    return Compile({b.Finish("f", ir::PrimType(value->dtype()))});
  }
  static ffi::Function OfOne(DType dtype, const std::function<Expr(Var)>& make) {
    Builder b;
    b.Open();
    Var x = b.Param("x", dtype);
    Expr value = make(x);
    b.Return(value);
    return Compile({b.Finish("f", ir::PrimType(value->dtype()))});
  }
};

std::vector<int64_t> Samples(DType t) {
  std::vector<int64_t> values = {0, 1, 2, 3, 5, 7, 100};
  if (IsInt(t)) {
    int64_t most = int64_t((uint64_t(1) << (t.bits - 1)) - 1);
    for (int64_t v : {int64_t(-1), int64_t(-2), int64_t(-7), most, most - 1, -most - 1}) values.push_back(v);
  } else {
    values.push_back(t.bits == 64 ? LLONG_MAX : int64_t((uint64_t(1) << t.bits) - 1));
  }
  return values;
}

// Comparisons by C++, everything else by the folder.
std::optional<int64_t> Expected(BinaryOp op, DType t, int64_t x, int64_t y) {
  auto compare = [&](auto a, auto b) -> std::optional<int64_t> {
    switch (op) {
      case BinaryOp::EQ:
        return a == b;
      case BinaryOp::NE:
        return a != b;
      case BinaryOp::LT:
        return a < b;
      case BinaryOp::LE:
        return a <= b;
      case BinaryOp::GT:
        return a > b;
      default:
        return a >= b;
    }
  };
  if (!ir::IsComparison(op)) return ir::EvalInt(op, t, x, y);
  return IsInt(t) ? compare(x, y) : compare(uint64_t(x), uint64_t(y));
}

// Where the language leaves a result undefined the machine must raise; elsewhere it must give that result.
TEST_F(HostArith, IntegersAgreeWithTheFolder) {
  for (DType t : {Int(8), Int(16), Int(32), Int(64), UInt(8), UInt(16), UInt(32), UInt(64)}) {
    for (BinaryOp op : kIntegerOps) {
      ffi::Function f = OfTwo(op, t);
      for (int64_t x : Samples(t)) {
        for (int64_t y : Samples(t)) {
          auto expected = Expected(op, t, x, y);
          Outcome outcome = Call(f, {IntArg(x), IntArg(y)});
          std::string what = std::string(ir::InfoOf(op).name) + " " + DTypeName(t) + " " + std::to_string(x) +
                             " " + std::to_string(y);
          if (expected) {
            ASSERT_TRUE(outcome.ok()) << what << ": " << outcome.message;
            ASSERT_EQ(outcome.bits(), *expected) << what;
          } else if (outcome.ok()) {
            // Undefined, and yet harmless: what overflows in a narrow type, a remainder whose quotient
            // overflows, bits shifted out.
            bool harmless =
                t.bits < 64 || op == BinaryOp::Mod || op == BinaryOp::FloorMod || op == BinaryOp::Shl;
            ASSERT_TRUE(harmless) << what;
          } else {
            ASSERT_EQ(outcome.kind, "ValueError") << what;
          }
        }
      }
    }
  }
}

TEST_F(HostArith, Int32OverflowIsReported) {
  ffi::Function f = OfTwo(BinaryOp::Mul, Int(32));
  EXPECT_EQ(Call(f, {IntArg(65536), IntArg(65536)}).message,
            "integer overflow: the value does not fit in 32 bits, in `f`");
}

TEST_F(HostArith, FloatsRoundToTheirType) {
  ffi::Function f32 = OfTwo(BinaryOp::Mul, Float(32)), f16 = OfTwo(BinaryOp::Add, Float(16));
  EXPECT_EQ(Call(f32, {FloatArg(0.1), FloatArg(0.7)}).result.v_float64, double(0.1f * 0.7f));
  EXPECT_EQ(Call(f16, {FloatArg(2048), FloatArg(1)}).result.v_float64, 2048);
  EXPECT_EQ(Call(OfTwo(BinaryOp::Min, Float(32)), {FloatArg(NAN), FloatArg(2)}).result.v_float64, 2);
  EXPECT_EQ(Call(OfTwo(BinaryOp::GT, Float(32)), {FloatArg(3), FloatArg(2)}).result.v_int64, 1);
}

TEST_F(HostArith, Casts) {
  auto cast = [](DType from, DType to, TVMFFIAny arg) {
    return Call(OfOne(from, [&](Var x) { return Expr(ir::Cast(to, x)); }), {arg}).result;
  };
  EXPECT_EQ(cast(Int(32), Int(8), IntArg(200)).v_int64, -56);
  EXPECT_EQ(cast(Int(32), UInt(32), IntArg(-1)).v_int64, 4294967295);
  EXPECT_EQ(cast(UInt(32), Int(32), IntArg(4294967295)).v_int64, -1);
  EXPECT_EQ(cast(Float(32), Int(32), FloatArg(1e20)).v_int64, INT_MAX);
  EXPECT_EQ(cast(Float(32), UInt(8), FloatArg(-3)).v_int64, 0);
  EXPECT_EQ(cast(Float(32), UInt(8), FloatArg(300)).v_int64, 255);
  EXPECT_EQ(cast(Float(64), Bool(), FloatArg(0.5)).v_int64, 1);
  EXPECT_EQ(cast(Int(32), Bool(), IntArg(256)).v_int64, 1);
  EXPECT_EQ(cast(Int(64), Float(32), IntArg(16777217)).v_float64, 16777216);
  EXPECT_EQ(cast(Float(64), BFloat16(), FloatArg(257)).v_float64, 256);
  EXPECT_EQ(cast(UInt(64), Float(64), IntArg(-1)).v_float64, 18446744073709551616.0);
}

TEST_F(HostArith, UnaryAndMathematics) {
  auto one = [](DType t, TVMFFIAny arg, std::function<Expr(Var)> make) {
    return Call(OfOne(t, make), {arg}).result;
  };
  EXPECT_EQ(one(Int(32), IntArg(5), [](Var x) { return Expr(ir::Unary(ir::UnaryOp::Neg, x)); }).v_int64, -5);
  EXPECT_EQ(one(UInt(8), IntArg(5), [](Var x) { return Expr(ir::Unary(ir::UnaryOp::BitNot, x)); }).v_int64,
            250);
  EXPECT_EQ(one(Bool(), BoolArg(true), [](Var x) { return Expr(ir::Unary(ir::UnaryOp::Not, x)); }).v_int64,
            0);
  auto call = [](const char* op) {
    return [op](Var x) {
      Builder b;
      return b.Op(op, {x});
    };
  };
  EXPECT_EQ(one(Float(64), FloatArg(2), call("exp2")).v_float64, 4);
  EXPECT_EQ(one(Float(32), FloatArg(2), call("sqrt")).v_float64, double(std::sqrt(2.0f)));
  EXPECT_EQ(one(Float(32), FloatArg(2.5), call("round")).v_float64, 2);
  EXPECT_EQ(one(Int(32), IntArg(-9), call("abs")).v_int64, 9);
  EXPECT_EQ(one(Float(32), FloatArg(NAN), call("isnan")).v_int64, 1);
}

TEST_F(HostArith, LogicAndConditionalsAreLazy) {
  Builder b;
  b.Open();
  Var x = b.Param("x", Int(32)), y = b.Param("y", Int(32));
  Expr safe = Binary(BinaryOp::And, Binary(BinaryOp::NE, y, ir::Int32(0)),
                     Binary(BinaryOp::GT, Binary(BinaryOp::FloorDiv, x, y), ir::Int32(1)));
  Expr either = Binary(BinaryOp::Or, safe, Binary(BinaryOp::EQ, x, ir::Int32(-1)));
  Expr quotient = Binary(BinaryOp::FloorDiv, x, y);
  b.Return(
      b.Op("if_then_else",
           {either, b.Op("if_then_else", {Binary(BinaryOp::EQ, y, ir::Int32(0)), ir::Int32(-2), quotient}),
            ir::Int32(-3)}));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32)))});
  EXPECT_EQ(Call(f, {IntArg(6), IntArg(2)}).result.v_int64, 3);
  EXPECT_EQ(Call(f, {IntArg(6), IntArg(0)}).result.v_int64, -3);
  EXPECT_EQ(Call(f, {IntArg(-1), IntArg(0)}).result.v_int64, -2);
}

// A value computed in one branch is not there in the other.
TEST_F(HostArith, SharedValuesOfBranchesAreComputedWhereNeeded) {
  Builder b;
  b.Open();
  Var x = b.Param("x", Int(64));
  Expr shared = Binary(BinaryOp::Mul, x, ir::Int64(10));
  Expr branch = b.Op("if_then_else", {Binary(BinaryOp::GT, x, ir::Int64(0)),
                                      Binary(BinaryOp::Add, shared, ir::Int64(1)), ir::Int64(0)});
  b.Return(Binary(BinaryOp::Add, branch, shared));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(64)))});
  EXPECT_EQ(Call(f, {IntArg(2)}).result.v_int64, 41);
  EXPECT_EQ(Call(f, {IntArg(-2)}).result.v_int64, -20);
}

TEST_F(HostArith, SelectTakesBothSides) {
  Builder b;
  b.Open();
  Var x = b.Param("x", Int(32));
  b.Return(ir::Select(Binary(BinaryOp::LT, x, ir::Int32(0)), ir::Unary(ir::UnaryOp::Neg, x), x));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32)))});
  EXPECT_EQ(Call(f, {IntArg(-4)}).result.v_int64, 4);
  EXPECT_EQ(Call(f, {IntArg(4)}).result.v_int64, 4);
}

// 2^60 nodes as a tree, 60 as a graph.
TEST_F(HostArith, DoublingAnExpressionSixtyTimesIsCheap) {
  Builder b;
  b.Open();
  Var x = b.Param("x", Int(64));
  Expr value = x;
  for (int i = 0; i < 60; ++i) value = Binary(BinaryOp::Add, value, value);
  b.Return(value);
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(64)))});
  EXPECT_EQ(Call(f, {IntArg(3)}).result.v_int64, int64_t(3) << 60);
}

TEST_F(HostArith, WhatTheHostCannotComputeIsRefused) {
  auto error = [](const std::function<Expr(Builder&)>& make) {
    Builder b;
    b.Open();
    b.Bind("v", make(b));
    return ErrorOf({b.Finish("f")});
  };
  EXPECT_EQ(error([](Builder&) { return Expr(ir::Broadcast(ir::Int32(1), 4)); }),
            "host code uses a value of type int32x4; it can compute with bool, integers of 8 to 64 bits and "
            "floats of "
            "16 to 64 bits");
  EXPECT_EQ(error([](Builder& b) { return b.Op("gpu.lane_id", {}); }),
            "host code uses `T.gpu.lane_id`; it belongs into a kernel");
  EXPECT_EQ(error([](Builder& b) {
              Expr one = ir::MakeFloat(Float(32), 1);
              return b.Op("fma", {one, one, one});
            }),
            "host code uses `T.fma`; it belongs into a kernel");
}

}  // namespace
}  // namespace tirx::testing

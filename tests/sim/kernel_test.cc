// SPDX-License-Identifier: Apache-2.0
// Kernels from IR: what LowerKernel makes of statements, expressions, tensors, cells, calls, and the faults
// that a script can have.
#include <gtest/gtest.h>

#include <cmath>

#include "backend/loader.h"
#include "diag/render.h"
#include "ir/builder.h"
#include "ir/visit.h"
#include "program_under_test.h"
#include "sim/rounding.h"

namespace tirx::sim {
namespace {

using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::MakeConst;
using ir::MakeFloat;
using ir::MakeTensorType;
using ir::Var;

class KernelTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  Var Pointer(const char* name, DType elem = Float(32)) {
    return b_.Param(name, ir::PointerType(ir::PrimType(elem)));
  }
  // A pointer parameter `<name>_ptr` and the tensor declared over it.
  Var Tensor(const char* name, DType elem, Array<Expr> shape) {
    return b_.Decl(name, MakeTensorType(elem, shape), Pointer((std::string(name) + "_ptr").c_str(), elem));
  }
  Expr Thread(const char* axis = "x") { return b_.Op("gpu.thread_idx", {}, {{"axis", String(axis)}}); }
  Expr Block(const char* axis = "x") { return b_.Op("gpu.block_idx", {}, {{"axis", String(axis)}}); }
  Var Shared(const char* name, DType elem, Array<Expr> shape) {
    return b_.Alloc(name, MakeTensorType(elem, shape, "shared"));
  }
  Var Local(const char* name, DType elem, Array<Expr> shape) {
    return b_.Alloc(name, MakeTensorType(elem, shape, "local"));
  }
  // x: T.<elem> = value
  Var Cell(const char* name, DType elem, Expr value) {
    Var cell = b_.Alloc(name, MakeTensorType(elem, {Int32(1)}, "local", {}, Expr(), 0, true));
    if (value.defined()) b_.Store(cell, {Int32(0)}, value);
    return cell;
  }
  Expr Get(const Var& cell) { return b_.Load(cell, {Int32(0)}); }
  void Set(const Var& cell, Expr value) { b_.Store(cell, {Int32(0)}, value); }
  Expr F(double value) { return MakeFloat(Float(32), value); }
  static Expr Less(Expr a, Expr b) { return FoldBinary(ir::BinaryOp::LT, a, b); }
  static Expr Equal(Expr a, Expr b) { return FoldBinary(ir::BinaryOp::EQ, a, b); }

  Program Lower() {
    ir::Function kernel = b_.Finish("k");
    functions_.push_back(kernel);
    auto program = LowerKernel(kernel, ir::IRModule(functions_));
    EXPECT_TRUE(program.ok()) << diag::Render(program.diagnostics());
    return program.ok() ? *program : Program();
  }
  Lines Launch(const std::vector<KernelArg>& args, Dim3 grid, Dim3 block, uint64_t dynamic_bytes = 0) {
    Program program = Lower();
    auto report = sim::Run(program, args, {grid, block, dynamic_bytes});
    EXPECT_TRUE(report.ok()) << diag::Render(report.diagnostics());
    report_ = *report;
    return Texts(report_);
  }

  Builder b_;
  Array<ir::Function> functions_;
  LaunchReport report_;
};

TEST_F(KernelTest, SaxpyWithSymbolicLength) {
  Var n = b_.Param("n", Int(64));
  Var a = b_.Param("a", Float(32));
  Var x = Tensor("X", Float(32), {n}), y = Tensor("Y", Float(32), {n});
  Var i = b_.Bind("i", Block() * Int32(128) + Thread());
  b_.If(Less(ir::CastInt(i, Int(64)), n), [&] { b_.Store(y, {i}, a * b_.Load(x, {i}) + b_.Load(y, {i})); });
  std::vector<float> xs(300), ys(300, 1);
  for (int k = 0; k < 300; ++k) xs[size_t(k)] = float(k);
  EXPECT_EQ(Launch({KernelArg::Integer(Int(64), 300), KernelArg::FloatingPoint(Float(32), 2), PointerTo(xs),
                    PointerTo(ys)},
                   {3, 1, 1}, {128, 1, 1}),
            Lines());
  for (int k = 0; k < 300; ++k) EXPECT_EQ(ys[size_t(k)], float(2 * k + 1));
}

TEST_F(KernelTest, SharedTransposeInTwoDimensions) {
  Var a = Tensor("A", Float(32), {Int32(32), Int32(64)}),
      out = Tensor("B", Float(32), {Int32(64), Int32(32)});
  Var tile = Shared("tile", Float(32), {Int32(16), Int32(17)});
  Var bx = b_.Bind("bx", Block("x")), by = b_.Bind("by", Block("y"));
  Var tx = b_.Bind("tx", Thread("x")), ty = b_.Bind("ty", Thread("y"));
  b_.Store(tile, {ty, tx}, b_.Load(a, {by * Int32(16) + ty, bx * Int32(16) + tx}));
  b_.Evaluate(b_.Op("gpu.sync", {}));
  b_.Store(out, {bx * Int32(16) + ty, by * Int32(16) + tx}, b_.Load(tile, {tx, ty}));
  std::vector<float> in(2048), result(2048);
  for (int k = 0; k < 2048; ++k) in[size_t(k)] = float(k);
  EXPECT_EQ(Launch({PointerTo(in), PointerTo(result)}, {4, 2, 1}, {16, 16, 1}), Lines());
  for (int r = 0; r < 64; ++r)
    for (int c = 0; c < 32; ++c) EXPECT_EQ(result[size_t(r * 32 + c)], float(c * 64 + r));
}

TEST_F(KernelTest, RowSoftmaxWithCellsLoopsAndShuffles) {
  Var a = Tensor("A", Float(32), {Int32(4), Int32(100)}),
      out = Tensor("B", Float(32), {Int32(4), Int32(100)});
  Var row = b_.Bind("row", Block()), lane = b_.Bind("lane", Thread());
  Var biggest = Cell("biggest", Float(32), F(-1e30)), sum = Cell("sum", Float(32), F(0));
  auto reduce = [&](Var cell, bool add) {
    for (int distance : {16, 8, 4, 2, 1}) {
      Expr other = b_.Op("gpu.shuffle_xor", {Get(cell), Int32(distance)});
      Set(cell, add ? Get(cell) + other : FoldBinary(ir::BinaryOp::Max, Get(cell), other));
    }
  };
  auto columns = [&](FunctionRef<void(Expr)> body) {
    b_.For("c", Int32(0), Int32(4), [&](Var c) {
      Var j = b_.Bind("j", c * Int32(32) + lane);
      b_.If(Less(j, Int32(100)), [&] { body(j); });
    });
  };
  columns([&](Expr j) { Set(biggest, FoldBinary(ir::BinaryOp::Max, Get(biggest), b_.Load(a, {row, j}))); });
  reduce(biggest, false);
  columns([&](Expr j) { Set(sum, Get(sum) + b_.Op("exp", {b_.Load(a, {row, j}) - Get(biggest)})); });
  reduce(sum, true);
  columns([&](Expr j) {
    b_.Store(out, {row, j},
             FoldBinary(ir::BinaryOp::Div, b_.Op("exp", {b_.Load(a, {row, j}) - Get(biggest)}), Get(sum)));
  });
  std::vector<float> in(400), result(400);
  for (int k = 0; k < 400; ++k) in[size_t(k)] = float((k * 37) % 100) / 10;
  EXPECT_EQ(Launch({PointerTo(in), PointerTo(result)}, {4, 1, 1}, {32, 1, 1}), Lines());
  for (int r = 0; r < 4; ++r) {
    double total = 0;
    for (int c = 0; c < 100; ++c) total += std::exp(double(in[size_t(r * 100 + c)]));
    for (int c = 0; c < 100; ++c)
      EXPECT_NEAR(result[size_t(r * 100 + c)], std::exp(double(in[size_t(r * 100 + c)])) / total, 1e-8);
  }
}

TEST_F(KernelTest, LoopsBreakContinueWhile) {
  Var out = Tensor("B", Int(32), {Int32(64)});
  Var tx = b_.Bind("tx", Thread());
  Var sum = Cell("sum", Int(32), Int32(0)), steps = Cell("steps", Int(32), Int32(0));
  b_.For(
      "i", Int32(0), Int32(50),
      [&](Var i) {
        b_.If(Equal(FoldBinary(ir::BinaryOp::FloorMod, i + tx, Int32(3)), Int32(0)), [&] { b_.Continue(); });
        b_.If(Less(tx, i), [&] { b_.Break(); });
        Set(sum, Get(sum) + i);
      },
      ir::ForKind::Serial, Int32(2));
  // Collatz: trip counts differ wildly between lanes.
  Var x = Cell("x", Int(32), tx + Int32(1));
  b_.While(Less(Int32(1), Get(x)), [&] {
    b_.If(
        Equal(FoldBinary(ir::BinaryOp::FloorMod, Get(x), Int32(2)), Int32(0)),
        [&] { Set(x, ir::FloorDiv(Get(x), Int32(2))); }, [&] { Set(x, Get(x) * Int32(3) + Int32(1)); });
    Set(steps, Get(steps) + Int32(1));
  });
  b_.Store(out, {tx}, Get(sum) * Int32(1000) + Get(steps));
  std::vector<int32_t> result(64);
  EXPECT_EQ(Launch({PointerTo(result)}, {1, 1, 1}, {64, 1, 1}), Lines());
  for (int t = 0; t < 64; ++t) {
    int sum = 0, steps = 0;
    for (int i = 0; i < 50; i += 2) {
      if ((i + t) % 3 == 0) continue;
      if (t < i) break;
      sum += i;
    }
    for (int64_t x = t + 1; x > 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    EXPECT_EQ(result[size_t(t)], sum * 1000 + steps) << t;
  }
}

TEST_F(KernelTest, LazyOperatorsDoNotEvaluateTheOtherSide) {
  Var a = Tensor("A", Int(32), {Int32(10)}), out = Tensor("B", Int(32), {Int32(32)});
  Var tx = b_.Bind("tx", Thread());
  Expr inside = Less(tx, Int32(10));
  Expr both = FoldBinary(ir::BinaryOp::And, inside, Equal(b_.Load(a, {tx}), Int32(1)));
  Expr value = b_.Op("if_then_else", {inside, b_.Load(a, {tx}), Int32(-1)});
  b_.Store(out, {tx}, value + ir::Cast(Int(32), both) * Int32(100));
  std::vector<int32_t> in(10), result(32);
  for (int k = 0; k < 10; ++k) in[size_t(k)] = k % 2;
  EXPECT_EQ(Launch({PointerTo(in), PointerTo(result)}, {1, 1, 1}, {32, 1, 1}), Lines());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[size_t(t)], t < 10 ? t % 2 * 101 : -1);
}

TEST_F(KernelTest, PrivateFunctionsAreInlined) {
  Builder f;
  Var v = f.Param("v", Float(32)), scale = f.Param("scale", Float(32));
  f.If(FoldBinary(ir::BinaryOp::LT, v, MakeFloat(Float(32), 3)), [&] { f.Return(v * scale); });
  f.Return(v);
  functions_.push_back(f.Finish("helper", ir::PrimType(Float(32)), false));
  Var out = Tensor("B", Float(32), {Int32(32)});
  Var tx = b_.Bind("tx", Thread());
  Expr x = ir::Cast(Float(32), tx);
  auto call = [&](Expr a, Expr s) { return b_.CallFunction("helper", ir::PrimType(Float(32)), {a, s}); };
  // In the last one the inner call must not disturb the outer one's first argument.
  b_.Store(out, {tx}, call(x, F(10)) + call(call(F(1), F(2)), F(100)) + call(F(2), call(F(1), F(3))));
  std::vector<float> result(32);
  EXPECT_EQ(Launch({PointerTo(result)}, {1, 1, 1}, {32, 1, 1}), Lines());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[size_t(t)], float(t < 3 ? t * 10 : t) + 206);
}

TEST_F(KernelTest, TensorsArePassedToPrivateFunctions) {
  Builder f;
  Var n("n", Int(64));
  Var t = f.Param("T", MakeTensorType(Float(32), {n}));
  Var i = f.Param("i", Int(32));
  f.Store(t, {i}, f.Load(t, {i}) + MakeFloat(Float(32), 1));
  functions_.push_back(f.Finish("bump", ir::VoidType(), false));
  Var a = Tensor("A", Float(32), {Int32(8)}), c = Tensor("C", Float(32), {Int32(40)});
  Var tx = b_.Bind("tx", Thread());
  for (Var tensor : {a, c}) b_.Evaluate(b_.CallFunction("bump", ir::VoidType(), {tensor, tx}));
  std::vector<float> as(8), cs(40);
  const char* fault = "SimOutOfBounds at 0: `T[8]`: index 8 is out of bounds for dimension 0 with extent 8";
  EXPECT_EQ(Launch({PointerTo(as), PointerTo(cs)}, {1, 1, 1}, {32, 1, 1}),
            Lines({fault, fault}));  // load, store
  EXPECT_EQ(as, std::vector<float>(8, 1));
  EXPECT_EQ(cs[31], 1);
}

TEST_F(KernelTest, CellsArePassedByReference) {
  Builder f;
  Var x = f.Param("x", MakeTensorType(Int(32), {Int32(1)}, "local", {}, Expr(), 0, true));
  f.Store(x, {Int32(0)}, f.Load(x, {Int32(0)}) + Int32(1));
  functions_.push_back(f.Finish("increment", ir::VoidType(), false));
  Var out = Tensor("B", Int(32), {Int32(32)});
  Var tx = b_.Bind("tx", Thread());
  Var cell = Cell("cell", Int(32), Int32(5));
  b_.If(Less(tx, Int32(10)), [&] { b_.Evaluate(b_.CallFunction("increment", ir::VoidType(), {cell})); });
  b_.Store(out, {tx}, Get(cell));
  std::vector<int32_t> result(32);
  EXPECT_EQ(Launch({PointerTo(result)}, {1, 1, 1}, {32, 1, 1}), Lines());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[size_t(t)], t < 10 ? 6 : 5);
}

TEST_F(KernelTest, ReturnEndsTheThread) {
  Var out = Tensor("B", Int(32), {Int32(32)});
  Var tx = b_.Bind("tx", Thread());
  b_.If(Less(tx, Int32(7)), [&] { b_.Return(); });
  b_.Evaluate(b_.Op("gpu.sync", {}));
  b_.Store(out, {tx}, tx);
  std::vector<int32_t> result(32, -1);
  EXPECT_EQ(Launch({PointerTo(result)}, {1, 1, 1}, {32, 1, 1}), Lines());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[size_t(t)], t < 7 ? -1 : t);
}

TEST_F(KernelTest, LocalArraysVectorsAndHalves) {
  Var a = Tensor("A", Float(16), {Int32(4), Int32(128)}),
      out = Tensor("B", Float(16), {Int32(4), Int32(128)});
  Var tx = b_.Bind("tx", Thread());
  Var buffer = Local("buffer", Float(16), {Int32(4), Int32(4)});
  Expr column = ir::Ramp(tx * Int32(4), Int32(1), 4);
  b_.For("r", Int32(0), Int32(4), [&](Var r) {
    b_.Store(buffer, {r, ir::Ramp(Int32(0), Int32(1), 4)}, b_.Load(a, {r, column}));
  });
  b_.For("r", Int32(0), Int32(4), [&](Var r) {
    Expr two = ir::Broadcast(MakeFloat(Float(16), 2), 4);
    b_.Store(out, {r, column}, b_.Load(buffer, {Int32(3) - r, ir::Ramp(Int32(0), Int32(1), 4)}) * two);
  });
  alignas(16) static uint16_t in[512], result[512];
  for (int k = 0; k < 512; ++k) in[k] = EncodeHalf(float(k));
  EXPECT_EQ(Launch({KernelArg::Pointer(in, 1024), KernelArg::Pointer(result, 1024)}, {1, 1, 1}, {32, 1, 1}),
            Lines());
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 128; ++c) EXPECT_EQ(DecodeHalf(result[r * 128 + c]), float(2 * ((3 - r) * 128 + c)));
}

TEST_F(KernelTest, DynamicSharedMemoryAndViews) {
  Var out = Tensor("B", Int(32), {Int32(64)});
  Var tx = b_.Bind("tx", Thread());
  Var arena = b_.Alloc("arena", MakeTensorType(UInt(8), {Int32(256)}, "shared.dyn"));
  Var words =
      b_.Decl("words", MakeTensorType(Int(32), {Int32(64)}, "shared.dyn"), b_.Op("tensor_data_ptr", {arena}));
  b_.Store(words, {tx}, tx * Int32(5));
  b_.Evaluate(b_.Op("gpu.sync", {}));
  b_.Store(out, {tx}, b_.Load(words, {Int32(63) - tx}));
  std::vector<int32_t> result(64);
  Program program = Lower();
  auto run = [&](uint64_t bytes) {
    auto report = sim::Run(program, {PointerTo(result)}, {{1, 1, 1}, {64, 1, 1}, bytes});
    return Texts(*report);
  };
  EXPECT_EQ(run(256), Lines());
  for (int t = 0; t < 64; ++t) EXPECT_EQ(result[size_t(t)], (63 - t) * 5);
  Lines small = run(128);
  ASSERT_EQ(small.size(), 2u);
  EXPECT_EQ(
      small[0],
      "SimOutOfAllocation at 0: `words[32]`: 4 bytes at byte offset 128 of `dynamic shared memory`, which "
      "has 128 bytes; an access must stay inside of the memory it was given");
}

TEST_F(KernelTest, AtomicsOnElements) {
  Var histogram = Tensor("H", Int(32), {Int32(4)});
  Var tx = b_.Bind("tx", Thread());
  Expr bin = FoldBinary(ir::BinaryOp::FloorMod, tx, Int32(4));
  b_.Evaluate(b_.Op("gpu.atomic_add", {b_.Load(histogram, {bin}), Int32(1)}));
  b_.SetSpan(Line(6));
  b_.Evaluate(b_.Op("gpu.atomic_max", {b_.Load(histogram, {tx}), Int32(1)}));
  std::vector<int32_t> counts(4);
  EXPECT_EQ(Launch({PointerTo(counts)}, {2, 1, 1}, {64, 1, 1}),
            Lines({"SimOutOfBounds at 6: `H[4]`: index 4 is out of bounds for dimension 0 with extent 4"}));
  EXPECT_EQ(counts, std::vector<int32_t>(4, 32));
}

TEST_F(KernelTest, SharedExpressionsAreComputedOnce) {
  Var out = Tensor("B", UInt(32), {Int32(32)});
  Var tx = b_.Bind("tx", Thread());
  Expr x = ir::CastInt(tx, UInt(32));
  for (int k = 0; k < 60; ++k) x = ir::Binary(ir::BinaryOp::Add, x, x);
  b_.Store(out, {tx}, x);
  std::vector<uint32_t> result(32, 7);
  EXPECT_EQ(Launch({PointerTo(result)}, {1, 1, 1}, {32, 1, 1}), Lines());
  EXPECT_EQ(result[31], 0u);
  EXPECT_LT(report_.steps, 80u);
}

TEST_F(KernelTest, FaultsPointIntoTheScript) {
  Var a = Tensor("A", Float(32), {Int32(64)});
  b_.SetSpan(Line(3));
  Var i = b_.Bind("i", Block() * Int32(32) + Thread());
  b_.SetSpan(Line(4));
  b_.Store(a, {i}, F(1));
  std::vector<float> data(64);
  EXPECT_EQ(
      Launch({PointerTo(data)}, {3, 1, 1}, {32, 1, 1}),
      Lines({"SimOutOfBounds at 4: `A[64]`: index 64 is out of bounds for dimension 0 with extent 64"}));
  EXPECT_EQ(report_.faults[0].notes[0].message, "in kernel `k`, block (2, 0, 0), thread (0, 0, 0)");
  EXPECT_EQ(report_.faults[0].notes[1].message, "the warp was in line 3 before");
  EXPECT_EQ(report_.faults[0].notes[2].message, "and 31 more times here");
}

TEST_F(KernelTest, EachFaultOfAScript) {
  Var tx = b_.Bind("tx", Thread());
  Var out = Tensor("B", Int(32), {Int32(32)});
  Var shared = Shared("S", Int(32), {Int32(32)});
  Var local = Local("L", Int(32), {Int32(2)});
  auto at = [&](int line, auto&& value) {
    b_.SetSpan(Line(line));
    b_.Store(out, {tx}, value());
  };
  at(10, [&] { return b_.Load(shared, {tx}); });
  at(11, [&] { return b_.Load(local, {Int32(1)}); });
  at(12, [&] { return ir::FloorDiv(tx, tx - Int32(3)); });
  at(13, [&] { return FoldBinary(ir::BinaryOp::Shl, Int32(1), tx + Int32(10)); });
  at(14, [&] { return tx * Int32(100000000); });
  b_.SetSpan(Line(15));
  Var unset = Cell("unset", Int(32), Expr());
  b_.If(Less(tx, Int32(2)), [&] { Set(unset, tx); });
  at(16, [&] { return Get(unset); });
  b_.SetSpan(Line(17));
  b_.Assert(Less(tx, Int32(30)), "RuntimeError", {ir::StringImm("tx is too large")});
  b_.SetSpan(Line(18));
  b_.If(Less(tx, Int32(4)), [&] { b_.Evaluate(b_.Op("gpu.sync", {})); });
  std::vector<int32_t> result(32);
  EXPECT_EQ(Launch({PointerTo(result)}, {1, 1, 1}, {32, 1, 1}),
            Lines({"SimUninitialised at 10: `S[0]`: read before anything was written there",
                   "SimUninitialised at 11: `L[1]`: read before anything was written there",
                   "SimDivisionByZero at 12: division of 3 by zero in int32; the result is undefined",
                   "SimBadShift at 13: shift of int32 by 32; the amount must be from 0 to 31",
                   "SimSignedOverflow at 14: 22 * 100000000 overflows int32; signed overflow is undefined",
                   "SimUninitialised at 16: `unset`: read before anything was written there",
                   "SimAssertion at 17: assertion failed: tx is too large",
                   "SimDivergentBarrier at 18: barrier reached by 4 of the 30 running threads of a warp; all "
                   "threads of "
                   "the block must reach it"}));
  EXPECT_FALSE(report_.completed);
}

TEST_F(KernelTest, WhatCannotBeRunIsRefusedByName) {
  Var n = b_.Param("n", Int(32));
  b_.Alloc("S", MakeTensorType(Float(32), {n}, "shared"));
  auto program = LowerKernel(b_.Finish("k"), ir::IRModule(Array<ir::Function>()));
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.diagnostics()[0].message, "the simulator cannot run `S`: its extents must be constants");
}

}  // namespace
}  // namespace tirx::sim

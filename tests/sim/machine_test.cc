// SPDX-License-Identifier: Apache-2.0
// Arithmetic and its faults, barriers, shuffles, deadlock, budget, arguments.
#include "sim/machine.h"

#include <cmath>

#include "program_under_test.h"

namespace tirx::sim {
namespace {

// out[tx] = op(a, b) for one type.
template <class T>
std::vector<T> Apply(Op op, Type type, std::vector<T> a, std::vector<T> b, Lines* faults = nullptr,
                     NumericMode mode = {}) {
  ProgramUnderTest p;
  Value in_a = p.AddParam("a", true, Type::U64), in_b = p.AddParam("b", true, Type::U64);
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  const int64_t n = int64_t(a.size());
  Value x = p.Load(p.Element("a", type, in_a, {n}, {tx}), true),
        y = p.Load(p.Element("b", type, in_b, {n}, {tx}), true);
  p.SetSite(Line(1));
  p.Store(p.Element("out", type, out, {n}, {tx}), p.Binary(op, x, y));
  std::vector<T> result(a.size());
  RunOptions options;
  options.numeric = mode;
  auto report = RunProgram(p.Finish("k"), {PointerTo(a), PointerTo(b), PointerTo(result)}, kOne,
                           {uint32_t(n), 1, 1}, options);
  if (faults)
    *faults = Texts(report);
  else
    EXPECT_EQ(Texts(report), Lines());
  return result;
}

TEST(Arithmetic, IntegersOfAllWidths) {
  EXPECT_EQ(Apply<int8_t>(Op::Add, Type::I8, {100, -100}, {100, -100}), (std::vector<int8_t>{-56, 56}));
  EXPECT_EQ(Apply<uint8_t>(Op::Sub, Type::U8, {1, 5}, {2, 3}), (std::vector<uint8_t>{255, 2}));
  EXPECT_EQ(Apply<uint32_t>(Op::Mul, Type::U32, {1u << 31, 7}, {2, 3}), (std::vector<uint32_t>{0, 21}));
  EXPECT_EQ(Apply<int64_t>(Op::Mul, Type::I64, {int64_t(1) << 40}, {1 << 20}),
            (std::vector<int64_t>{int64_t(1) << 60}));
  EXPECT_EQ(Apply<int32_t>(Op::FloorDiv, Type::I32, {7, -7, 7, -7, -8}, {2, 2, -2, -2, 2}),
            (std::vector<int32_t>{3, -4, -4, 3, -4}));
  EXPECT_EQ(Apply<int32_t>(Op::FloorMod, Type::I32, {7, -7, 7, -7, -8}, {2, 2, -2, -2, 2}),
            (std::vector<int32_t>{1, 1, -1, -1, 0}));
  EXPECT_EQ(Apply<int32_t>(Op::Div, Type::I32, {7, -7, 7, -7}, {2, 2, -2, -2}),
            (std::vector<int32_t>{3, -3, -3, 3}));
  EXPECT_EQ(Apply<int32_t>(Op::Mod, Type::I32, {7, -7, 7, -7}, {2, 2, -2, -2}),
            (std::vector<int32_t>{1, -1, 1, -1}));
  EXPECT_EQ(Apply<int16_t>(Op::Shr, Type::I16, {-8, 8}, {1, 15}), (std::vector<int16_t>{-4, 0}));
  EXPECT_EQ(Apply<uint16_t>(Op::Shl, Type::U16, {0x8001}, {1}), (std::vector<uint16_t>{2}));
  EXPECT_EQ(Apply<int32_t>(Op::Xor, Type::I32, {5}, {-1}), (std::vector<int32_t>{~5}));
}

TEST(Arithmetic, FloorDivisionByUniformPowersOfTwo) {
  for (int64_t divisor : {1, 2, 16, 1024, 3, -4}) {
    ProgramUnderTest p;
    Value out = p.AddParam("out", true, Type::U64);
    Value tx = p.ThreadIdx(), x = p.Binary(Op::Sub, tx, p.Const(Type::I32, int64_t(16)));
    Value by = p.Const(Type::I32, divisor);
    Value both = p.Binary(
        Op::Add, p.Binary(Op::Mul, p.Binary(Op::FloorDiv, x, by), p.Const(Type::I32, int64_t(10000))),
        p.Binary(Op::FloorMod, x, by));
    p.Store(p.Element("out", Type::I32, out, {32}, {tx}), both);
    std::vector<int32_t> data(32);
    EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1})), Lines());
    for (int i = 0; i < 32; ++i) {
      int quotient = int(std::floor(double(i - 16) / double(divisor)));
      EXPECT_EQ(data[size_t(i)], int64_t(quotient) * 10000 + (i - 16 - quotient * divisor));
    }
  }
}

TEST(Arithmetic, WhatIsUndefinedIsReported) {
  Lines faults;
  Apply<int32_t>(Op::Add, Type::I32, {1, INT32_MAX}, {1, 2}, &faults);
  EXPECT_EQ(faults,
            Lines({"SimSignedOverflow at 1: 2147483647 + 2 overflows int32; signed overflow is undefined"}));
  Apply<int32_t>(Op::Sub, Type::I32, {INT32_MIN}, {1}, &faults);
  EXPECT_EQ(faults,
            Lines({"SimSignedOverflow at 1: -2147483648 - 1 overflows int32; signed overflow is undefined"}));
  Apply<int32_t>(Op::Mul, Type::I32, {65536}, {65536}, &faults);
  EXPECT_EQ(faults,
            Lines({"SimSignedOverflow at 1: 65536 * 65536 overflows int32; signed overflow is undefined"}));
  Apply<int64_t>(Op::Mul, Type::I64, {INT64_MAX}, {2}, &faults);
  EXPECT_EQ(
      faults,
      Lines(
          {"SimSignedOverflow at 1: 9223372036854775807 * 2 overflows int64; signed overflow is undefined"}));
  Apply<int32_t>(Op::FloorDiv, Type::I32, {5, INT32_MIN}, {0, -1}, &faults);
  EXPECT_EQ(
      faults,
      Lines({"SimDivisionByZero at 1: division of 5 by zero in int32; the result is undefined",
             "SimSignedOverflow at 1: -2147483648 // -1 overflows int32; signed overflow is undefined"}));
  Apply<uint32_t>(Op::Mod, Type::U32, {5}, {0}, &faults);
  EXPECT_EQ(faults,
            Lines({"SimDivisionByZero at 1: division of 5 by zero in uint32; the result is undefined"}));
  Apply<int8_t>(Op::Shl, Type::I8, {1, 1}, {7, 8}, &faults);
  EXPECT_EQ(faults, Lines({"SimBadShift at 1: shift of int8 by 8; the amount must be from 0 to 7"}));
  Apply<int64_t>(Op::Shr, Type::I64, {1}, {-1}, &faults);
  EXPECT_EQ(faults, Lines({"SimBadShift at 1: shift of int64 by -1; the amount must be from 0 to 63"}));
}

TEST(Arithmetic, InactiveLanesAreNotReported) {
  ProgramUnderTest p;
  Value tx = p.ThreadIdx();
  p.BeginIf(p.Compare(Op::Lt, p.Const(Type::I32, int64_t(0)), tx));
  p.Binary(Op::FloorDiv, p.Const(Type::I32, int64_t(1)), tx);
  p.EndIf();
  EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {}, kOne, {32, 1, 1})), Lines());
}

TEST(Arithmetic, Floats) {
  EXPECT_EQ(Apply<float>(Op::Min, Type::F32, {NAN, 1, 3}, {2, NAN, -1}), (std::vector<float>{2, 1, -1}));
  EXPECT_EQ(Apply<double>(Op::Max, Type::F64, {NAN, 1, 3}, {2, NAN, -1}), (std::vector<double>{2, 1, 3}));
  EXPECT_EQ(Apply<float>(Op::Div, Type::F32, {1, 1}, {0, 4}), (std::vector<float>{INFINITY, 0.25f}));
  // 1 + 2^-11 is halfway in float16: to even.
  auto half = [](float x) { return EncodeHalf(RoundToHalf(x)); };
  EXPECT_EQ(Apply<uint16_t>(Op::Add, Type::F16, {half(1), half(60000)}, {half(0x1p-11f), half(10000)}),
            (std::vector<uint16_t>{half(1), 0x7c00}));
  EXPECT_EQ(Apply<uint16_t>(Op::Mul, Type::BF16, {EncodeBFloat(1.0078125f)}, {EncodeBFloat(1.0078125f)}),
            (std::vector<uint16_t>{EncodeBFloat(1.015625f)}));
}

TEST(Arithmetic, FlushToZero) {
  NumericMode flush;
  flush.ftz = true;
  float tiny = 1e-40f;
  EXPECT_EQ(Apply<float>(Op::Add, Type::F32, {tiny}, {0})[0], tiny);
  EXPECT_EQ(Apply<float>(Op::Add, Type::F32, {tiny}, {0}, nullptr, flush)[0], 0);
  EXPECT_EQ(Apply<float>(Op::Mul, Type::F32, {1e-20f}, {1e-20f}, nullptr, flush)[0], 0);
  EXPECT_EQ(Apply<double>(Op::Add, Type::F64, {1e-310}, {0}, nullptr, flush)[0], 1e-310);
}

TEST(Barrier, OrdersWarps) {
  // Warp 0 reads what warp 1 wrote before the barrier.
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value shared = p.AddShared("S", 64 * 4, 4);
  Value tx = p.ThreadIdx();
  p.Store(p.Element("S", Type::I32, shared, {64}, {tx}), tx);
  p.Sync();
  Value other = p.Binary(Op::Sub, p.Const(Type::I32, int64_t(63)), tx);
  p.Store(p.Element("out", Type::I32, out, {128}, {p.GlobalThread(64)}),
          p.Load(p.Element("S", Type::I32, shared, {64}, {other}), true));
  std::vector<int32_t> data(128);
  EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {PointerTo(data)}, {2, 1, 1}, {64, 1, 1})), Lines());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(data[size_t(i)], 63 - i % 64);
}

TEST(Barrier, Divergent) {
  ProgramUnderTest p;
  Value tx = p.ThreadIdx();
  p.BeginIf(p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(20))));
  p.SetSite(Line(3));
  p.Sync();
  p.EndIf();
  auto report = RunProgram(p.Finish("k"), {}, {2, 1, 1}, {64, 1, 1});
  EXPECT_EQ(Texts(report),
            Lines({"SimDivergentBarrier at 3: barrier reached by 20 of the 32 running threads of a warp; "
                   "all threads of the block must reach it"}));
  EXPECT_EQ(report.faults[0].notes[1].message, "thread (20, 0, 0) does not reach it");
  EXPECT_FALSE(report.completed);
}

TEST(Barrier, DifferentOnes) {
  ProgramUnderTest p;
  Value tx = p.ThreadIdx();
  Value first = p.FirstActive(p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(32))));
  p.BeginIf(first);
  p.SetSite(Line(3));
  p.Sync();
  p.BeginElse();
  p.SetSite(Line(5));
  p.Sync();
  p.EndIf();
  auto report = RunProgram(p.Finish("k"), {}, kOne, {64, 1, 1});
  EXPECT_EQ(Texts(report), Lines({"SimBarrierMismatch at 3: not all threads of the block come to this "
                                  "barrier; all must reach the same one"}));
  EXPECT_EQ(report.faults[0].notes[1].span->line, 5);
}

TEST(Subgroup, ShufflesAndVotes) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  Value down = p.Operation("gpu.shuffle_down", ShuffleDown, {tx, p.Const(Type::I32, int64_t(8))}, Type::I32);
  Value across = p.Operation("gpu.shuffle_xor", ShuffleXor, {tx, p.Const(Type::I32, int64_t(5))}, Type::I32);
  Value sum = p.Operation("gpu.subgroup_sum", SubgroupSum, {tx}, Type::I32);
  Value ballot =
      p.Operation("gpu.ballot", Ballot, {p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(3)))}, Type::U32);
  int at = 0;
  for (Value v : {down, across, sum, p.Cast(ballot, Type::I32)})
    p.Store(p.Element("out", Type::I32, out, {4, 32}, {p.Const(Type::I32, int64_t(at++)), tx}), v);
  std::vector<int32_t> data(128);
  EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1})), Lines());
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(data[size_t(i)], i + 8 < 32 ? i + 8 : i);
    EXPECT_EQ(data[size_t(32 + i)], i ^ 5);
    EXPECT_EQ(data[size_t(64 + i)], 496);
    EXPECT_EQ(data[size_t(96 + i)], 7);
  }
}

TEST(Subgroup, AbsentLane) {
  ProgramUnderTest p;
  Value tx = p.ThreadIdx();
  p.BeginIf(p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(16))));
  p.SetSite(Line(2));
  p.Operation("gpu.shuffle_xor", ShuffleXor, {tx, p.Const(Type::I32, int64_t(1))}, Type::I32);
  p.EndIf();
  EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {}, kOne, {32, 1, 1})),
            Lines({"SimAbsentLane at 2: `gpu.shuffle_xor` needs lane 16, which does not take part; all lanes "
                   "involved must reach it"}));
}

void WaitForever(OpContext& ctx) {
  ctx.Wait();
}

TEST(Schedule, Deadlock) {
  ProgramUnderTest p;
  p.SetSite(Line(9));
  p.Effect("test.wait", WaitForever, {});
  auto report = RunProgram(p.Finish("k"), {}, kOne, {64, 1, 1});
  EXPECT_EQ(Texts(report), Lines({"SimDeadlock at 9: deadlock: no thread of the block can go on"}));
  EXPECT_EQ(report.faults[0].notes[1].message, "warp 1 waits here");
}

TEST(Schedule, Endless) {
  ProgramUnderTest p;
  p.SetSite(Line(4));
  p.BeginLoop(false);
  p.BeginNext();
  p.EndLoop();
  auto report = RunProgram(p.Finish("k"), {}, kOne, {64, 1, 1});
  EXPECT_EQ(Texts(report),
            Lines({"SimEndless at 4: endless loop: the thread does the same again and again, and "
                   "no thread is left that changes what it reads"}));
  EXPECT_EQ(report.faults[0].notes[1].message, "warp 1 runs here");
  EXPECT_FALSE(report.completed);
}

TEST(Schedule, StepBudget) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  p.SetSite(Line(4));
  p.BeginLoop(false);
  p.Store(p.Element("out", Type::I32, out, {32}, {tx}), tx);  // which somebody may wait for
  p.BeginNext();
  p.EndLoop();
  RunOptions options;
  options.step_budget = 1000;
  std::vector<int32_t> data(32);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1}, options);
  EXPECT_EQ(Texts(report),
            Lines({"SimStepBudget at 4: the kernel has taken 1000 warp steps in one block without "
                   "ending, which is the limit; is there an endless loop?"}));
  EXPECT_FALSE(report.completed);
}

TEST(Assertion, EndsItsThreads) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  p.SetSite(Line(2));
  p.BeginIf(p.Compare(Op::Le, p.Const(Type::I32, int64_t(30)), tx));
  p.Trap("tx < 30");
  p.EndIf();
  p.Store(p.Element("out", Type::I32, out, {32}, {tx}), tx);
  std::vector<int32_t> data(32, -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1});
  EXPECT_EQ(Texts(report), Lines({"SimAssertion at 2: assertion failed: tx < 30"}));
  EXPECT_EQ(data[29], 29);
  EXPECT_EQ(data[30], -1);
}

TEST(Atomic, AddsLaneAfterLaneAndChecksTheAddress) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  Value zero = p.Const(Type::I32, int64_t(0));
  Value address = p.Address(p.Element("out", Type::I32, out, {33}, {zero}), false);
  Value before = p.Operation("gpu.atomic_add", AtomicAdd, {address, tx}, Type::I32);
  p.Store(p.Element("out", Type::I32, out, {33}, {p.Binary(Op::Add, tx, p.Const(Type::I32, int64_t(1)))}),
          before);
  p.SetSite(Line(3));
  Value beyond = p.Binary(Op::Add, out, p.Const(Type::U64, int64_t(33 * 4)));
  p.Effect("gpu.atomic_add", AtomicAdd, {beyond, tx});
  std::vector<int32_t> data(33);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1});
  EXPECT_EQ(data[0], 496);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(data[size_t(i + 1)], i * (i - 1) / 2);
  EXPECT_EQ(Texts(report),
            Lines({"SimOutOfAllocation at 3: `gpu.atomic_add`: 4 bytes at byte offset 132 of `out`, which "
                   "has 132 bytes; an access must stay inside of the memory it was given"}));
}

TEST(Faults, AreLimitedAndCounted) {
  ProgramUnderTest p;
  Value a = p.AddParam("A", true, Type::U64);
  for (int line = 1; line <= 4; ++line) {
    p.SetSite(Line(line));
    p.Load(p.Element("A", Type::I32, a, {2}, {p.Const(Type::I32, int64_t(line))}), false);
  }
  std::vector<int32_t> data(2);
  RunOptions options;
  options.fault_limit = 2;
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1}, options);
  ASSERT_EQ(report.faults.size(), 2u);
  EXPECT_EQ(report.faults[1].span->line, 3);
  EXPECT_EQ(report.faults[1].notes.back().message, "32 faults at other places are not listed");
}

TEST(Launch, ChecksArgumentsAndDimensions) {
  ProgramUnderTest p;
  p.AddParam("A", true, Type::U64);
  p.AddParam("n", false, Type::I32);
  Program program = p.Finish("k");
  int x = 0;
  auto pointer = KernelArg::Pointer(&x, 4);
  auto number = KernelArg::Integer(Int(32), 3);
  auto message = [&](std::vector<KernelArg> args, LaunchDims dims) {
    auto report = sim::Run(program, args, dims);
    return report.ok() ? std::string() : report.diagnostics()[0].message;
  };
  EXPECT_EQ(message({pointer, number}, {kOne, kOne, 0}), "");
  EXPECT_EQ(message({pointer, number}, {{0, 1, 1}, kOne, 0}), "");
  EXPECT_EQ(message({pointer}, {kOne, kOne, 0}), "cannot launch `k`: 1 arguments for 2 parameters");
  EXPECT_EQ(message({number, number}, {kOne, kOne, 0}), "`k`: argument `A` is int32; it must be a pointer");
  EXPECT_EQ(message({pointer, KernelArg::FloatingPoint(Float(32), 1)}, {kOne, kOne, 0}),
            "`k`: argument `n` is float32; it must be int32");
  EXPECT_EQ(message({pointer, number}, {kOne, {1025, 1, 1}, 0}),
            "cannot launch `k`: a block of 1025 threads; it must have from 1 to 1024");
  EXPECT_EQ(message({pointer, number}, {kOne, {0, 1, 1}, 0}),
            "cannot launch `k`: a block of 0 threads; it must have from 1 to 1024");
}

}  // namespace
}  // namespace tirx::sim

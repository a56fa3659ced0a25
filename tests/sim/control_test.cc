// SPDX-License-Identifier: Apache-2.0
// Control flow over masks: every lane sees what a thread by itself would.
#include "program_under_test.h"

namespace tirx::sim {
namespace {

// Runs `body`, which computes an int32 per thread from the thread index, for `threads` threads.
std::vector<int32_t> PerThread(int threads, const std::function<Value(ProgramUnderTest&, Value)>& body) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  Value result = body(p, tx);
  p.Store(p.Element("out", Type::I32, out, {threads}, {tx}), result);
  std::vector<int32_t> data(size_t(threads), -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, {1, 1, 1}, {uint32_t(threads), 1, 1});
  EXPECT_TRUE(Texts(report).empty()) << Texts(report)[0];
  return data;
}

Value Variable(ProgramUnderTest& p, int64_t value) {
  Value v = p.NewVector(Type::I32);
  p.Copy(v, p.Const(Type::I32, value));
  return v;
}

TEST(Control, DivergentIfElse) {
  auto data = PerThread(40, [](ProgramUnderTest& p, Value tx) {
    Value x = Variable(p, 0);
    p.BeginIf(p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(10))));
    p.Assign(x, p.Binary(Op::Mul, tx, p.Const(Type::I32, int64_t(2))));
    p.BeginElse();
    p.Assign(x, p.Unary(Op::Neg, tx));
    p.EndIf();
    return x;
  });
  for (int i = 0; i < 40; ++i) EXPECT_EQ(data[size_t(i)], i < 10 ? 2 * i : -i);
}

TEST(Control, LoopWithTripCountPerLaneBreakAndContinue) {
  auto data = PerThread(64, [](ProgramUnderTest& p, Value tx) {
    Value sum = Variable(p, 0), i = Variable(p, 0);
    p.BeginLoop(true);
    p.LoopWhile(p.Compare(Op::Lt, i, tx));
    Value odd = p.Compare(Op::Eq, p.Binary(Op::FloorMod, i, p.Const(Type::I32, int64_t(2))),
                          p.Const(Type::I32, int64_t(1)));
    p.BeginIf(odd);
    p.Continue();
    p.EndIf();
    p.BeginIf(p.Compare(Op::Lt, p.Const(Type::I32, int64_t(40)), i));
    p.Break();
    p.EndIf();
    p.Assign(sum, p.Binary(Op::Add, sum, i));
    p.BeginNext();
    p.Assign(i, p.Binary(Op::Add, i, p.Const(Type::I32, int64_t(1))));
    p.EndLoop();
    return sum;
  });
  for (int t = 0; t < 64; ++t) {
    int sum = 0;
    for (int i = 0; i < t; ++i) {
      if (i % 2 == 1) continue;
      if (i > 40) break;
      sum += i;
    }
    EXPECT_EQ(data[size_t(t)], sum) << t;
  }
}

TEST(Control, AllLanesBreakingDoNotRunOn) {
  // After the break of all lanes, a uniform endless loop in the rest of the body must not be entered.
  auto data = PerThread(32, [](ProgramUnderTest& p, Value tx) {
    Value x = Variable(p, 7);
    p.BeginLoop(true);
    p.BeginIf(p.Compare(Op::Le, p.Const(Type::I32, int64_t(0)), tx));
    p.Break();
    p.EndIf();
    p.BeginLoop(false);
    p.LoopWhile(p.Const(Type::Bool, int64_t(1)));
    p.BeginNext();
    p.EndLoop();
    p.BeginNext();
    p.EndLoop();
    return x;
  });
  for (int32_t x : data) EXPECT_EQ(x, 7);
}

TEST(Control, UniformLoopAndBranch) {
  auto data = PerThread(32, [](ProgramUnderTest& p, Value tx) {
    Value i = p.NewUniform(Type::I32), sum = Variable(p, 0);
    p.Copy(i, p.Const(Type::I32, int64_t(0)));
    p.BeginLoop(false);
    p.LoopWhile(p.Compare(Op::Lt, i, p.Const(Type::I32, int64_t(10))));
    p.BeginIf(p.Compare(Op::Eq, i, p.Const(Type::I32, int64_t(3))));
    p.Continue();
    p.BeginElse();
    p.Assign(sum, p.Binary(Op::Add, sum, tx));
    p.EndIf();
    p.BeginIf(p.Compare(Op::Eq, i, p.Const(Type::I32, int64_t(6))));
    p.Break();
    p.EndIf();
    p.BeginNext();
    p.Assign(i, p.Binary(Op::Add, i, p.Const(Type::I32, int64_t(1))));
    p.EndLoop();
    return sum;
  });
  for (int t = 0; t < 32; ++t) EXPECT_EQ(data[size_t(t)], 6 * t);
}

TEST(Control, ReturnEndsLanesInsideLoops) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  Value i = Variable(p, 0);
  p.BeginLoop(true);
  p.LoopWhile(p.Compare(Op::Lt, i, p.Const(Type::I32, int64_t(100))));
  p.BeginIf(p.Compare(Op::Eq, i, tx));
  p.Store(p.Element("out", Type::I32, out, {32}, {tx}), i);
  p.Return();
  p.EndIf();
  p.BeginNext();
  p.Assign(i, p.Binary(Op::Add, i, p.Const(Type::I32, int64_t(1))));
  p.EndLoop();
  p.Store(p.Element("out", Type::I32, out, {32}, {tx}), p.Const(Type::I32, int64_t(-5)));
  std::vector<int32_t> data(32, -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, {1, 1, 1}, {32, 1, 1});
  EXPECT_EQ(Texts(report), Lines());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(data[size_t(t)], t);
}

TEST(Control, BlockIsLeftByItsLanes) {
  auto data = PerThread(32, [](ProgramUnderTest& p, Value tx) {
    Value x = Variable(p, 0);
    p.BeginBlock(true);
    p.BeginIf(p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(5))));
    p.Assign(x, p.Const(Type::I32, int64_t(1)));
    p.LeaveBlock();
    p.EndIf();
    p.Assign(x, p.Const(Type::I32, int64_t(2)));
    p.EndBlock();
    return x;
  });
  for (int t = 0; t < 32; ++t) EXPECT_EQ(data[size_t(t)], t < 5 ? 1 : 2);
}

}  // namespace
}  // namespace tirx::sim

// SPDX-License-Identifier: Apache-2.0
// Subgroups of other sizes than 32: collective operations, divergence, and what they order.
#include <functional>

#include "program_under_test.h"

namespace tirx::sim {
namespace {

constexpr uint32_t kThreads = 128;
const Dim3 kOne{1, 1, 1};

class SubgroupOfSize : public testing::TestWithParam<int> {
 protected:
  Value Number(int64_t value) { return p.Const(Type::I32, value); }
  Value Is(Op op, Value a, Value b) { return p.Compare(op, a, b); }
  Value Lane() { return p.Operation("gpu.lane_id", LaneId, {}, Type::I32); }
  void Line(int line) { p.SetSite(sim::Line(line)); }
  void Output(Value value) { p.Store(p.Element("out", value.type, out, {kThreads}, {thread}), value); }
  template <class T = int32_t>
  std::vector<T> Run(uint32_t threads = kThreads, Lines expected = {}) {
    std::vector<T> data(kThreads);
    EXPECT_EQ(Texts(Launch(data, threads)), expected) << "subgroups of " << size;
    return data;
  }
  template <class T>
  LaunchReport Launch(std::vector<T>& data, uint32_t threads = kThreads) {
    RunOptions options;
    options.subgroup_size = size;
    return RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {threads, 1, 1}, options);
  }
  // What `of(first thread of the subgroup, lane)` gives for each thread.
  template <class F>
  static std::vector<int32_t> Each(F&& of) {
    std::vector<int32_t> all(kThreads);
    for (int i = 0; i < int(kThreads); ++i) all[size_t(i)] = int32_t(of(i / size * size, i % size));
    return all;
  }

  static inline int size;
  void SetUp() override { size = GetParam(); }
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64), thread = p.ThreadIdx();
};

TEST_P(SubgroupOfSize, KnowsItsSizeAndLanes) {
  Output(p.Binary(Op::Add, p.Operation("size", SubgroupSize, {}, Type::I32),
                  p.Binary(Op::Mul, Lane(), Number(1000))));
  EXPECT_EQ(Run(), Each([](int, int lane) { return size + 1000 * lane; }));
}

TEST_P(SubgroupOfSize, Shuffles) {
  const Value last = p.Operation("shuffle", Shuffle, {thread, Number(size - 1)}, Type::I32);
  const Value across = p.Operation("xor", ShuffleXor, {thread, Number(size / 2)}, Type::I32);
  const Value below = p.Operation("up", ShuffleUp, {thread, Number(1)}, Type::I32);
  const Value above = p.Operation("down", ShuffleDown, {thread, Number(2)}, Type::I32);
  Value sum = last;
  for (const auto& [value, factor] : {std::pair(across, 1000), {below, 100000}, {above, 10000000}})
    sum = p.Binary(Op::Add, sum, p.Binary(Op::Mul, value, Number(factor)));
  Output(sum);
  EXPECT_EQ(Run(), Each([](int first, int lane) {
              const int below = lane ? lane - 1 : lane, above = lane + 2 < size ? lane + 2 : lane;
              return (first + size - 1) + 1000 * (first + (lane ^ size / 2)) + 100000 * (first + below) +
                     10000000 * (first + above);
            }));
}

TEST_P(SubgroupOfSize, WideValuesMoveWhole) {
  const Value wide = p.Binary(Op::Mul, p.Cast(thread, Type::I64), p.Const(Type::I64, int64_t(1) << 40));
  Output(p.Operation("xor", ShuffleXor, {wide, Number(size - 1)}, Type::I64));
  const auto got = Run<int64_t>();
  for (int i = 0; i < int(kThreads); ++i) EXPECT_EQ(got[size_t(i)], int64_t(i ^ (size - 1)) << 40);
}

TEST_P(SubgroupOfSize, Votes) {
  const Value odd = Is(Op::Eq, p.Binary(Op::FloorMod, thread, Number(2)), Number(1));
  const Value one = Is(Op::Eq, thread, Number(size));  // lane 0 of the second
  Value sum = p.Cast(p.Operation("any", Any, {one}, Type::Bool), Type::I32);
  sum =
      p.Binary(Op::Add, sum,
               p.Binary(Op::Mul, p.Cast(p.Operation("all", All, {odd}, Type::Bool), Type::I32), Number(10)));
  Output(sum);
  EXPECT_EQ(Run(), Each([](int first, int) { return first == size; }));
}

TEST_P(SubgroupOfSize, BallotHasABitForEachLane) {
  const Value third = Is(Op::Eq, p.Binary(Op::FloorMod, thread, Number(3)), Number(0));
  Output(p.Operation("ballot", Ballot, {third}, Type::U64));
  const auto got = Run<uint64_t>();
  for (int i = 0; i < int(kThreads); ++i) {
    uint64_t mask = 0;
    for (int lane = 0; lane < size; ++lane) mask |= uint64_t((i / size * size + lane) % 3 == 0) << lane;
    EXPECT_EQ(got[size_t(i)], mask) << i;
  }
}

TEST_P(SubgroupOfSize, ABallotOf32BitsIsTooShortFor64Lanes) {
  Line(1);
  Output(p.Operation("T.gpu.ballot", Ballot, {Is(Op::Le, Number(0), thread)}, Type::U32));
  Lines expected;
  if (size > 32)
    expected = {"SimBadOperand at 1: `T.gpu.ballot`: its mask has 32 bits, and the subgroup 64 lanes"};
  const auto got = Run<uint32_t>(kThreads, expected);
  EXPECT_EQ(got[0], size >= 32 ? ~0u : (1u << size) - 1);
}

TEST_P(SubgroupOfSize, Reductions) {
  const Value total = p.Operation("sum", SubgroupSum, {thread}, Type::I32);
  const Value most = p.Operation("max", SubgroupMax, {thread}, Type::I32);
  const Value all = p.Operation("block", BlockSum, {thread}, Type::I32);
  const Value elected = p.Cast(p.Operation("elect", ElectLane, {}, Type::Bool), Type::I32);
  Value sum = p.Binary(Op::Add, total, p.Binary(Op::Mul, most, Number(10000)));
  sum = p.Binary(Op::Add, sum, p.Binary(Op::Mul, all, Number(10000000 / 8128)));
  Output(p.Binary(Op::Add, sum, elected));
  EXPECT_EQ(Run(), Each([](int first, int lane) {
              const int total = size * first + size * (size - 1) / 2;
              return total + 10000 * (first + size - 1) + 8128 * (10000000 / 8128) + (lane == 0);
            }));
}

TEST_P(SubgroupOfSize, EachGoesItsOwnWay) {
  // As many rounds as the number of the subgroup says, each with a shuffle.
  const Value rounds = p.Binary(Op::FloorDiv, thread, Number(size));
  const Value i = p.NewValue(Type::I32, true), sum = p.NewValue(Type::I32, true);
  p.Copy(i, Number(0));
  p.Copy(sum, Number(0));
  p.BeginLoop(true);
  p.LoopWhile(Is(Op::Lt, i, rounds));
  p.Assign(sum, p.Binary(Op::Add, sum, p.Operation("xor", ShuffleXor, {thread, Number(1)}, Type::I32)));
  p.BeginNext();
  p.Assign(i, p.Binary(Op::Add, i, Number(1)));
  p.EndLoop();
  p.Sync();
  Output(sum);
  EXPECT_EQ(Run(), Each([](int first, int lane) { return first / size * (first + (lane ^ 1)); }));
}

TEST_P(SubgroupOfSize, AnOperationInABranchLacksLanes) {
  Line(1);
  p.BeginIf(Is(Op::Lt, Lane(), Number(size / 2)));
  p.Operation("T.any", Any, {Is(Op::Lt, thread, Number(3))}, Type::Bool);
  p.EndIf();
  Line(2);
  Output(p.Operation("T.sum", SubgroupSum, {Number(1)}, Type::I32));
  const std::string from = std::to_string(size / 2);
  std::vector<int32_t> data(kThreads);
  auto report = Launch(data);
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].kind, DK::SimAbsentLane);
  EXPECT_EQ(report.faults[0].span->line, 1);
  EXPECT_NE(report.faults[0].message.find("lane " + from), std::string::npos) << report.faults[0].message;
  EXPECT_EQ(data, std::vector<int32_t>(kThreads, size));
}

TEST_P(SubgroupOfSize, LanesThatHaveReturnedAreNotMissed) {
  p.BeginIf(Is(Op::Le, Number(size / 2), Lane()));
  p.Return();
  p.EndIf();
  Output(p.Cast(p.Operation("T.all", All, {Is(Op::Lt, Lane(), Number(size / 2))}, Type::Bool), Type::I32));
  EXPECT_EQ(Run(), Each([](int, int lane) { return lane < size / 2; }));
}

TEST_P(SubgroupOfSize, ABarrierIsNoSubstituteForTheOtherHalf) {
  Line(1);
  p.BeginIf(Is(Op::Lt, thread, Number(size / 2)));
  p.Effect("T.subgroup_sync", SubgroupSync, {});
  p.EndIf();
  Line(2);
  p.Sync();
  std::vector<int32_t> data(kThreads);
  auto report = Launch(data);
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].kind, DK::SimAbsentLane);
  EXPECT_EQ(report.faults[0].span->line, 1);
}

// S[thread] is written, then S[thread ^ distance] is read.
void Exchange(ProgramUnderTest& p, Value out, Value thread, int distance, const std::function<void()>& sync) {
  const Value s = p.AddShared("S", kThreads * 4, 4);
  auto element = [&](Value at) { return p.Element("S", Type::I32, s, {kThreads}, {at}); };
  p.Store(element(thread), thread);
  sync();
  const Value from = p.Binary(Op::Xor, thread, p.Const(Type::I32, int64_t(distance)));
  p.Store(p.Element("out", Type::I32, out, {kThreads}, {thread}), p.Load(element(from), true));
}

TEST_P(SubgroupOfSize, OrdersItsLanesAndNoOthers) {
  for (const bool far : {false, true})
    for (const char* with : {"nothing", "subgroup", "block"}) {
      ProgramUnderTest q;
      const Value to = q.AddParam("out", true, Type::U64), who = q.ThreadIdx();
      const int distance = far ? kThreads / 2 : size / 2;
      Exchange(q, to, who, distance, [&] {
        if (with[0] == 's') q.Effect("T.subgroup_sync", SubgroupSync, {});
        if (with[0] == 'b') q.Sync();
      });
      std::vector<int32_t> data(kThreads);
      RunOptions options;
      options.subgroup_size = size;
      auto report = RunProgram(q.Finish("k"), {PointerTo(data)}, kOne, {kThreads, 1, 1}, options);
      const bool ordered = with[0] == 'b' || (with[0] == 's' && !far);
      EXPECT_EQ(report.faults.empty(), ordered) << with << " at " << distance << ", subgroups of " << size;
      if (!ordered) continue;
      for (int i = 0; i < int(kThreads); ++i) EXPECT_EQ(data[size_t(i)], i ^ distance);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, SubgroupOfSize, testing::Values(4, 8, 16, 32, 64));

TEST(SubgroupSizes, OthersAreRefused) {
  for (const int size : {0, -4, 3, 48, 128}) {
    ProgramUnderTest p;
    RunOptions options;
    options.subgroup_size = size;
    auto report = sim::Run(p.Finish("k"), {}, {kOne, kOne, 0}, options);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.diagnostics()[0].message,
              "cannot launch `k`: subgroups of " + std::to_string(size) +
                  " threads; the simulator knows powers of two from 1 to 64");
  }
}

// The last subgroup of a block may have fewer threads than a half.
TEST(SubgroupSizes, ABlockMayEndWithinOne) {
  for (const int size : {4, 16, 64}) {
    ProgramUnderTest p;
    const Value out = p.AddParam("out", true, Type::U64), thread = p.ThreadIdx();
    const Value below = p.Operation("up", ShuffleUp, {thread, p.Const(Type::I32, int64_t(1))}, Type::I32);
    p.Store(p.Element("out", Type::I32, out, {70}, {thread}), below);
    std::vector<int32_t> data(70);
    RunOptions options;
    options.subgroup_size = size;
    EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {70, 1, 1}, options)), Lines());
    for (int i = 0; i < 70; ++i) EXPECT_EQ(data[size_t(i)], i % size ? i - 1 : i);
  }
}

}  // namespace
}  // namespace tirx::sim

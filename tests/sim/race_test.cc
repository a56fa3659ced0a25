// SPDX-License-Identifier: Apache-2.0
// What orders threads and what does not, case by case; the faults in faults/ show the reports.
#include "program_under_test.h"

namespace tirx::sim {
namespace {

// Stores to S[0] or D[0], reads it back, in steps that each test puts together.
class RaceProgram : public ProgramUnderTest {
 public:
  RaceProgram() {
    data_ = AddParam("D", true, Type::U64);
    flag_ = AddParam("F", true, Type::U64);
    out_ = AddParam("out", true, Type::U64);
    thread = ThreadIdx();
    block = BlockIdx();
  }
  Value Number(int64_t value) { return Const(Type::I32, value); }
  void NextLine() { SetSite(Line(++line_)); }
  void StoreData(Value index, Value value) {
    NextLine();
    Store(Element("D", Type::I32, data_, {64}, {index}), value);
  }
  Value LoadData(Value index) {
    NextLine();
    return Load(Element("D", Type::I32, data_, {64}, {index}), true);
  }
  void Output(Value value) {
    NextLine();
    Store(Element("out", Type::I32, out_, {64}, {thread}), value);
  }
  void Fence() {
    Effect("fence", [](OpContext& ctx) { ctx.Fence(); }, {});
  }
  // F[0] += n, atomically; gives the value before.
  Value AddToFlag(int64_t n, const char* scope = "device") {
    NextLine();
    Value address = Address(Element("F", Type::I32, flag_, {1}, {Number(0)}), false);
    return Assembler::Call({.name = "add",
                            .semantics = AtomicAdd,
                            .args = {{address.reg, address.type, false}, {Number(n).reg, Type::I32, false}},
                            .attributes = {{"scope", scope, 0}},
                            .result = {0, Type::I32, true, true}});
  }
  void If(Value a, Value b) { BeginIf(Compare(Op::Eq, a, b)); }

  LaunchReport Launch(Dim3 grid, Dim3 block_dim, RunOptions options = {}) {
    return RunProgram(Finish("k"), {PointerTo(data), PointerTo(flag), PointerTo(out)}, grid, block_dim,
                      options);
  }
  Lines Faults(Dim3 grid, Dim3 block_dim, RunOptions options = {}) {
    Lines kinds;
    for (const auto& fault : Launch(grid, block_dim, options).faults)
      kinds.emplace_back(diag::KindName(fault.kind));
    return kinds;
  }

  Value thread, block;
  std::vector<int32_t> data = std::vector<int32_t>(64), flag = std::vector<int32_t>(1),
                       out = std::vector<int32_t>(64);

 private:
  Value data_, flag_, out_;
  int line_ = 0;
};

// Block 0 writes and then sets the flag; block 1 reads the flag and then the data.
Lines HandOver(bool release, bool acquire, const char* scope) {
  RaceProgram p;
  p.If(p.thread, p.Number(0));
  p.If(p.block, p.Number(0));
  p.StoreData(p.Number(0), p.Number(7));
  if (release) p.Fence();
  p.AddToFlag(1, scope);
  p.BeginElse();
  Value before = p.AddToFlag(0, scope);
  if (acquire) p.Fence();
  p.Output(p.Binary(Op::Add, before, p.LoadData(p.Number(0))));
  p.EndIf();
  p.EndIf();
  return p.Faults({2, 1, 1}, {32, 1, 1});
}

TEST(Race, FencesAndAtomicsOrderBlocks) {
  EXPECT_EQ(HandOver(true, true, "device"), Lines());
  EXPECT_EQ(HandOver(false, true, "device"), Lines({"SimRace"}));
  EXPECT_EQ(HandOver(true, false, "device"), Lines({"SimRace"}));
  // The flag itself is no longer atomic between blocks.
  EXPECT_EQ(HandOver(true, true, "block"), Lines({"SimRace", "SimRace"}));
}

TEST(Race, AFenceDoesNotSpeakForOtherLanes) {
  for (bool synchronised : {false, true}) {
    RaceProgram p;
    p.If(p.block, p.Number(0));
    p.StoreData(p.thread, p.thread);
    if (synchronised) p.Effect("sync", SubgroupSync, {});
    p.If(p.thread, p.Number(0));
    p.Fence();
    p.AddToFlag(1);
    p.EndIf();
    p.BeginElse();
    p.AddToFlag(0);
    p.Fence();
    p.Output(p.LoadData(p.thread));
    p.EndIf();
    EXPECT_EQ(p.Faults({2, 1, 1}, {32, 1, 1}), synchronised ? Lines() : Lines({"SimRace"}));
  }
}

TEST(Race, TheSameValueByOneInstruction) {
  auto everybody = [](Dim3 grid, Dim3 block, int subgroup) {
    RaceProgram same;
    same.StoreData(same.Number(0), same.Number(5));
    RunOptions options;
    options.subgroup_size = subgroup;
    const Lines faults = same.Faults(grid, block, options);
    EXPECT_EQ(same.data[0], 5);
    return faults;
  };
  const Lines race = {"SimRace"};
  EXPECT_EQ(everybody(kOne, {32, 1, 1}, 32), Lines());
  EXPECT_EQ(everybody(kOne, {64, 1, 1}, 32), race);
  EXPECT_EQ(everybody({2, 1, 1}, {32, 1, 1}, 32), race);
  EXPECT_EQ(everybody(kOne, {16, 1, 1}, 8), race);
  EXPECT_EQ(everybody(kOne, {64, 1, 1}, 64), Lines());
  EXPECT_EQ(everybody(kOne, {96, 1, 1}, 64), race);
  RaceProgram different;
  different.StoreData(different.Number(0), different.thread);
  EXPECT_EQ(different.Faults(kOne, {32, 1, 1}), Lines({"SimStoreConflict"}));
  RaceProgram twice;
  twice.StoreData(twice.Number(0), twice.Number(5));
  twice.StoreData(twice.Number(0), twice.Number(6));
  EXPECT_EQ(twice.Faults(kOne, {32, 1, 1}), Lines({"SimRace"}));
}

TEST(Race, OverlappingArgumentsShareTheirCells) {
  RaceProgram p;
  Value x = p.LoadData(p.Binary(Op::Sub, p.Number(63), p.thread));
  p.Output(x);
  auto report =
      RunProgram(p.Finish("k"), {PointerTo(p.data), PointerTo(p.flag), PointerTo(p.data)}, kOne, {64, 1, 1});
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].kind, DK::SimRace);
}

// Half a warp reads one element each, and lane 0 overwrites what others of its half have read as well.
TEST(Race, EachHalfThatReadsTheSameCounts) {
  for (const bool ordered : {false, true}) {
    RaceProgram p;
    const Value s = p.AddShared("S", 64 * 4, 4);
    auto element = [&](Value index) { return p.Element("S", Type::I32, s, {64}, {index}); };
    p.NextLine();
    p.Store(element(p.thread), p.thread);
    p.Sync();
    const Value first_of_half = p.Binary(Op::Mul, p.Binary(Op::Shr, p.thread, p.Number(4)), p.Number(16));
    p.NextLine();
    const Value read = p.Load(element(first_of_half), true);
    if (ordered) p.Sync();
    p.If(p.thread, p.Number(0));
    p.NextLine();
    p.Store(element(p.Number(0)), p.Number(5));
    p.EndIf();
    p.Output(read);
    EXPECT_EQ(p.Faults(kOne, {32, 1, 1}), ordered ? Lines{} : Lines{"SimRace"});
  }
}

TEST(Race, ATurnIsNotForever) {
  RaceProgram p;
  p.BeginIf(p.Compare(Op::Lt, p.thread, p.Number(32)));  // the first warp spins on what the second one does
  p.BeginLoop(true);
  p.LoopWhile(p.Compare(Op::Eq, p.AddToFlag(0), p.Number(0)));
  p.BeginNext();
  p.EndLoop();
  p.BeginElse();
  p.AddToFlag(1);
  p.EndIf();
  RunOptions options;
  options.step_budget = 1 << 20;
  EXPECT_EQ(p.Faults(kOne, {64, 1, 1}, options), Lines());
}

TEST(Race, ChecksCanBeTurnedOff) {
  auto run = [](const char* off) {
    RaceProgram p;
    Value shared = p.AddShared("S", 4 * 64, 4);
    p.StoreData(p.Number(0), p.thread);
    p.NextLine();
    p.Load(p.Element("S", Type::I32, shared, {64}, {p.thread}), true);
    p.Output(p.LoadData(p.Binary(Op::Add, p.thread, p.Number(40))));
    p.NextLine();
    p.Binary(Op::Shl, p.Number(1), p.Binary(Op::Add, p.thread, p.Number(1)));
    RunOptions options;
    if (off) *options.checks.Find(off) = false;
    return p.Faults(kOne, {32, 1, 1}, options);
  };
  const Lines all{"SimStoreConflict", "SimUninitialised", "SimOutOfBounds", "SimBadShift"};
  auto without = [&](size_t i, const char* instead = nullptr) {
    Lines rest = all;
    rest.erase(rest.begin() + ptrdiff_t(i));
    if (instead) rest.insert(rest.begin() + ptrdiff_t(i), instead);
    return rest;
  };
  EXPECT_EQ(run(nullptr), all);
  EXPECT_EQ(run("races"), without(0));
  EXPECT_EQ(run("uninitialised"), without(1));
  EXPECT_EQ(run("bounds"), without(2, "SimOutOfAllocation"));  // there is no memory
  EXPECT_EQ(run("arithmetic"), without(3));
  EXPECT_EQ(Checks().Find("luck"), nullptr);
}

TEST(Barrier, ThreadsThatReturnEarlyAreNotWaitedFor) {
  for (bool returns : {true, false}) {
    RaceProgram p;
    p.BeginIf(p.Compare(Op::Lt, p.thread, p.Number(32)));
    if (returns) {
      p.Return();
      p.EndIf();
      p.Sync();
    } else {
      p.Sync();
      p.EndIf();
    }
    EXPECT_EQ(p.Faults(kOne, {64, 1, 1}), returns ? Lines() : Lines({"SimBarrierMismatch"}));
  }
}

}  // namespace
}  // namespace tirx::sim

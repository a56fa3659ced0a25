// SPDX-License-Identifier: Apache-2.0
// Random programs of loads, stores, atomics, barriers, warp synchronisation and fences: what the simulator
// reports as races must be what the oracle finds in the trace.
#include <cstdlib>
#include <random>

#include "program_under_test.h"
#include "race_oracle.h"

namespace tirx::sim {
namespace {

constexpr int kCells = 160;
constexpr int kMasks = 8;

struct Step {
  enum Kind { Load, Store, Update, Block, Warp, HalfWarp, FenceAll } kind = Load;
  bool global = false;
  int pattern = 0, offset = 0, mask = 0;
  bool one_value = false;  // Store: one value for the warp, else each thread its own
  bool block_scope = false;
};

struct RandomProgram {
  int blocks = 1, warps = 1;
  bool exact = true;  // threads are ordered by barriers of blocks and whole warps only
  std::vector<Step> steps;
  int threads() const { return warps * kLanes; }
};

int CellOf(int pattern, int thread) {
  const int lane = thread % kLanes;
  const int cells[] = {thread,           3,          lane / 16 * 16, thread * 7 % 64,
                       95 - thread % 96, thread / 2, thread % 16,    (thread * thread + 3) % 90};
  return cells[pattern];
}
bool IsActive(int mask, int thread) {
  const int lane = thread % kLanes;
  const bool active[] = {true,       lane < 13,   thread < 32, lane == 5, thread >= 32 && lane % 2 == 1,
                         lane >= 16, thread == 3, thread == 37};
  return active[mask];
}

void SyncHalf(OpContext& ctx) {
  ctx.WarpBarrier(0xffff);
}
void FenceOp(OpContext& ctx) {
  ctx.Fence();
}

// Step i is at line i + 1. Which lanes are active and where they go is looked up in a table.
class Writer : public ProgramUnderTest {
 public:
  Program Write(const RandomProgram& random) {
    table_ = AddParam("table", true, Type::U64);
    global_ = AddParam("G", true, Type::U64);
    shared_ = AddShared("S", kCells * 4, 4);
    thread_ = ThreadIdx();
    block_ = Operation("gpu.block_idx", BlockIdx, {}, Type::I32);
    for (size_t i = 0; i < random.steps.size(); ++i) {
      SetSite(Line(int(i) + 1));
      WriteStep(random.steps[i], int(i));
    }
    return Finish("fuzz");
  }
  static std::vector<int32_t> Table() {
    std::vector<int32_t> table;
    for (int pattern = 0; pattern < 8; ++pattern)
      for (int thread = 0; thread < 128; ++thread) table.push_back(CellOf(pattern, thread));
    for (int mask = 0; mask < kMasks; ++mask)
      for (int thread = 0; thread < 128; ++thread) table.push_back(IsActive(mask, thread));
    return table;
  }

 private:
  Value Number(int64_t value) { return Const(Type::I32, value); }
  Value Entry(int row) {
    return Load(Element("table", Type::I32, table_, {8 + kMasks, 128}, {Number(row), thread_}), true);
  }
  void WriteStep(const Step& step, int index) {
    if (step.kind == Step::Block) return Sync();
    if (step.kind == Step::Warp) return Effect("gpu.subgroup_sync", SubgroupSync, {});
    if (step.kind == Step::HalfWarp) {
      BeginIf(Compare(Op::Lt, Binary(Op::FloorMod, thread_, Number(32)), Number(16)));
      Effect("half", SyncHalf, {});
      return EndIf();
    }
    if (step.mask) BeginIf(Compare(Op::Eq, Entry(8 + step.mask), Number(1)));
    if (step.kind == Step::FenceAll)
      Effect("fence", FenceOp, {});
    else
      WriteAccess(step, index);
    if (step.mask) EndIf();
  }
  void WriteAccess(const Step& step, int index) {
    Value cell = Binary(Op::Add, Entry(step.pattern), Number(step.offset));
    uint32_t element =
        Element(step.global ? "G" : "S", Type::I32, step.global ? global_ : shared_, {kCells}, {cell});
    if (step.kind == Step::Load) {
      Load(element, true);
    } else if (step.kind == Step::Store) {
      Value who = step.one_value ? Binary(Op::FloorDiv, thread_, Number(32)) : thread_;
      Store(element, Binary(Op::Add, Binary(Op::Add, who, Binary(Op::Mul, block_, Number(1000))),
                            Number(100000 * (index + 1))));
    } else {
      Value address = Address(element, true);
      Assembler::Call({.name = "atomic",
                       .semantics = AtomicAdd,
                       .args = {{address.reg, address.type, true}, {thread_.reg, Type::I32, true}},
                       .attributes = {{"scope", step.block_scope ? "block" : "device", 0}},
                       .result = {}});
    }
  }

  Value table_, global_, shared_, thread_, block_;
};

// What happens, in the order in which the simulator runs it: block by block, and in each the warps in turn
// from one barrier to the next.
class Tracer {
 public:
  explicit Tracer(const RandomProgram& random) : random_(random) {}
  std::vector<TraceEvent> Trace() {
    for (int block = 0; block < random_.blocks; ++block) {
      for (size_t begin = 0; begin < random_.steps.size();) {
        size_t end = begin;
        while (end < random_.steps.size() && random_.steps[end].kind != Step::Block) ++end;
        for (int warp = 0; warp < random_.warps; ++warp)
          for (size_t i = begin; i < end; ++i) TraceStep(block, warp, int(i));
        if (end < random_.steps.size()) Meet(block, 0, random_.threads());
        begin = end + 1;
      }
    }
    return trace_;
  }

 private:
  void Meet(int block, int first, int count) {
    TraceEvent sync{.kind = TraceEvent::Sync};
    for (int i = 0; i < count; ++i) sync.threads.push_back(block * random_.threads() + first + i);
    trace_.push_back(sync);
  }
  void TraceStep(int block, int warp, int index) {
    const Step& step = random_.steps[size_t(index)];
    if (step.kind == Step::Warp) return Meet(block, warp * kLanes, kLanes);
    if (step.kind == Step::HalfWarp) return Meet(block, warp * kLanes, kLanes / 2);
    const int base = block * random_.threads();
    ++instruction_;
    std::vector<TraceEvent> events;
    for (int thread = warp * kLanes; thread < (warp + 1) * kLanes; ++thread) {
      if (!IsActive(step.mask, thread)) continue;
      TraceEvent event{.kind = step.kind == Step::Load     ? TraceEvent::Read
                               : step.kind == Step::Store  ? TraceEvent::Write
                               : step.kind == Step::Update ? TraceEvent::Atomic
                                                           : TraceEvent::Fence,
                       .thread = base + thread};
      event.cell = CellOf(step.pattern, thread) + step.offset + (step.global ? 0 : 1000 * (block + 1));
      event.value = step.one_value ? warp : thread;
      event.instruction = instruction_;
      event.site = index + 1;
      event.block_scope = step.block_scope;
      events.push_back(event);
    }
    // A read of what nobody has written is reported as that, and does not count otherwise.
    for (const TraceEvent& event : events)
      if (event.kind != TraceEvent::Read || step.global || written_.count(event.cell))
        trace_.push_back(event);
    for (const TraceEvent& event : events)
      if (event.kind == TraceEvent::Write || event.kind == TraceEvent::Atomic) written_.insert(event.cell);
  }

  const RandomProgram& random_;
  std::vector<TraceEvent> trace_;
  std::set<int> written_;
  int instruction_ = 0;
};

RandomProgram Generate(std::mt19937& random, bool exact) {
  RandomProgram program;
  auto pick = [&](int n) { return int(random() % unsigned(n)); };
  program.blocks = 1 + pick(4) / 3;
  program.warps = 1 + pick(4);
  program.exact = exact;
  const int style = pick(3);
  if (style) {  // all of shared memory is written first
    for (int first = 0; first + program.threads() <= kCells; first += program.threads())
      program.steps.push_back({.kind = Step::Store, .offset = first});
    program.steps.push_back({.kind = Step::Block});
  }
  // In a short program, mostly of single threads at one place, no race hides behind another.
  const bool few = pick(2), few_global = pick(2);
  for (int i = few ? 2 + pick(4) : 3 + pick(14); i > 0; --i) {
    const int choice = pick(14);
    Step step;
    step.kind = choice < 5             ? Step::Load
                : choice < 8           ? Step::Store
                : choice < 9           ? Step::Update
                : choice < 11          ? Step::Block
                : choice < 12 || exact ? Step::Warp
                : choice < 13          ? Step::HalfWarp
                                       : Step::FenceAll;
    step.global = few ? few_global : pick(3) == 0;
    step.pattern = few && pick(3) ? 1 : pick(8);
    step.offset = few || pick(2) ? 0 : pick(3) * 16;
    step.mask = few && pick(3) ? 6 + pick(2) : pick(3) ? 0 : pick(kMasks);
    step.one_value = pick(2);
    step.block_scope = pick(4) == 0;
    program.steps.push_back(step);
    if (style == 2 && step.kind <= Step::Update && pick(2)) program.steps.push_back({.kind = Step::Block});
  }
  return program;
}

std::string Describe(const RandomProgram& program) {
  std::string text =
      std::to_string(program.blocks) + " blocks of " + std::to_string(program.warps) + " warps:";
  for (const Step& step : program.steps) {
    text += std::string(" ") + "LSABwhF"[step.kind];
    if (step.kind > Step::Update && step.kind != Step::FenceAll) continue;
    text += std::string(step.global ? "g" : "") + std::to_string(step.pattern) + "+" +
            std::to_string(step.offset) + "/" + std::to_string(step.mask) + (step.one_value ? "=" : "") +
            (step.block_scope ? "b" : "");
  }
  return text;
}

using Pairs = std::set<std::pair<int, int>>;

Pairs Simulate(const RandomProgram& random) {
  std::vector<int32_t> table = Writer::Table(), global(kCells);
  RunOptions options;
  options.fault_limit = 1000;
  auto report = RunProgram(Writer().Write(random), {PointerTo(table), PointerTo(global)},
                           {uint32_t(random.blocks), 1, 1}, {uint32_t(random.threads()), 1, 1}, options);
  Pairs pairs;
  for (const auto& fault : report.faults) {
    const int line = int(fault.span->line);
    if (fault.kind == DK::SimStoreConflict) pairs.insert({line, line});
    if (fault.kind != DK::SimRace) continue;
    for (const auto& note : fault.notes)
      if (note.span.defined()) pairs.insert({line, int(note.span->line)});
  }
  return pairs;
}

Pairs AskOracle(const RandomProgram& random) {
  return RaceOracle(random.blocks * random.threads(), random.threads()).Races(Tracer(random).Trace());
}

// TIRX_FUZZ_RUNS programs of either sort.
int Runs() {
  const char* runs = std::getenv("TIRX_FUZZ_RUNS");
  return runs ? std::atoi(runs) : 400;
}

void Compare(bool exact, int* missed) {
  int racy = 0, clean = 0;
  for (int seed = 1; seed <= Runs(); ++seed) {
    std::mt19937 random(unsigned(seed) * 2 + unsigned(exact));
    RandomProgram program = Generate(random, exact);
    const Pairs expected = AskOracle(program), found = Simulate(program);
    (expected.empty() ? clean : racy) += 1;
    std::string what = "seed " + std::to_string(seed) + ", " + Describe(program);
    for (const auto& [later, earlier] : found)
      EXPECT_TRUE(expected.count({later, earlier}))
          << "no race of lines " << later << " and " << earlier << "; " << what;
    if (exact) {
      EXPECT_EQ(found.empty(), expected.empty())
          << "missed line " << (expected.empty() ? 0 : expected.begin()->first) << "; " << what;
    }
    *missed += found.empty() && !expected.empty();
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(racy, Runs() / 10);
  EXPECT_GT(clean, Runs() / 10);
}

TEST(RaceFuzz, BarriersAndWarpSynchronisation) {
  int missed = 0;
  Compare(true, &missed);
  EXPECT_EQ(missed, 0);
}

// Two witnesses per cell can be too few when parts of a warp or single threads are ordered: a race may be
// missed, but none is invented.
TEST(RaceFuzz, FencesAndPartsOfWarps) {
  int missed = 0;
  Compare(false, &missed);
  EXPECT_LE(missed, Runs() / 100);
}

}  // namespace
}  // namespace tirx::sim

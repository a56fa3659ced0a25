// SPDX-License-Identifier: Apache-2.0
// Loads and stores: patterns, types, spaces; and each fault that memory can have.
#include "program_under_test.h"

namespace tirx::sim {
namespace {

// Copies in[f(tx)] to out[tx] with 32-bit lanes.
LaunchReport Gather(std::vector<float>& in, std::vector<float>& out,
                    const std::function<Value(ProgramUnderTest&, Value)>& f) {
  ProgramUnderTest p;
  Value a = p.AddParam("in", true, Type::U64), b = p.AddParam("out", true, Type::U64);
  p.SetSite(Line(1));
  Value tx = p.ThreadIdx();
  Value index = f(p, tx);
  p.SetSite(Line(2));
  uint32_t from = p.Element("A", Type::F32, a, {int64_t(in.size())}, {index});
  Value value = p.Load(from, index.vector);
  p.SetSite(Line(3));
  p.Store(p.Element("B", Type::F32, b, {int64_t(out.size())}, {tx}), value);
  return RunProgram(p.Finish("gather"), {PointerTo(in), PointerTo(out)}, kOne, {uint32_t(out.size()), 1, 1});
}

std::vector<float> Iota(int n) {
  std::vector<float> data;
  for (int i = 0; i < n; ++i) data.push_back(float(i));
  return data;
}

TEST(Memory, Patterns) {
  auto in = Iota(256);
  std::vector<float> out(64);
  EXPECT_EQ(Texts(Gather(in, out, [](auto&, Value tx) { return tx; })), Lines());
  EXPECT_EQ(out, Iota(64));
  EXPECT_EQ(
      Texts(Gather(in, out,
                   [](auto& p, Value tx) { return p.Binary(Op::Mul, tx, p.Const(Type::I32, int64_t(3))); })),
      Lines());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[size_t(i)], float(3 * i));
  EXPECT_EQ(Texts(Gather(in, out, [](auto& p, Value) { return p.Const(Type::I32, int64_t(9)); })), Lines());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[size_t(i)], 9);
  // A 64-bit index.
  EXPECT_EQ(Texts(Gather(in, out, [](auto& p, Value tx) { return p.Cast(tx, Type::I64); })), Lines());
  EXPECT_EQ(out, Iota(64));
}

TEST(Memory, OutOfBoundsNamesElementAndThread) {
  auto in = Iota(64);
  std::vector<float> out(96, -1);
  auto report = Gather(
      in, out, [](auto& p, Value tx) { return p.Binary(Op::Add, tx, p.Const(Type::I32, int64_t(6))); });
  EXPECT_EQ(
      Texts(report),
      Lines({"SimOutOfBounds at 2: `A[64]`: index 64 is out of bounds for dimension 0 with extent 64"}));
  ASSERT_EQ(report.faults[0].notes.size(), 3u);
  EXPECT_EQ(report.faults[0].notes[0].message, "in kernel `gather`, block (0, 0, 0), thread (58, 0, 0)");
  EXPECT_EQ(report.faults[0].notes[1].message, "the warp was in line 1 before");
  EXPECT_EQ(report.faults[0].notes[2].message, "and 37 more times here");
  EXPECT_TRUE(report.completed);
  EXPECT_EQ(out[57], 63);
  EXPECT_EQ(out[58], 0);  // suppressed
}

TEST(Memory, NegativeIndex) {
  auto in = Iota(64);
  std::vector<float> out(32);
  auto report = Gather(
      in, out, [](auto& p, Value tx) { return p.Binary(Op::Sub, tx, p.Const(Type::I32, int64_t(1))); });
  EXPECT_EQ(
      Texts(report),
      Lines({"SimOutOfBounds at 2: `A[-1]`: index -1 is out of bounds for dimension 0 with extent 64"}));
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 1);
}

TEST(Memory, WideIndexBeyond32Bits) {
  auto in = Iota(64);
  std::vector<float> out(32);
  auto report = Gather(in, out, [](auto& p, Value tx) {
    return p.Binary(Op::Add, p.Cast(tx, Type::I64), p.Const(Type::I64, int64_t(1) << 32));
  });
  EXPECT_EQ(Texts(report), Lines({"SimOutOfBounds at 2: `A[4294967296]`: index 4294967296 is out of bounds "
                                  "for dimension 0 with extent 64"}));
}

TEST(Memory, EachDimensionIsChecked) {
  ProgramUnderTest p;
  Value a = p.AddParam("A", true, Type::U64);
  Value x = p.ThreadIdx("x"), y = p.ThreadIdx("y");
  p.SetSite(Line(4));
  // 8 x 4, but x runs to 7: inside of the allocation and still wrong.
  p.Store(p.Element("A", Type::I16, a, {8, 4}, {y, x}), p.Cast(x, Type::I16));
  std::vector<int16_t> data(32, -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {8, 4, 1});
  EXPECT_EQ(
      Texts(report),
      Lines({"SimOutOfBounds at 4: `A[0, 4]`: index 4 is out of bounds for dimension 1 with extent 4"}));
  for (int i = 0; i < 16; ++i) EXPECT_EQ(data[size_t(i)], i % 4);
  EXPECT_EQ(data[16], -1);
}

TEST(Memory, TensorLargerThanItsAllocation) {
  ProgramUnderTest p;
  Value a = p.AddParam("A", true, Type::U64);
  Value tx = p.ThreadIdx();
  p.SetSite(Line(5));
  p.Store(p.Element("A", Type::F32, a, {64}, {tx}), p.Cast(tx, Type::F32));
  std::vector<float> data(40);
  auto report = RunProgram(p.Finish("k"), {KernelArg::Pointer(data.data(), 140)}, kOne, {64, 1, 1});
  EXPECT_EQ(Texts(report),
            Lines({"SimOutOfAllocation at 5: `A[35]`: 4 bytes at byte offset 140 of `A`, which has 140 "
                   "bytes; an access must stay inside of the memory it was given"}));
  EXPECT_EQ(data[34], 34);
  EXPECT_EQ(data[35], 0);
}

TEST(Memory, VectorAccessAndAlignment) {
  ProgramUnderTest p;
  Value a = p.AddParam("A", true, Type::U64), b = p.AddParam("B", true, Type::U64);
  Value tx = p.ThreadIdx();
  Value index = p.Binary(Op::Mul, tx, p.Const(Type::I32, int64_t(4)));
  Value four = p.Load(p.Element("A", Type::F32, a, {128}, {index}, 4), true);
  EXPECT_EQ(four.lanes, 4);
  p.Store(p.Element("B", Type::F32, b, {128}, {index}, 4), p.Binary(Op::Add, four, four));
  p.SetSite(Line(6));
  Value odd = p.Binary(Op::Add, index, p.Const(Type::I32, int64_t(2)));
  p.Load(p.Element("A", Type::F32, a, {128}, {odd}, 4), true);
  alignas(16) static float in[128], out[128];
  for (int i = 0; i < 128; ++i) in[i] = float(i);
  auto report = RunProgram(p.Finish("k"), {KernelArg::Pointer(in, 512), KernelArg::Pointer(out, 512)}, kOne,
                           {32, 1, 1});
  EXPECT_EQ(
      Texts(report),
      Lines({"SimOutOfBounds at 6: `A[126:130]`: index 129 is out of bounds for dimension 0 with extent 128",
             "SimMisaligned at 6: `A[2:6]`: address 8 is not a multiple of 16; an access of 16 bytes must be "
             "aligned to its size"}));
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], float(2 * i));
}

TEST(Memory, PointerPerLane) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  Value base =
      p.Binary(Op::Add, out, p.Cast(p.Binary(Op::Mul, tx, p.Const(Type::I32, int64_t(8))), Type::U64));
  p.SetSite(Line(3));
  p.Store(p.Element("T", Type::I32, base, {2}, {p.Const(Type::I32, int64_t(1))}), tx);
  std::vector<int32_t> data(63, -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1});
  EXPECT_EQ(Texts(report),
            Lines({"SimOutOfAllocation at 3: `T[1]`: 4 bytes at byte offset 252 of `out`, which has 252 "
                   "bytes; an access must stay inside of the memory it was given"}));
  for (int i = 0; i < 63; ++i) EXPECT_EQ(data[size_t(i)], i % 2 == 1 ? i / 2 : -1);
}

TEST(Memory, ViewOfLocalMemoryThatIsTooLarge) {
  ProgramUnderTest p;
  Value tx = p.ThreadIdx();
  uint32_t local = p.AddLocal(16);
  p.SetSite(Line(4));
  p.Store(p.LocalElement("V", Type::I32, local, {1000}, {tx}), tx);
  EXPECT_EQ(Texts(RunProgram(p.Finish("k"), {}, kOne, {32, 1, 1})),
            Lines({"SimOutOfAllocation at 4: `V[4]`: there is no memory at its address; an access must stay "
                   "inside of "
                   "the memory it was given"}));
}

TEST(Memory, SharedIsUnwrittenInEachBlock) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value shared = p.AddShared("S", 64 * 2, 2);
  Value tx = p.ThreadIdx();
  uint32_t element = p.Element("S", Type::F16, shared, {64}, {tx});
  p.BeginIf(p.Compare(Op::Lt, tx, p.Const(Type::I32, int64_t(48))));
  p.Store(element, p.Cast(tx, Type::F16));
  p.EndIf();
  p.Sync();
  p.SetSite(Line(7));
  Value back = p.Load(element, true);
  p.Store(p.Element("out", Type::F32, out, {192}, {p.GlobalThread(64)}), p.Cast(back, Type::F32));
  std::vector<float> data(192, -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, {3, 1, 1}, {64, 1, 1});
  EXPECT_EQ(Texts(report), Lines({"SimUninitialised at 7: `S[48]`: read before anything was written there"}));
  EXPECT_EQ(report.faults[0].notes.back().message, "and 47 more times here");
  EXPECT_EQ(data[47], 47);
  EXPECT_EQ(data[48], 0);
}

TEST(Memory, LocalIsPerThread) {
  ProgramUnderTest p;
  Value out = p.AddParam("out", true, Type::U64);
  Value tx = p.ThreadIdx();
  uint32_t local = p.AddLocal(8 * 8);
  Value k = p.Binary(Op::FloorMod, tx, p.Const(Type::I32, int64_t(8)));
  p.Store(p.LocalElement("L", Type::I64, local, {8}, {k}), p.Cast(tx, Type::I64));
  Value back = p.Load(p.LocalElement("L", Type::I64, local, {8}, {k}), true);
  p.Store(p.Element("out", Type::I64, out, {32}, {tx}), back);
  p.SetSite(Line(8));
  p.Load(p.LocalElement("L", Type::I64, local, {8}, {p.Const(Type::I32, int64_t(0))}), true);
  p.SetSite(Line(9));
  p.Load(p.LocalElement("L", Type::I64, local, {8}, {tx}), true);
  std::vector<int64_t> data(32, -1);
  auto report = RunProgram(p.Finish("k"), {PointerTo(data)}, kOne, {32, 1, 1});
  for (int i = 0; i < 32; ++i) EXPECT_EQ(data[size_t(i)], i);
  EXPECT_EQ(Texts(report),
            Lines({"SimUninitialised at 8: `L[0]`: read before anything was written there",
                   "SimOutOfBounds at 9: `L[8]`: index 8 is out of bounds for dimension 0 with extent 8"}));
  EXPECT_EQ(report.faults[0].notes[0].message, "in kernel `k`, block (0, 0, 0), thread (1, 0, 0)");
}

TEST(Memory, NarrowTypesRoundTrip) {
  for (Type type : {Type::Bool, Type::I8, Type::I16, Type::U8, Type::U16, Type::F16, Type::BF16}) {
    ProgramUnderTest p;
    Value a = p.AddParam("A", true, Type::U64), b = p.AddParam("B", true, Type::U64);
    Value tx = p.ThreadIdx();
    uint32_t local = p.AddLocal(4);
    uint32_t cell = p.LocalElement("L", type, local, {1}, {p.Const(Type::I32, int64_t(0))});
    p.Store(cell, p.Load(p.Element("A", type, a, {32}, {tx}), true));
    p.Store(p.Element("B", type, b, {32}, {tx}), p.Load(cell, true));
    std::vector<uint8_t> in(64), out(64);
    for (int i = 0; i < 64; ++i) in[size_t(i)] = uint8_t(type == Type::Bool ? i & 1 : i * 37 + 1);
    auto report = RunProgram(p.Finish("k"), {PointerTo(in), PointerTo(out)}, kOne, {32, 1, 1});
    EXPECT_EQ(Texts(report), Lines());
    for (int i = 0; i < 32 * MemoryBytes(type); ++i)
      EXPECT_EQ(out[size_t(i)], in[size_t(i)]) << TypeName(type);
  }
}

}  // namespace
}  // namespace tirx::sim

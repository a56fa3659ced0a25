// SPDX-License-Identifier: Apache-2.0
// Semantics functions of mathematical ops: values, special cases, types, uniform and per-lane operands.
#include <cmath>

#include "program_under_test.h"
#include "sim/rounding.h"

namespace tirx::sim {
namespace {

// Applies an op to arrays of one type; `result` is the type of what it gives.
template <class R, class T>
std::vector<R> Map(Semantics op, Type type, Type result, std::vector<std::vector<T>> operands,
                   NumericMode mode = {}, Lines* faults = nullptr) {
  ProgramUnderTest p;
  std::vector<Value> args;
  std::vector<KernelArg> launch;
  const int64_t n = int64_t(operands[0].size());
  Value tx = p.ThreadIdx();
  for (auto& operand : operands) {
    Value pointer = p.AddParam("in", true, Type::U64);
    launch.push_back(PointerTo(operand));
    args.push_back(p.Load(p.Element("in", type, pointer, {n}, {tx}), true));
  }
  std::vector<R> out(static_cast<size_t>(n));
  Value pointer = p.AddParam("out", true, Type::U64);
  launch.push_back(PointerTo(out));
  p.SetSite(Line(1));
  p.Store(p.Element("out", result, pointer, {n}, {tx}), p.Operation("T.op", op, args, result));
  RunOptions options;
  options.numeric = mode;
  auto report = RunProgram(p.Finish("k"), launch, {1, 1, 1}, {uint32_t(n), 1, 1}, options);
  if (faults)
    *faults = Texts(report);
  else
    EXPECT_EQ(Texts(report), Lines());
  return out;
}

std::vector<float> F32(Semantics op, std::vector<float> x, NumericMode mode = {}) {
  return Map<float, float>(op, Type::F32, Type::F32, {x}, mode);
}

TEST(Ops, Elementary) {
  std::vector<float> xs = {0.1f, 1, 2.5f, 7};
  struct Row {
    Semantics op;
    long double (*reference)(long double);
  };
  const Row rows[] = {{Exp, std::exp},   {Exp2, std::exp2}, {Log, std::log},
                      {Log2, std::log2}, {Sqrt, std::sqrt}, {Tanh, std::tanh},
                      {Sin, std::sin},   {Cos, std::cos},   {Erf, std::erf}};
  for (const Row& row : rows) {
    auto got = F32(row.op, xs);
    for (size_t i = 0; i < xs.size(); ++i) EXPECT_EQ(got[i], float(row.reference(xs[i])));
  }
  EXPECT_EQ(F32(Rsqrt, {4, 0, INFINITY}), (std::vector<float>{0.5f, INFINITY, 0}));
  EXPECT_EQ((Map<double, double>(Exp, Type::F64, Type::F64, {{1}})), (std::vector<double>{std::exp(1.0)}));
}

TEST(Ops, RoundingToIntegers) {
  std::vector<float> xs = {-2.5f, -0.5f, 0.5f, 1.5f, 2.4f};
  EXPECT_EQ(F32(Round, xs), (std::vector<float>{-2, -0.0f, 0, 2, 2}));
  EXPECT_EQ(F32(Floor, xs), (std::vector<float>{-3, -1, 0, 1, 2}));
  EXPECT_EQ(F32(Ceil, xs), (std::vector<float>{-2, -0.0f, 1, 2, 3}));
  EXPECT_EQ(F32(Trunc, xs), (std::vector<float>{-2, -0.0f, 0, 1, 2}));
}

TEST(Ops, TwoAndThreeOperands) {
  EXPECT_EQ((Map<float, float>(Pow, Type::F32, Type::F32, {{2, 9}, {10, 0.5f}})),
            (std::vector<float>{1024, 3}));
  EXPECT_EQ((Map<float, float>(Fmod, Type::F32, Type::F32, {{7, -7}, {4, 4}})), (std::vector<float>{3, -3}));
  // 1 + 2^-12 squared minus 1: the low bit survives only without an intermediate rounding.
  const float a = 1 + 0x1p-12f;
  EXPECT_EQ((Map<float, float>(Fma, Type::F32, Type::F32, {{a}, {a}, {-1}}))[0], std::fma(a, a, -1.0f));
  EXPECT_NE(std::fma(a, a, -1.0f), a * a - 1);
  auto half = [](float x) { return EncodeHalf(RoundToHalf(x)); };
  // 2049 does not fit float16's 11 bits; 2048 + 1 + 2^-13 must round up, once.
  EXPECT_EQ((Map<uint16_t, uint16_t>(Fma, Type::F16, Type::F16,
                                     {{half(1)}, {half(2048)}, {half(1 + 0x1p-10f)}}))[0],
            half(2050));
}

TEST(Ops, Tests) {
  std::vector<float> xs = {NAN, INFINITY, -INFINITY, 0, 1};
  EXPECT_EQ((Map<uint8_t, float>(IsNan, Type::F32, Type::Bool, {xs})), (std::vector<uint8_t>{1, 0, 0, 0, 0}));
  EXPECT_EQ((Map<uint8_t, float>(IsInf, Type::F32, Type::Bool, {xs})), (std::vector<uint8_t>{0, 1, 1, 0, 0}));
  EXPECT_EQ((Map<uint8_t, float>(IsFinite, Type::F32, Type::Bool, {xs})),
            (std::vector<uint8_t>{0, 0, 0, 1, 1}));
}

TEST(Ops, Integers) {
  EXPECT_EQ((Map<int8_t, int8_t>(Popcount, Type::I8, Type::I8, {{-1, 5}})), (std::vector<int8_t>{8, 2}));
  EXPECT_EQ((Map<uint32_t, uint32_t>(Clz, Type::U32, Type::U32, {{0, 1, 1u << 31}})),
            (std::vector<uint32_t>{32, 31, 0}));
  EXPECT_EQ((Map<int16_t, int16_t>(Clz, Type::I16, Type::I16, {{-1, 3}})), (std::vector<int16_t>{0, 14}));
  EXPECT_EQ((Map<int32_t, int32_t>(Abs, Type::I32, Type::I32, {{-5, 5}})), (std::vector<int32_t>{5, 5}));
  Lines faults;
  Map<int32_t, int32_t>(Abs, Type::I32, Type::I32, {{INT32_MIN}}, {}, &faults);
  EXPECT_EQ(faults,
            Lines({"SimBadOperand at 1: `T.op`: the smallest integer has no absolute value in its type"}));
}

TEST(Ops, FlushToZero) {
  NumericMode flush;
  flush.ftz = true;
  EXPECT_GT(F32(Exp, {-100})[0], 0);
  EXPECT_EQ(F32(Exp, {-100}, flush)[0], 0);
}

}  // namespace
}  // namespace tirx::sim

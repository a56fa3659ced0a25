// SPDX-License-Identifier: Apache-2.0
// Each instruction set of the host computes the same bits.
#include "sim/isa.h"

#include <random>

#include "diag/render.h"
#include "program_under_test.h"

namespace tirx::sim {
namespace {

constexpr int kCount = 64;

// Z[i] = op(X[i], Y[i]), or of X alone; a cast goes to float32 and back.
class Elementwise : public ProgramUnderTest {
 public:
  Program Write(Op op, Type type) {
    Value x = AddParam("X", true, Type::U64), y = AddParam("Y", true, Type::U64),
          z = AddParam("Z", true, Type::U64);
    Value i = ThreadIdx();
    auto load = [&](const char* name, Value base) {
      return Load(Element(name, type, base, {kCount}, {i}), true);
    };
    Store(Element("Z", type, z, {kCount}, {i}), Apply(op, load("X", x), load("Y", y)));
    return Finish("elementwise");
  }

 private:
  Value Apply(Op op, Value a, Value b) {
    if (op == Op::Cast) return Cast(Cast(a, Type::F32), a.type);
    return FamilyOf(op) == Family::Unary ? Unary(op, a) : Binary(op, a, b);
  }
};

// Whether the baseline has handlers for what Elementwise writes.
bool Has(Op op, Type type) {
  const Family family = FamilyOf(op);
  if (op == Op::Cast) return true;
  if ((family != Family::Binary && family != Family::Unary) || op == Op::Bitcast || IsSmallFloat(type))
    return false;
  Instr instr;
  instr.op = op;
  instr.type = type;
  instr.form = uint8_t(kVectorD | kVectorA | (family == Family::Binary ? kVectorB : 0));
  return Isas().back().find(instr, NumericMode());
}

std::vector<uint64_t> Words(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<uint64_t> words(kCount);
  for (uint64_t& word : words) word = random();
  return words;
}

std::vector<uint64_t> Compute(const Program& program, const Isa& isa) {
  std::vector<uint64_t> x = Words(1), y = Words(2), z(kCount);
  RunOptions options;
  options.isa = &isa;
  RunProgram(program, {PointerTo(x), PointerTo(y), PointerTo(z)}, {1, 1, 1}, {kCount, 1, 1}, options);
  return z;
}

TEST(Isas, TheLastAlwaysWorks) {
  ASSERT_FALSE(Isas().empty());
  EXPECT_STREQ(Isas().back().name, "baseline");
}

// Sets a variable of the environment for as long as it lives.
struct WithIsa {
  explicit WithIsa(const char* name) { setenv("TIRX_SIMULATOR_ISA", name, 1); }
  ~WithIsa() { unsetenv("TIRX_SIMULATOR_ISA"); }
};

TEST(Isas, TheEnvironmentChooses) {
  const Program program = Elementwise().Write(Op::Add, Type::F32);
  const auto expected = Compute(program, Isas().back());
  auto x = Words(1), y = Words(2), z = std::vector<uint64_t>(kCount);
  auto run = [&] {
    return sim::Run(program, {PointerTo(x), PointerTo(y), PointerTo(z)}, {{1, 1, 1}, {kCount, 1, 1}});
  };
  for (const Isa& isa : Isas()) {
    WithIsa with(isa.name);
    ASSERT_TRUE(run().ok()) << isa.name;
    EXPECT_EQ(z, expected) << isa.name;
  }
  WithIsa with("mmx");
  auto failed = run();
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(diag::Render(failed.diagnostics()).find("TIRX_SIMULATOR_ISA is `mmx`; this processor has"),
            std::string::npos);
}

TEST(Isas, ComputeTheSame) {
  int compared = 0;
  for (int op = 0; op < kOpCount; ++op)
    for (int t = 0; t < kTypeCount; ++t) {
      if (!Has(Op(op), Type(t))) continue;
      const Program program = Elementwise().Write(Op(op), Type(t));
      const auto expected = Compute(program, Isas().back());
      for (const Isa& isa : Isas())
        EXPECT_EQ(Compute(program, isa), expected) << isa.name << ", " << op << ", " << t;
      ++compared;
    }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace tirx::sim

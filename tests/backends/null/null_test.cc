// SPDX-License-Identifier: Apache-2.0
// The null backend: its text, and, since that text is C, what it computes: the C-family printer's arithmetic
// is run and compared with the language's own.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "backend/loader.h"
#include "backends/null/dialect.h"
#include "diag/render.h"
#include "ir/builder.h"

namespace tirx::null {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::Var;

ir::Function Kernel(Builder& b, const char* name) {
  return b.Finish(name, ir::VoidType(), true,
                  {{ir::attr::kCallingConv, int64_t(ir::CallingConv::DeviceKernel)}});
}

Var FlatTensor(Builder& b, const std::string& name, DType dtype, int64_t extent) {
  Var pointer = b.Param(name, ir::PointerType(ir::PrimType(dtype)));
  return b.Decl(name, ir::MakeTensorType(dtype, {Int32(extent)}), pointer);
}

std::string Text(const Array<ir::Function>& functions) {
  auto source = GenerateNull(functions, target::Target());
  return source.ok() ? source->text : diag::Render(source.diagnostics());
}

// The functions, compiled by the machine's C compiler, warnings being errors.
class CLibrary {
 public:
  explicit CLibrary(const std::string& text) {
    std::string directory = ::testing::TempDir() + "tirx_null_XXXXXX";
    EXPECT_NE(mkdtemp(directory.data()), nullptr);
    std::ofstream(directory + "/k.c") << text;
    std::string command = "cc -std=c11 -Wall -Wextra -Werror -O1 -shared -fPIC -o " + directory + "/k.so " +
                          directory + "/k.c -lm";
    EXPECT_EQ(std::system(command.c_str()), 0) << text;
    library_ = dlopen((directory + "/k.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library_, nullptr) << dlerror();
    EXPECT_EQ(std::system(("rm -r " + directory).c_str()), 0);
  }
  ~CLibrary() {
    if (library_) dlclose(library_);
  }
  template <class F>
  F* Get(const char* name) {
    return reinterpret_cast<F*>(dlsym(library_, name));
  }

 private:
  void* library_ = nullptr;
};

class Null : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { backend::LoadAtStart(); }
};

TEST_F(Null, PrintsPlainC) {
  Builder helper;
  Var v = helper.Param("v", Float(32));
  helper.Return(v * v);
  Builder b;
  Var a = FlatTensor(b, "A", Float(32), 64);
  Var tx = b.Bind("tx", b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  b.Store(a, {tx}, b.Op("exp", {b.CallFunction("square", ir::PrimType(Float(32)), {b.Load(a, {tx})})}));
  EXPECT_EQ(Text({Kernel(b, "k"), helper.Finish("square", ir::PrimType(Float(32)), false)}),
            "#include <math.h>\n"
            "struct launch_index { int x, y, z; };\n"
            "extern struct launch_index block_idx, thread_idx, grid_dim, block_dim;\n"
            "\n"
            "static float square(float v);\n"
            "\n"
            "void k(float* A) {\n"
            "  int tx = thread_idx.x;\n"
            "  A[tx] = expf(square(A[tx]));\n"
            "}\n"
            "\n"
            "static float square(float v) {\n"
            "  return (v * v);\n"
            "}\n");
}

TEST_F(Null, RegistersWhatABackendMust) {
  EXPECT_TRUE(backend::IsLoaded("null"));
  const auto& rows = ir::CurrentSnapshot();
  EXPECT_EQ(rows.OwnerOf<codegen::GeneratorRow>("null"), "null");
  auto target = target::Parse("null");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(std::string((*target)->kind), "null");
}

TEST_F(Null, RefusesWhatItHasNoFormFor) {
  Builder b;
  b.Evaluate(b.Op("gpu.sync", {}));
  EXPECT_EQ(Text({Kernel(b, "k")}), "error: null code has no form for `gpu.sync` [CodegenNoEmission]\n");
}

constexpr BinaryOp kIntegerOps[] = {BinaryOp::Add, BinaryOp::Sub,      BinaryOp::Mul,      BinaryOp::Div,
                                    BinaryOp::Mod, BinaryOp::FloorDiv, BinaryOp::FloorMod, BinaryOp::Min,
                                    BinaryOp::Max, BinaryOp::BitAnd,   BinaryOp::BitOr,    BinaryOp::BitXor,
                                    BinaryOp::Shl, BinaryOp::Shr};

// One function for each operator on each type: out[0] = (wide)(a[0] op b[0]).
Array<ir::Function> OperatorFunctions(DType t) {
  Array<ir::Function> functions;
  for (BinaryOp op : kIntegerOps) {
    Builder b;
    Var x = b.Param("x", t), y = b.Param("y", t);
    Var out = FlatTensor(b, "out", Int(64), 1);
    b.Store(out, {Int32(0)}, ir::Cast(Int(64), ir::Binary(op, x, y)));
    functions.push_back(Kernel(b, (std::string(ir::InfoOf(op).name) + "_" + DTypeName(t)).c_str()));
  }
  return functions;
}

template <class T>
void CheckOperators(DType t, const std::vector<T>& values) {
  CLibrary library(Text(OperatorFunctions(t)));
  for (BinaryOp op : kIntegerOps) {
    std::string name = std::string(ir::InfoOf(op).name) + "_" + DTypeName(t);
    auto* f = library.Get<void(T, T, long long*)>(name.c_str());
    ASSERT_NE(f, nullptr) << name;
    for (T a : values)
      for (T b : values) {
        auto expected = ir::EvalInt(op, t, int64_t(a), int64_t(b));
        if (!expected) continue;  // undefined in the language
        long long seen = 0;
        f(a, b, &seen);
        ASSERT_EQ(seen, *expected) << name << " " << int64_t(a) << " " << int64_t(b);
      }
  }
}

template <class T>
std::vector<T> Interesting() {
  std::vector<T> values;
  for (int i = -9; i <= 9; ++i) values.push_back(T(i));
  for (int i = 0; i < 3; ++i) {
    values.push_back(T(std::numeric_limits<T>::min() + i));
    values.push_back(T(std::numeric_limits<T>::max() - i));
  }
  return values;
}

TEST_F(Null, IntegerOperatorsComputeWhatTheLanguageSays) {
  std::vector<int8_t> all;
  std::vector<uint8_t> all_unsigned;
  for (int i = -128; i < 128; ++i) {
    all.push_back(int8_t(i));
    all_unsigned.push_back(uint8_t(i));
  }
  CheckOperators<int8_t>(Int(8), all);
  CheckOperators<uint8_t>(UInt(8), all_unsigned);
  CheckOperators<int16_t>(Int(16), Interesting<int16_t>());
  CheckOperators<uint16_t>(UInt(16), Interesting<uint16_t>());
  CheckOperators<int32_t>(Int(32), Interesting<int32_t>());
  CheckOperators<uint32_t>(UInt(32), Interesting<uint32_t>());
  CheckOperators<int64_t>(Int(64), Interesting<int64_t>());
}

TEST_F(Null, ConversionsSaturate) {
  Builder b;
  Var x = b.Param("x", Float(64));
  b.Store(FlatTensor(b, "narrow", Int(32), 1), {Int32(0)}, ir::Cast(Int(32), x));
  b.Store(FlatTensor(b, "wide", Int(64), 1), {Int32(0)}, ir::Cast(Int(64), x));
  CLibrary library(Text({Kernel(b, "k")}));
  auto* f = library.Get<void(double, int*, long long*)>("k");
  auto check = [&](double value, int narrow, long long wide) {
    int seen = 7;
    long long seen_wide = 7;
    f(value, &seen, &seen_wide);
    EXPECT_EQ(seen, narrow) << value;
    EXPECT_EQ(seen_wide, wide) << value;
  };
  check(-1.9, -1, -1);
  check(NAN, 0, 0);
  check(1e30, INT32_MAX, INT64_MAX);
  check(-1e30, INT32_MIN, INT64_MIN);
  check(2147483647.5, INT32_MAX, 2147483647);
  check(4294967296.0, INT32_MAX, 4294967296);
}

TEST_F(Null, LazyBranchesAreNotEvaluated) {
  Builder b;
  Var p = FlatTensor(b, "p", Int(32), 1);
  Var out = FlatTensor(b, "out", Int(32), 2);
  Var have = b.Param("have", Bool());
  b.Store(out, {Int32(0)}, b.Op("if_then_else", {have, b.Load(p, {Int32(0)}), Int32(-1)}));
  Expr positive = ir::Binary(BinaryOp::GT, b.Load(p, {Int32(0)}), Int32(0));
  b.Store(out, {Int32(1)}, ir::Cast(Int(32), ir::Binary(BinaryOp::And, have, positive)));
  CLibrary library(Text({Kernel(b, "k")}));
  auto* f = library.Get<void(int*, int*, bool)>("k");
  int out_value[2] = {7, 7}, value = 5;
  f(nullptr, out_value, false);
  EXPECT_EQ(out_value[0], -1);
  EXPECT_EQ(out_value[1], 0);
  f(&value, out_value, true);
  EXPECT_EQ(out_value[0], 5);
  EXPECT_EQ(out_value[1], 1);
}

TEST_F(Null, LoopsAndVectors) {
  Builder b;
  Var a = FlatTensor(b, "a", Float(32), 64);
  Var sum = b.Alloc("sum", ir::MakeTensorType(Float(32), {Int32(1)}, "local", {}, Expr(), 0, true));
  b.Store(sum, {Int32(0)}, ir::MakeFloat(Float(32), 0));
  b.For(
      "i", Int32(0), Int32(64),
      [&](Var i) {
        b.If(ir::FoldBinary(BinaryOp::EQ, ir::FloorMod(i, Int32(8)), Int32(7)), [&] { b.Continue(); });
        b.Store(sum, {Int32(0)}, b.Load(sum, {Int32(0)}) + b.Load(a, {i}));
      },
      ir::ForKind::Serial, Int32(3));
  Expr swapped = ir::Ramp(Int32(1), Int32(-1), 2), ramp = ir::Ramp(Int32(0), Int32(1), 2);
  b.Store(a, {ramp}, b.Load(a, {swapped}));
  b.Store(a, {Int32(2)}, b.Load(sum, {Int32(0)}));
  CLibrary library(Text({Kernel(b, "k")}));
  float values[64], expected = 0;
  for (int i = 0; i < 64; ++i) values[i] = float(i * i);
  for (int i = 0; i < 64; i += 3) expected += i % 8 == 7 ? 0 : values[i];
  library.Get<void(float*)>("k")(values);
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], 0);
  EXPECT_EQ(values[2], expected);
}

}  // namespace
}  // namespace tirx::null

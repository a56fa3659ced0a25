// SPDX-License-Identifier: Apache-2.0
// Statements, memory, calls and launches of host code.
#include "codegen/host/host_fixture.h"
#include "ir/arith.h"
#include "runtime/fake_launcher.h"

namespace tirx::testing {
namespace {

using ir::Binary;
using ir::BinaryOp;
using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::Int64;
using ir::MakeTensorType;
using ir::Var;

class HostControl : public HostTest {};

Expr Eq(Expr a, Expr b) {
  return Binary(BinaryOp::EQ, a, b);
}

// A cell of the script: `total: T.int32 = value`.
Var Cell(Builder& b, const char* name, int64_t value) {
  Var cell = b.Alloc(name, MakeTensorType(Int(32), {Int32(1)}, "local", {}, Expr(), 0, true));
  b.Store(cell, {Int32(0)}, Int32(value));
  return cell;
}
void AddTo(Builder& b, const Var& cell, Expr value) {
  b.Store(cell, {Int32(0)}, Binary(BinaryOp::Add, b.Load(cell, {Int32(0)}), value));
}

TEST_F(HostControl, LoopsBreakAndContinue) {
  Builder b;
  b.Open();
  Var n = b.Param("n", Int(32));
  Var total = Cell(b, "total", 0);
  b.For("i", Int32(2), n, [&](Var i) {
    b.If(Eq(Binary(BinaryOp::FloorMod, i, Int32(2)), Int32(1)), [&] { b.Continue(); });
    b.If(Binary(BinaryOp::GT, i, Int32(10)), [&] { b.Break(); });
    AddTo(b, total, i);
  });
  b.Return(b.Load(total, {Int32(0)}));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32)))});
  EXPECT_EQ(Call(f, {IntArg(5)}).result.v_int64, 2 + 4 + 6);
  EXPECT_EQ(Call(f, {IntArg(100)}).result.v_int64, 2 + 4 + 6 + 8 + 10);
  EXPECT_EQ(Call(f, {IntArg(0)}).result.v_int64, 0);
}

TEST_F(HostControl, LoopsWithStepsAndNestedOnes) {
  Builder b;
  b.Open();
  Var total = Cell(b, "total", 0);
  b.For(
      "i", Int32(0), Int32(10),
      [&](Var i) {
        b.For("j", Int32(0), Int32(3), [&](Var j) { AddTo(b, total, Binary(BinaryOp::Mul, i, j)); });
      },
      ir::ForKind::Serial, Int32(4));
  b.Return(b.Load(total, {Int32(0)}));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32)))});
  EXPECT_EQ(Call(f, {}).result.v_int64, (0 + 4 + 8) * 3);
}

TEST_F(HostControl, WhileWithElse) {
  Builder b;
  b.Open();
  Var n = b.Param("n", Int(32));
  Var steps = Cell(b, "steps", 0), value = Cell(b, "value", 0);
  b.Store(value, {Int32(0)}, n);
  b.While(Binary(BinaryOp::NE, b.Load(value, {Int32(0)}), Int32(1)), [&] {
    Expr v = b.Load(value, {Int32(0)});
    b.If(
        Eq(Binary(BinaryOp::FloorMod, v, Int32(2)), Int32(0)),
        [&] { b.Store(value, {Int32(0)}, Binary(BinaryOp::FloorDiv, v, Int32(2))); },
        [&] {
          b.Store(value, {Int32(0)}, Binary(BinaryOp::Add, Binary(BinaryOp::Mul, v, Int32(3)), Int32(1)));
        });
    AddTo(b, steps, Int32(1));
    b.If(Eq(b.Load(steps, {Int32(0)}), Int32(1000)), [&] { b.Break(); });
  });
  b.Return(b.Load(steps, {Int32(0)}));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32)))});
  EXPECT_EQ(Call(f, {IntArg(27)}).result.v_int64, 111);  // the Collatz sequence of 27
}

TEST_F(HostControl, TensorsOnTheCpuAreReadAndWritten) {
  Builder b;
  b.Open();
  Var n("n", Int(64));
  Var x = b.Param("x", MakeTensorType(Float(32), {n, Int64(3)}));
  b.For("i", Int64(0), n, [&](Var i) {
    b.Store(x, {i, Int64(2)}, Binary(BinaryOp::Add, b.Load(x, {i, Int64(0)}), b.Load(x, {i, Int64(1)})));
  });
  ffi::Function f = Compile({b.Finish("f")});
  TestTensor t({2, 3});
  float values[] = {1, 2, 0, 10, 20, 0};
  std::copy(values, values + 6, t.data<float>());
  Outcome outcome = Call(f, {t.Arg()});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(t.data<float>()[2], 3);
  EXPECT_EQ(t.data<float>()[5], 30);
}

TEST_F(HostControl, StridesAndOffsetsAreHonoured) {
  Builder b;
  b.Open();
  Var s("s", Int(64)), offset("offset", Int(64));
  Var x = b.Param("x", MakeTensorType(Int(32), {Int64(2), Int64(2)}, "global", {s, Int64(1)}, offset));
  b.Return(b.Load(x, {Int64(1), Int64(1)}));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32)))});
  TestTensor t({2, 2}, {kDLInt, 32, 1});
  t.memory.resize(16);
  t.tensor.data = t.memory.data();
  t.tensor.byte_offset = 8;
  for (int i = 0; i < 32; ++i) t.data<int32_t>()[i] = i;
  Outcome outcome = Call(f, {t.WithStrides({5, 1}).Arg()});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(outcome.result.v_int64, 2 + 5 + 1);
}

TEST_F(HostControl, AssertionsQuoteValues) {
  Builder b;
  b.Open();
  Var n = b.Param("n", Int(32));
  b.Assert(
      Eq(Binary(BinaryOp::FloorMod, n, Int32(8)), Int32(0)), "ValueError",
      {ir::StringImm("n is "), n, ir::StringImm(", half of it "), Binary(BinaryOp::FloorDiv, n, Int32(2))});
  ffi::Function f = Compile({b.Finish("f")});
  EXPECT_TRUE(Call(f, {IntArg(16)}).ok());
  Outcome outcome = Call(f, {IntArg(9)});
  EXPECT_EQ(outcome.kind, "ValueError");
  EXPECT_EQ(outcome.message, "n is 9, half of it 4");
}

TEST_F(HostControl, PrivateFunctionsAreCalled) {
  Builder inner;
  inner.Open();
  Var a = inner.Param("a", Int(32)), p = inner.Param("p", MakeTensorType(Int(32), {Int32(4)}));
  inner.Return(Binary(BinaryOp::Add, a, inner.Load(p, {a})));
  ir::Function helper = inner.Finish("helper", ir::PrimType(Int(32)), false);
  Builder b;
  b.Open();
  Var x = b.Param("x", MakeTensorType(Int(32), {Int32(4)}));
  Expr once = b.CallFunction("helper", ir::PrimType(Int(32)), {Int32(1), x});
  b.Return(Binary(BinaryOp::Add, once, b.CallFunction("helper", ir::PrimType(Int(32)), {Int32(2), x})));
  ffi::Function f = Compile({b.Finish("f", ir::PrimType(Int(32))), helper});
  TestTensor t({4}, {kDLInt, 32, 1});
  for (int i = 0; i < 4; ++i) t.data<int32_t>()[i] = 10 * i;
  EXPECT_EQ(Call(f, {t.Arg()}).result.v_int64, 1 + 10 + 2 + 20);
}

TEST_F(HostControl, ExportedFunctionsAreNotCalled) {
  Builder other;
  other.Open();
  Builder b;
  b.Open();
  b.Evaluate(b.CallFunction("other", ir::VoidType(), {}));
  EXPECT_EQ(ErrorOf({b.Finish("f"), other.Finish("other")}),
            "host code calls `other`, which is exported; it can only call private functions");
}

TEST_F(HostControl, GlobalFunctionsAreCalledByName) {
  static int64_t seen;
  seen = 0;
  ffi::Function::SetGlobal(
      "test.host_control.note",
      ffi::Function::FromTyped([](int64_t value, const ffi::String& s) { seen = value + int64_t(s.size()); }),
      true);
  Builder b;
  b.Open();
  Var n = b.Param("n", Int(32));
  b.Evaluate(b.Op("call_packed", {n, ir::StringImm("abc")}, {{"function", "test.host_control.note"}}));
  ffi::Function f = Compile({b.Finish("f")});
  ASSERT_TRUE(Call(f, {IntArg(4)}).ok());
  EXPECT_EQ(seen, 7);
}

// What `split-host-device` leaves: a kernel, and a launch in the host function.
ir::Function KernelFunction() {
  Builder b;
  b.Open();
  b.Param("x_ptr", ir::PointerType(ir::PrimType(Float(32))));
  b.Param("s", Float(32));
  b.Param("n", Int(64));
  return b.Finish("f_kernel", ir::VoidType(), true,
                  {{ir::attr::kCallingConv, int64_t(ir::CallingConv::DeviceKernel)},
                   {ir::attr::kLaunchParams, Array<String>{"blockIdx.x", "threadIdx.x"}}});
}

ir::Function LaunchingFunction() {
  Builder b;
  b.Open();
  Var n("n", Int(64));
  Var x = b.Param("x", MakeTensorType(Float(32), {n}));
  Var s = b.Param("s", Float(32));
  Expr blocks = Binary(BinaryOp::FloorDiv, Binary(BinaryOp::Add, n, Int64(127)), Int64(128));
  b.Evaluate(b.Op("launch_kernel", {b.Op("tensor_data_ptr", {x}), s, n, blocks, Int32(128)},
                  {{"kernel", "f_kernel"}}));
  return b.Finish("f");
}

TEST_F(HostControl, KernelsAreLaunched) {
  FakeModule fake({codegen::KernelInfoOf(KernelFunction())});
  ffi::Function f = Compile({LaunchingFunction(), KernelFunction()}, {fake.module});
  TestTensor t({300}), none({0});
  Outcome outcome = Call(f, {t.Arg(), FloatArg(0.5)});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  ASSERT_EQ(fake.object->launches.size(), 1u);
  const RecordedLaunch& launch = fake.object->launches[0];
  EXPECT_EQ(launch.cells,
            (std::vector<uint64_t>{reinterpret_cast<uint64_t>(t.tensor.data), 0x3F000000, 300}));
  EXPECT_EQ(launch.config.values[runtime::kGridX], 3);
  EXPECT_EQ(launch.config.values[runtime::kBlockX], 128);
  EXPECT_EQ(launch.device_id, 0);
  EXPECT_TRUE(Call(f, {none.Arg(), FloatArg(1)}).ok());
  EXPECT_EQ(fake.object->launches.size(), 1u) << "an empty grid launches nothing";
}

TEST_F(HostControl, TensorsOfLaunchingFunctionsLieOnTheDevice) {
  FakeModule fake({codegen::KernelInfoOf(KernelFunction())});
  fake.object->accepted = kDLVulkan;
  // Bytecode asks the launcher; compiled code knows the device by the program's target.
  auto program = Generate({LaunchingFunction(), KernelFunction()});
  ASSERT_TRUE(program.ok());
  ffi::Function f = *runtime::MakeExecutable(*program, {fake.module})->GetFunction("f");
  TestTensor t({300});
  EXPECT_EQ(Call(f, {t.Arg(), FloatArg(0.5)}).message,
            "Mismatched x.device_type on argument #0 when calling: `f(x: Tensor((n,), float32), s: "
            "float32)`, expected "
            "fake, got cpu");
  t.tensor.device = {kDLVulkan, 2};
  ASSERT_TRUE(Call(f, {t.Arg(), FloatArg(0.5)}).ok());
  EXPECT_EQ(fake.object->launches.at(0).device_id, 2);
}

TEST_F(HostControl, LocalTensorsMustBeSmallAndConstant) {
  auto error = [](Expr extent) {
    Builder b;
    b.Open();
    b.Alloc("t", MakeTensorType(Float(64), {extent}, "local"));
    return ErrorOf({b.Finish("f")});
  };
  EXPECT_EQ(error(Int64(1000)), "");
  EXPECT_EQ(error(Int64(1 << 20)),
            "host code uses the tensor `t` of its own; its extents must be constants, and all such tensors "
            "together "
            "take less than 1 MiB");
}

TEST_F(HostControl, TooManyValuesAreRefused) {
  Builder b;
  b.Open();
  Var x = b.Param("x", Int(64));
  for (int i = 0; i < 66000; ++i) b.Bind("v", Binary(BinaryOp::Add, x, Int64(1)));
  EXPECT_EQ(ErrorOf({b.Finish("f")}), "host function `f` needs more than 65534 values at a time; split it");
}

}  // namespace
}  // namespace tirx::testing

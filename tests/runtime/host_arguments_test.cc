// SPDX-License-Identifier: Apache-2.0
// What a packed host function says about its arguments. The program is f(x: Tensor((n, 4), float32),
// y: Tensor((n + 2,), float32), i: int32, s: float32, b: bool, p: handle), written by hand.
#include <gtest/gtest.h>

#include <random>

#include "codegen/c_host/both_hosts.h"
#include "runtime/calls.h"
#include "runtime/executable.h"
#include "runtime/fake_launcher.h"
#include "runtime/host_assembler.h"

namespace tirx::runtime {
namespace ffi = tvm::ffi;

namespace {

using testing::Args;
using testing::BoolArg;
using testing::Call;
using testing::FloatArg;
using testing::HostAssembler;
using testing::IntArg;
using testing::NoneArg;
using testing::Outcome;
using testing::PointerArg;
using testing::TestTensor;
using testing::TextArg;

constexpr const char* kSignature =
    "f(x: Tensor((n, 4), float32), y: Tensor((n + 2,), float32), i: int32, s: float32, b: bool, p: handle)";

HostExpectation Constant(int64_t value) {
  return {HostExpectation::kConstant, value, ""};
}
HostExpectation InRegister(Reg reg, const char* text) {
  return {HostExpectation::kRegister, reg, text};
}

HostProgram Program(std::vector<HostExpectation> x_strides = {}) {
  HostAssembler a;
  a.Function("f", 6, 10).signature = kSignature;
  int x = a.Param(0, "x", "Tensor", Float(32), 2), y = a.Param(1, "y", "Tensor", Float(32), 1);
  int i = a.Param(2, "i", "int", Int(32)), s = a.Param(3, "s", "float", Float(32));
  int b = a.Param(4, "b", "bool", Bool()), p = a.Param(5, "p", "a pointer", Handle());
  HostTensorCheck check_x, check_y;
  check_x.param = uint16_t(x);
  check_x.shape = {InRegister(6, "n"), Constant(4)};
  check_x.strides = std::move(x_strides);
  check_x.byte_offset = Constant(0);
  check_x.device_id = 8;
  check_x.alignment = 8;
  check_y = check_x;
  check_y.param = uint16_t(y);
  check_y.shape = {InRegister(7, "n + 2")};
  check_y.strides = {};
  a.program.tensor_checks = {check_x, check_y};
  a.Op(HostOp::ArgCount).Op(HostOp::ArgTensor, 0, x).Op(HostOp::ArgTensor, 1, y).Op(HostOp::ArgInt, 2, i);
  a.Op(HostOp::ArgFloat, 3, s).Op(HostOp::ArgBool, 4, b).Op(HostOp::ArgHandle, 5, p);
  a.Op(HostOp::TensorShape, 6, 0, 0).Op(HostOp::TensorDeviceId, 8, 0);
  a.Const(9, int64_t(2)).Op(HostOp::AddI, 7, 6, 9);
  a.Op(HostOp::CheckTensor, 0, 0).Op(HostOp::CheckTensor, 1, 1);
  a.Op(HostOp::ReturnInt, 6);
  return a.program;
}

class HostArguments : public ::testing::Test {
 protected:
  Args Good() { return {x.Arg(), y.Arg(), IntArg(1), FloatArg(2), BoolArg(true), NoneArg()}; }
  Outcome Run(Args args) { return Call(Function(Program()), std::move(args)); }
  static ffi::Function Function(const HostProgram& program) {
    return testing::BothHosts::Function(program, {}, "f");
  }
  Outcome With(size_t index, TVMFFIAny arg) {
    Args args = Good();
    args[index] = arg;
    return Run(std::move(args));
  }
  void ExpectError(const Outcome& outcome, const char* kind, const std::string& head,
                   const std::string& tail) {
    EXPECT_EQ(outcome.kind, kind);
    EXPECT_EQ(outcome.message, head + " when calling: `" + kSignature + "`, expected " + tail);
  }
  TestTensor x{{5, 4}}, y{{7}};
};

TEST_F(HostArguments, GoodOnesPass) {
  Outcome outcome = Run(Good());
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(outcome.result.v_int64, 5);
  EXPECT_TRUE(With(2, BoolArg(true)).ok()) << "an int parameter takes a bool";
  EXPECT_TRUE(With(3, IntArg(3)).ok()) << "a float parameter takes an int";
  EXPECT_TRUE(With(3, BoolArg(true)).ok()) << "a float parameter takes a bool";
  EXPECT_TRUE(With(4, IntArg(1)).ok()) << "a bool parameter takes an int";
  EXPECT_TRUE(With(5, PointerArg(&x)).ok());
  EXPECT_TRUE(With(5, x.Arg()).ok()) << "a pointer parameter takes a tensor";
}

TEST_F(HostArguments, WrongCount) {
  ExpectError(Run({IntArg(1)}), "TypeError", "Mismatched number of arguments", "6, got 1");
}

TEST_F(HostArguments, NullArguments) {
  ffi::Function function = Function(Program());
  TVMFFIAny result{};
  auto* object = const_cast<ffi::FunctionObj*>(function.operator->());
  Outcome outcome = testing::TakeOutcome(object->safe_call(object, nullptr, 6, &result), result);
  EXPECT_EQ(outcome.kind, "TypeError");
  EXPECT_EQ(outcome.message, std::string("NULL arguments when calling: `") + kSignature + "`");
}

TEST_F(HostArguments, WrongTypes) {
  ExpectError(With(0, IntArg(1)), "TypeError", "Mismatched type on argument #0", "Tensor, got int");
  ExpectError(With(0, PointerArg(&x)), "TypeError", "Mismatched type on argument #0",
              "Tensor, got a pointer");
  ExpectError(With(2, FloatArg(1)), "TypeError", "Mismatched type on argument #2", "int, got float");
  ExpectError(With(2, x.Arg()), "TypeError", "Mismatched type on argument #2", "int, got DLTensor*");
  ExpectError(With(3, TextArg("1")), "TypeError", "Mismatched type on argument #3", "float, got str");
  ExpectError(With(4, NoneArg()), "TypeError", "Mismatched type on argument #4", "bool, got None");
  ExpectError(With(5, FloatArg(0)), "TypeError", "Mismatched type on argument #5", "a pointer, got float");
}

TEST_F(HostArguments, ObjectsAreNamedByTheirType) {
  ffi::Array<ffi::Any> array;
  ffi::Any any(array);
  ExpectError(With(0, ffi::AnyView(any).CopyToTVMFFIAny()), "TypeError", "Mismatched type on argument #0",
              "Tensor, got ffi.Array");
}

TEST_F(HostArguments, IntegersOutOfRange) {
  ExpectError(With(2, IntArg(int64_t(1) << 31)), "ValueError", "Mismatched value on argument #2",
              "a value of int32, got 2147483648");
  EXPECT_TRUE(With(2, IntArg(-(int64_t(1) << 31))).ok());
}

TEST_F(HostArguments, NullTensors) {
  ExpectError(With(0, NoneArg()), "ValueError", "Mismatched value on argument #0",
              "a Tensor that is not NULL, got NULL");
  TVMFFIAny null = x.Arg();
  null.v_ptr = nullptr;
  ExpectError(With(0, null), "ValueError", "Mismatched value on argument #0",
              "a Tensor that is not NULL, got NULL");
}

TEST_F(HostArguments, Dimensions) {
  ExpectError(With(0, y.Arg()), "ValueError", "Mismatched x.ndim on argument #0", "2, got 1");
}

TEST_F(HostArguments, DataTypes) {
  TestTensor wrong({5, 4}, {kDLFloat, 16, 1});
  ExpectError(With(0, wrong.Arg()), "TypeError", "Mismatched x.dtype on argument #0", "float32, got float16");
}

TEST_F(HostArguments, Shapes) {
  TestTensor wide({5, 8});
  ExpectError(With(0, wide.Arg()), "ValueError", "Mismatched x.shape[1] on argument #0", "4, got 8");
  TestTensor shorter({6});
  ExpectError(With(1, shorter.Arg()), "ValueError", "Mismatched y.shape[0] on argument #1",
              "n + 2 = 7, got 6");
  x.shape[0] = -1;
  ExpectError(Run(Good()), "ValueError", "Mismatched x.shape[0] on argument #0", "0 or more, got -1");
}

TEST_F(HostArguments, CompactStrides) {
  EXPECT_TRUE(With(0, x.WithStrides({4, 1}).Arg()).ok());
  ExpectError(With(0, x.WithStrides({8, 1}).Arg()), "ValueError", "Mismatched x.strides on argument #0",
              "a compact row-major array, got (8, 1)");
  x.tensor.strides = nullptr;
  ExpectError(With(1, y.WithStrides({2}).Arg()), "ValueError", "Mismatched y.strides on argument #1",
              "a compact row-major array, got (2,)");
}

TEST_F(HostArguments, UnitAndEmptyExtentsHaveAnyStride) {
  TestTensor one({1, 4}), three({3}), none({0, 4}), two({2});
  EXPECT_TRUE(
      Run({one.WithStrides({77, 1}).Arg(), three.Arg(), IntArg(1), FloatArg(1), BoolArg(true), NoneArg()})
          .ok());
  EXPECT_TRUE(
      Run({none.WithStrides({9, 9}).Arg(), two.Arg(), IntArg(1), FloatArg(1), BoolArg(true), NoneArg()})
          .ok());
}

TEST_F(HostArguments, DeclaredStrides) {
  ffi::Function function = Function(Program({Constant(8), Constant(1)}));
  x.memory.resize(32);
  x.tensor.data = x.memory.data();
  EXPECT_TRUE(testing::Call(function, {x.WithStrides({8, 1}).Arg(), y.Arg(), IntArg(1), FloatArg(1),
                                       BoolArg(true), NoneArg()})
                  .ok());
  x.tensor.strides = nullptr;  // stands for (4, 1)
  ExpectError(testing::Call(function, Good()), "ValueError", "Mismatched x.strides[0] on argument #0",
              "8, got 4");
}

TEST_F(HostArguments, ByteOffset) {
  x.tensor.byte_offset = 16;
  ExpectError(Run(Good()), "ValueError", "Mismatched x.byte_offset on argument #0", "0, got 16");
  HostProgram program = Program();
  program.tensor_checks[0].byte_offset.kind = HostExpectation::kAny;
  program.tensor_checks[0].offset_factor = 32;
  ExpectError(testing::Call(Function(program), Good()), "ValueError",
              "Mismatched x.byte_offset on argument #0", "a multiple of 32, got 16");
}

TEST_F(HostArguments, Devices) {
  x.tensor.device.device_type = kDLOpenCL;
  ExpectError(Run(Good()), "ValueError", "Mismatched x.device_type on argument #0", "cpu, got opencl");
  x.tensor.device.device_type = kDLCPU;
  y.tensor.device.device_id = 1;
  ExpectError(Run(Good()), "ValueError", "Mismatched y.device_id on argument #1", "0, got 1");
}

TEST_F(HostArguments, DeviceOfTheKernels) {
  HostProgram program = Program();
  program.kernels = {{"k", {}, {}, {}}};
  program.tensor_checks[0].on_device = 1;
  program.tensor_checks[1].on_device = 1;
  testing::FakeModule fake({{"k", {}, {}, {}}});
  fake.object->accepted = kDLOpenCL;
  ffi::Function function = *MakeExecutable(program, {fake.module})->GetFunction("f");
  ExpectError(testing::Call(function, Good()), "ValueError", "Mismatched x.device_type on argument #0",
              "fake, got cpu");
  x.tensor.device.device_type = y.tensor.device.device_type = kDLOpenCL;
  EXPECT_TRUE(testing::Call(function, Good()).ok());
}

TEST_F(HostArguments, NullData) {
  x.tensor.data = nullptr;
  ExpectError(Run(Good()), "ValueError", "Mismatched x.data on argument #0",
              "a pointer that is not NULL, got NULL");
  TestTensor none({0, 4}), two({2});
  none.tensor.data = nullptr;
  EXPECT_TRUE(Run({none.Arg(), two.Arg(), IntArg(1), FloatArg(1), BoolArg(true), NoneArg()}).ok());
}

TEST_F(HostArguments, MisalignedData) {
  x.memory.resize(12);
  x.tensor.data = reinterpret_cast<char*>(x.memory.data()) + 4;
  ExpectError(Run(Good()), "ValueError", "Misaligned data of `x` on argument #0",
              "a multiple of 8 bytes, got one off by 4");
}

// The bytecode machine lets through at once what looks usual: that must be what exported code lets through.
TEST_F(HostArguments, AnyTensorIsJudgedAlikeByBothHosts) {
  HostProgram loose = Program();
  loose.tensor_checks[0].byte_offset.kind = HostExpectation::kAny;
  loose.tensor_checks[0].offset_factor = 16;
  loose.tensor_checks[0].alignment = 12;
  loose.tensor_checks[0].shape[1].kind = HostExpectation::kAny;
  loose.tensor_checks[1].device_id = kNoReg;
  const ffi::Function functions[] = {Function(Program()), Function(loose),
                                     Function(Program({Constant(4), Constant(1)}))};
  std::mt19937 random(6);
  auto mostly = [&](int64_t usual, std::initializer_list<int64_t> others) {
    return random() % 8 != 0 ? usual : others.begin()[random() % others.size()];
  };
  alignas(64) static char memory[1024];
  size_t passed = 0;
  for (int round = 0; round < 20000; ++round) {
    TestTensor a({mostly(5, {1, 0, -1}), mostly(4, {1, 0, 5})}), b({mostly(a.shape[0] + 2, {1, 0, 9})});
    if (random() % 2 != 0) a.WithStrides({mostly(a.shape[1], {4, 1, 9}), mostly(1, {2, 0})});
    if (random() % 2 != 0) b.WithStrides({mostly(1, {2, 0})});
    for (DLTensor* tensor : {&a.tensor, &b.tensor}) {
      tensor->byte_offset = uint64_t(mostly(0, {8, 16, 24}));
      tensor->device = {DLDeviceType(mostly(kDLCPU, {kDLCUDA, 40})), int32_t(mostly(0, {1}))};
      tensor->data = memory + mostly(0, {48, 8, 4});
      if (mostly(0, {1}) != 0) tensor->data = nullptr;
    }
    const ffi::Function& function = functions[random() % 3];
    passed +=
        testing::Call(function, {a.Arg(), b.Arg(), IntArg(1), FloatArg(2), BoolArg(true), NoneArg()}).ok();
  }
  EXPECT_GT(passed, 2000u);
}

TEST_F(HostArguments, DefinitionsComeBeforeComparisons) {
  // y's extent is n + 2, and n is bound by x, whichever of the two is checked first.
  HostProgram program = Program();
  std::swap(program.tensor_checks[0], program.tensor_checks[1]);
  auto& code = program.functions[0].code;
  for (HostInstruction& in : code) {
    if (in.op == HostOp::CheckTensor) in.a = in.a == 0 ? 1 : 0;
  }
  ASSERT_TRUE(ValidateHostProgram(program).ok());
  EXPECT_TRUE(testing::Call(Function(program), Good()).ok());
}

}  // namespace
}  // namespace tirx::runtime

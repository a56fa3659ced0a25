// SPDX-License-Identifier: Apache-2.0
#include "runtime/host_vm.h"

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <limits>

#include "runtime/calls.h"
#include "runtime/host_arguments.h"
#include "runtime/host_assembler.h"

namespace tirx::runtime {
namespace ffi = tvm::ffi;

namespace {

using testing::HostAssembler;
using testing::Outcome;

Outcome RunProgram(const HostProgram& program, uint32_t function = 0, testing::Args args = {}) {
  RuntimeStatus status = ValidateHostProgram(program);
  EXPECT_TRUE(status.ok()) << status.message;
  LinkedProgram linked;
  EXPECT_TRUE(LinkHostProgram(program, {}, &linked).ok());
  TVMFFIAny result{};
  int code = CallHostFunction(linked, function, args.data(), int32_t(args.size()), &result);
  return testing::TakeOutcome(code, result);
}

template <class X, class Y>
Outcome Binary(HostOp op, X x, Y y, HostOp ret = HostOp::ReturnInt) {
  HostAssembler a;
  a.Function("f", 0, 3);
  a.Const(1, x).Const(2, y).Op(op, 0, 1, 2).Op(ret, 0);
  return RunProgram(a.program);
}
template <class X>
Outcome Unary(HostOp op, X x, HostOp ret = HostOp::ReturnInt) {
  HostAssembler a;
  a.Function("f", 0, 2);
  a.Const(1, x).Op(op, 0, 1).Op(ret, 0);
  return RunProgram(a.program);
}
int64_t IntOf(const Outcome& outcome) {
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  return outcome.result.v_int64;
}
int64_t I(HostOp op, int64_t x, int64_t y) {
  return IntOf(Binary(op, x, y));
}
double F(HostOp op, double x, double y) {
  Outcome outcome = Binary(op, x, y, HostOp::ReturnFloat);
  EXPECT_EQ(outcome.result.type_index, kTVMFFIFloat);
  return outcome.result.v_float64;
}

TEST(HostVm, IntegerArithmetic) {
  EXPECT_EQ(I(HostOp::AddI, 40, 2), 42);
  EXPECT_EQ(I(HostOp::SubI, 2, 5), -3);
  EXPECT_EQ(I(HostOp::MulI, -4, 6), -24);
  EXPECT_EQ(I(HostOp::TruncDivI, -7, 2), -3);
  EXPECT_EQ(I(HostOp::TruncModI, -7, 2), -1);
  EXPECT_EQ(I(HostOp::AddU, -1, 2), 1);
  EXPECT_EQ(I(HostOp::MinI, -1, 2), -1);
  EXPECT_EQ(I(HostOp::MinU, -1, 2), 2);
  EXPECT_EQ(I(HostOp::LtI, -1, 2), 1);
  EXPECT_EQ(I(HostOp::LtU, -1, 2), 0);
  EXPECT_EQ(I(HostOp::Shl, 3, 4), 48);
  EXPECT_EQ(I(HostOp::ShrI, -16, 2), -4);
  EXPECT_EQ(I(HostOp::ShrU, -16, 60), 15);
  EXPECT_EQ(I(HostOp::Xor, 6, 3), 5);
}

// Against the definition: floor(x / y), and the remainder that goes with it.
TEST(HostVm, FloorDivisionHasTheRightSigns) {
  for (int64_t x = -7; x <= 7; ++x) {
    for (int64_t y = -3; y <= 3; ++y) {
      if (y == 0) continue;
      int64_t floor = int64_t(std::floor(double(x) / double(y)));
      EXPECT_EQ(I(HostOp::FloorDivI, x, y), floor) << x << " " << y;
      EXPECT_EQ(I(HostOp::FloorModI, x, y), x - floor * y) << x << " " << y;
    }
  }
}

TEST(HostVm, UndefinedArithmeticIsAnError) {
  struct Row {
    HostOp op;
    int64_t x, y;
    const char* message;
  };
  const Row rows[] = {
      {HostOp::AddI, LLONG_MAX, 1, "integer overflow in an addition, in `f`"},
      {HostOp::SubI, LLONG_MIN, 1, "integer overflow in a subtraction, in `f`"},
      {HostOp::MulI, LLONG_MAX, 2, "integer overflow in a multiplication, in `f`"},
      {HostOp::TruncDivI, 1, 0, "division by zero or integer overflow, in `f`"},
      {HostOp::FloorDivI, LLONG_MIN, -1, "division by zero or integer overflow, in `f`"},
      {HostOp::TruncModI, 1, 0, "remainder by zero, in `f`"},
      {HostOp::FloorModI, 1, 0, "remainder by zero, in `f`"},
      {HostOp::DivU, 1, 0, "division by zero, in `f`"},
      {HostOp::ModU, 1, 0, "remainder by zero, in `f`"},
      {HostOp::Shl, 1, 64, "shift by the width or more, in `f`"},
      {HostOp::ShrI, 1, -1, "shift by the width or more, in `f`"},
  };
  for (const Row& row : rows) {
    Outcome outcome = Binary(row.op, row.x, row.y);
    EXPECT_EQ(outcome.kind, "ValueError");
    EXPECT_EQ(outcome.message, row.message);
  }
  EXPECT_EQ(Unary(HostOp::FitI32, int64_t(1) << 31).message,
            "integer overflow: the value does not fit in 32 bits, in `f`");
  EXPECT_EQ(Unary(HostOp::AbsI, int64_t(LLONG_MIN)).message, "integer overflow in `abs`, in `f`");
  EXPECT_EQ(I(HostOp::FloorModI, LLONG_MIN, -1), 0);
}

TEST(HostVm, Conversions) {
  EXPECT_EQ(IntOf(Unary(HostOp::WrapI8, int64_t(200))), -56);
  EXPECT_EQ(IntOf(Unary(HostOp::WrapU16, int64_t(-1))), 65535);
  EXPECT_EQ(IntOf(Unary(HostOp::WrapI32, int64_t(1) << 31)), INT_MIN);
  EXPECT_EQ(IntOf(Unary(HostOp::FitI32, int64_t(-7))), -7);
  EXPECT_EQ(IntOf(Unary(HostOp::AbsI, int64_t(-7))), 7);
  EXPECT_EQ(IntOf(Unary(HostOp::ToBool, int64_t(256))), 1);
  EXPECT_EQ(IntOf(Unary(HostOp::TruncI, -2.9)), -2);
  EXPECT_EQ(IntOf(Unary(HostOp::TruncI, 1e300)), LLONG_MAX);
  EXPECT_EQ(IntOf(Unary(HostOp::TruncI, std::nan(""))), 0);
  EXPECT_EQ(IntOf(Unary(HostOp::TruncU, -5.0)), 0);
  EXPECT_EQ(I(HostOp::ClampI, 300, 8), 127);
  EXPECT_EQ(I(HostOp::ClampI, -300, 8), -128);
  EXPECT_EQ(I(HostOp::ClampU, 300, 8), 255);
  // One rounding: 2^53 + 1 plus a half unit of float32 would go the other way through float64.
  int64_t tie = (int64_t(1) << 60) + (int64_t(1) << 36) + 1;
  EXPECT_EQ(Unary(HostOp::F32OfI, tie, HostOp::ReturnFloat).result.v_float64, double(float(tie)));
}

TEST(HostVm, FloatArithmetic) {
  EXPECT_EQ(F(HostOp::DivF, 1, 4), 0.25);
  EXPECT_EQ(F(HostOp::MinF, std::nan(""), 4), 4);
  EXPECT_EQ(F(HostOp::Pow, 2, 10), 1024);
  EXPECT_EQ(IntOf(Binary(HostOp::LtF, 1.0, std::nan(""))), 0);
  EXPECT_EQ(IntOf(Binary(HostOp::NeF, std::nan(""), std::nan(""))), 1);
  EXPECT_EQ(Unary(HostOp::RoundF32, 0.1, HostOp::ReturnFloat).result.v_float64, double(0.1f));
  EXPECT_EQ(Unary(HostOp::RoundF16, 65519.0, HostOp::ReturnFloat).result.v_float64, 65504.0);
  EXPECT_EQ(Unary(HostOp::RoundBF16, 257.0, HostOp::ReturnFloat).result.v_float64, 256.0);
  EXPECT_EQ(Unary(HostOp::NearbyInt, 2.5, HostOp::ReturnFloat).result.v_float64, 2.0);
}

TEST(HostVm, SumsInALoop) {
  HostAssembler a;
  a.Function("sum", 0, 5);
  a.Const(0, int64_t(0)).Const(1, int64_t(0)).Const(2, int64_t(10)).Const(3, int64_t(1));
  a.Op(HostOp::LtI, 4, 1, 2).Op(HostOp::JumpIfNot, 4, 9);
  a.Op(HostOp::AddI, 0, 0, 1).Op(HostOp::AddI, 1, 1, 3).Op(HostOp::Jump, 0, 4);
  a.Op(HostOp::ReturnInt, 0);
  EXPECT_EQ(IntOf(RunProgram(a.program)), 45);
}

TEST(HostVm, WarnsOfHotLoopsOnce) {
  HostAssembler a;
  a.Function("spin", 0, 3);
  a.Const(0, int64_t(9) << 20).Const(1, int64_t(1));
  a.Op(HostOp::SubI, 0, 0, 1).Op(HostOp::JumpIf, 0, 2).Op(HostOp::ReturnNone);
  ::testing::internal::CaptureStderr();
  EXPECT_TRUE(RunProgram(a.program).ok());
  EXPECT_TRUE(RunProgram(a.program).ok());
  std::string text = ::testing::internal::GetCapturedStderr();
  size_t first = text.find("host function `spin` has looped 8 million times");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("spin", first + 20), std::string::npos) << text;
}

TEST(HostVm, LoadsAndStoresEveryWidth) {
  struct Row {
    HostOp store, load;
    int64_t value;
  };
  const Row rows[] = {
      {HostOp::Store8, HostOp::LoadI8, -5},         {HostOp::Store8, HostOp::LoadU8, 250},
      {HostOp::Store16, HostOp::LoadI16, -300},     {HostOp::Store16, HostOp::LoadU16, 60000},
      {HostOp::Store32, HostOp::LoadI32, -7},       {HostOp::Store32, HostOp::LoadU32, 4000000000},
      {HostOp::Store64, HostOp::LoadI64, LLONG_MIN}};
  for (const Row& row : rows) {
    HostAssembler a;
    a.Function("f", 0, 4).frame_bytes = 64;
    a.Op(HostOp::FrameAddress, 0, 16).Const(1, int64_t(3)).Const(2, row.value);
    a.Op(row.store, 0, 1, 2).Op(row.load, 3, 0, 1).Op(HostOp::ReturnInt, 3);
    EXPECT_EQ(IntOf(RunProgram(a.program)), row.value);
  }
  const std::pair<HostOp, HostOp> floats[] = {{HostOp::StoreF32, HostOp::LoadF32},
                                              {HostOp::StoreF16, HostOp::LoadF16},
                                              {HostOp::StoreBF16, HostOp::LoadBF16},
                                              {HostOp::Store64, HostOp::LoadF64}};
  for (auto [store, load] : floats) {
    HostAssembler a;
    a.Function("f", 0, 4).frame_bytes = 64;
    a.Op(HostOp::FrameAddress, 0).Const(1, int64_t(2)).Const(2, -1.5);
    a.Op(store, 0, 1, 2).Op(load, 3, 0, 1).Op(HostOp::ReturnFloat, 3);
    EXPECT_EQ(RunProgram(a.program).result.v_float64, -1.5);
  }
}

TEST(HostVm, CallsPrivateFunctionsUpToADepth) {
  HostAssembler a;
  a.Function("main", 0, 2);
  a.program.calls.push_back({1, {1}, 0});
  a.Const(1, int64_t(20)).Op(HostOp::CallHost, 0).Op(HostOp::ReturnInt, 0);
  a.Function("twice", 1, 2, false);
  a.Op(HostOp::AddI, 1, 0, 0).Op(HostOp::ReturnInt, 1);
  EXPECT_EQ(IntOf(RunProgram(a.program)), 40);

  HostAssembler endless;
  endless.Function("main", 0, 1);
  endless.program.calls.push_back({1, {}, kNoReg});
  endless.Op(HostOp::CallHost, 0).Op(HostOp::ReturnNone);
  endless.Function("again", 0, 1, false);
  endless.Op(HostOp::CallHost, 0).Op(HostOp::ReturnNone);
  Outcome outcome = RunProgram(endless.program);
  EXPECT_EQ(outcome.kind, "RuntimeError");
  EXPECT_EQ(outcome.message, "host functions call each other more than 256 deep, in `again`");
}

TEST(HostVm, CallsGlobalFunctions) {
  ffi::Function::SetGlobal("test.host_vm.scale",
                           ffi::Function::FromTyped([](int64_t x, double y, const ffi::String& s) {
                             return double(x) * y + double(s.size());
                           }),
                           true);
  HostAssembler a;
  a.Function("f", 0, 3);
  HostGlobalCall call{"test.host_vm.scale", {}, 0, HostValueKind::kFloat};
  call.args = {
      {HostValueKind::kInt, 1, ""}, {HostValueKind::kFloat, 2, ""}, {HostValueKind::kText, 0, "four"}};
  a.program.global_calls.push_back(call);
  a.Const(1, int64_t(3)).Const(2, 0.5).Op(HostOp::CallGlobal, 0).Op(HostOp::ReturnFloat, 0);
  EXPECT_EQ(RunProgram(a.program).result.v_float64, 5.5);

  a.program.global_calls[0].result_kind = HostValueKind::kHandle;
  EXPECT_EQ(RunProgram(a.program).message,
            "`test.host_vm.scale` returned a value of another type than the script says");
  a.program.global_calls[0].name = "test.host_vm.missing";
  EXPECT_EQ(RunProgram(a.program).message,
            "`f` calls the global function `test.host_vm.missing`, which is not registered");
}

TEST(HostVm, AssertionsJoinTheirParts) {
  HostAssembler a;
  a.Function("f", 0, 4);
  a.program.assertions.push_back({"TypeError",
                                  {{HostValueKind::kText, 0, "i="},
                                   {HostValueKind::kInt, 1, ""},
                                   {HostValueKind::kText, 0, " u="},
                                   {HostValueKind::kUInt, 1, ""},
                                   {HostValueKind::kText, 0, " f="},
                                   {HostValueKind::kFloat, 2, ""},
                                   {HostValueKind::kText, 0, " b="},
                                   {HostValueKind::kBool, 1, ""}}});
  a.Const(1, int64_t(-1)).Const(2, 0.25).Const(0, int64_t(1)).Op(HostOp::Assert, 0, 0);
  a.Op(HostOp::Not, 0, 0).Op(HostOp::Assert, 0, 0).Op(HostOp::ReturnNone);
  Outcome outcome = RunProgram(a.program);
  EXPECT_EQ(outcome.kind, "TypeError");
  EXPECT_EQ(outcome.message, "i=-1 u=18446744073709551615 f=0.25 b=True");
}

TEST(HostVm, ManyRegistersAndMuchMemoryMoveToTheHeap) {
  HostAssembler a;
  a.Function("f", 0, 1000).frame_bytes = 100000;
  a.Const(998, int64_t(77)).Const(1, int64_t(0)).Op(HostOp::FrameAddress, 999, 99992 & 0xFFFF, 99992 >> 16);
  a.Op(HostOp::Store64, 999, 1, 998).Op(HostOp::LoadI64, 500, 999, 1).Op(HostOp::ReturnInt, 500);
  EXPECT_EQ(IntOf(RunProgram(a.program)), 77);
}

TEST(HostVm, SelectAndReturns) {
  HostAssembler a;
  a.Function("f", 0, 3);
  a.Const(0, int64_t(0)).Const(1, int64_t(5)).Const(2, int64_t(6)).Op(HostOp::Select, 0, 1, 2);
  a.Op(HostOp::ReturnInt, 0);
  EXPECT_EQ(IntOf(RunProgram(a.program)), 6);
  EXPECT_EQ(Unary(HostOp::Not, int64_t(0), HostOp::ReturnBool).result.type_index, kTVMFFIBool);
  EXPECT_EQ(IntOf(Unary(HostOp::Move, int64_t(7), HostOp::ReturnUInt)), 7);
  const Outcome large = Unary(HostOp::Move, int64_t(-1), HostOp::ReturnUInt);
  uint64_t value = 0;
  ASSERT_EQ(large.result.type_index, kTVMFFIBigInt);
  EXPECT_TRUE(tirx_as_uint64(&large.result, &value));
  EXPECT_EQ(value, UINT64_MAX);
  EXPECT_EQ(Unary(HostOp::Move, int64_t(0), HostOp::ReturnHandle).result.type_index, kTVMFFIOpaquePtr);
  HostAssembler none;
  none.Function("f", 0, 0);
  none.Op(HostOp::ReturnNone);
  EXPECT_EQ(RunProgram(none.program).result.type_index, kTVMFFINone);
}

}  // namespace
}  // namespace tirx::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/host_program.h"

#include <gtest/gtest.h>

#include <functional>

#include "runtime/byte_stream.h"
#include "runtime/host_assembler.h"

namespace tirx::runtime {
namespace {

using testing::HostAssembler;

// One of everything.
HostProgram Sample() {
  HostAssembler a;
  a.Function("main", 2, 8).frame_bytes = 32;
  a.program.device_type = 2;
  a.program.kernels = {{"k", {Handle(), Int(32)}, {"blockIdx.x"}, {}}};
  a.Param(0, "x", "Tensor", Float(32), 1);
  HostTensorCheck check;
  check.shape = {{HostExpectation::kRegister, 3, "n + 2"}};
  check.byte_offset = {HostExpectation::kConstant, 0, ""};
  check.device_id = 2;
  a.program.tensor_checks = {check};
  a.program.assertions = {{"ValueError", {{HostValueKind::kText, 0, "no"}, {HostValueKind::kInt, 1, ""}}}};
  a.program.calls = {{1, {1}, 0}};
  a.program.global_calls = {{"g", {{HostValueKind::kFloat, 4, ""}}, 0, HostValueKind::kInt}};
  a.program.launches = {{0, {1, 2}, {3}}};
  a.Op(HostOp::ArgCount)
      .Op(HostOp::ArgTensor, 1, 0)
      .Op(HostOp::TensorShape, 3, 1, 0)
      .Op(HostOp::CheckTensor, 1, 0);
  a.Const(4, 1.5).Op(HostOp::FrameAddress, 5, 8).Op(HostOp::Assert, 4, 0).Op(HostOp::CallHost, 0);
  a.Op(HostOp::CallGlobal, 0).Op(HostOp::Launch, 0).Op(HostOp::JumpIf, 4, 1).Op(HostOp::ReturnNone);
  a.Function("inner", 1, 1, false);
  a.Op(HostOp::ReturnInt, 0);
  return a.program;
}

TEST(HostProgram, RoundTrips) {
  std::string bytes = SaveHostProgram(Sample());
  HostProgram loaded;
  RuntimeStatus status = LoadHostProgram(bytes, &loaded);
  ASSERT_TRUE(status.ok()) << status.message;
  EXPECT_EQ(SaveHostProgram(loaded), bytes);
  EXPECT_EQ(Disassemble(loaded), Disassemble(Sample()));
  EXPECT_EQ(loaded.FindFunction("inner"), 1);
  EXPECT_EQ(loaded.FindFunction("outer"), -1);
}

TEST(HostProgram, EveryTruncationIsRefused) {
  std::string bytes = SaveHostProgram(Sample());
  for (size_t size = 0; size < bytes.size(); ++size) {
    HostProgram loaded;
    EXPECT_FALSE(LoadHostProgram(std::string_view(bytes).substr(0, size), &loaded).ok()) << size;
    EXPECT_TRUE(loaded.functions.empty());
  }
  HostProgram loaded;
  EXPECT_FALSE(LoadHostProgram(bytes + "x", &loaded).ok());
}

TEST(HostProgram, SaysWhatItIsNot) {
  HostProgram loaded;
  std::string bytes = SaveHostProgram(Sample());
  std::string other = bytes;
  other[0] = '?';
  EXPECT_EQ(LoadHostProgram(other, &loaded).message,
            "host program is corrupt: it does not begin with the magic of a host program");
  other = bytes;
  other[4] = 99;
  EXPECT_EQ(LoadHostProgram(other, &loaded).message,
            "host program is corrupt: its version is 99, this runtime reads 1 to 4");
}

// A function without the two lists that generated C reads names from.
std::string AsVersion1(const HostFunction& function) {
  ByteWriter writer;
  writer.String(function.name);
  writer.String(function.signature);
  writer.U8(function.exported);
  writer.U16(function.num_params);
  writer.U16(function.num_registers);
  writer.U32(function.frame_bytes);
  writer.U64(function.code.size());
  for (const HostInstruction& in : function.code)
    for (uint16_t field : {uint16_t(in.op), in.a, in.b, in.c}) writer.U16(field);
  return writer.Take();
}

TEST(HostProgram, ReadsVersion1) {
  HostProgram program = Sample();
  const HostFunction main = program.functions[0], inner = program.functions[1];
  program.functions.clear();
  const std::string without = SaveHostProgram(program);
  // magic, version, device type | count of functions | the rest
  constexpr size_t kHead = 4 + 4 + 4, kCount = 8;
  ByteWriter writer;
  writer.U64(2);
  std::string bytes = without.substr(0, kHead) + writer.Take() + AsVersion1(main) + AsVersion1(inner) +
                      without.substr(kHead + kCount);
  bytes[4] = 1;
  bytes.resize(bytes.size() - kCount);  // which tensors are only read
  HostProgram loaded;
  RuntimeStatus status = LoadHostProgram(bytes, &loaded);
  ASSERT_TRUE(status.ok()) << status.message;
  EXPECT_EQ(Disassemble(loaded), Disassemble(Sample()));
  // It goes on as one of this version.
  HostProgram again;
  EXPECT_TRUE(LoadHostProgram(SaveHostProgram(loaded), &again).ok());
  bytes[4] = 2;
  EXPECT_FALSE(LoadHostProgram(bytes, &again).ok());
}

// Each change makes the sample invalid in one way.
TEST(HostProgram, EveryIndexIsValidated) {
  struct Row {
    const char* reason;
    std::function<void(HostProgram&)> spoil;
  };
  auto code = [](int at, std::function<void(HostInstruction&)> change) {
    return [=](HostProgram& p) { change(p.functions[0].code[size_t(at)]); };
  };
  const Row rows[] = {
      {"a register out of range", code(1, [](HostInstruction& i) { i.a = 8; })},
      {"a tensor that is only read is no parameter", [](HostProgram& p) { p.only_read = {1}; }},
      {"a parameter out of range", code(1, [](HostInstruction& i) { i.b = 1; })},
      {"a register out of range", code(2, [](HostInstruction& i) { i.b = 8; })},
      {"a tensor check out of range", code(3, [](HostInstruction& i) { i.b = 1; })},
      {"an unused operand is not 0", code(3, [](HostInstruction& i) { i.c = 1; })},
      {"a constant out of range", code(4, [](HostInstruction& i) { i.b = 1; })},
      {"a frame address out of range", code(5, [](HostInstruction& i) { i.b = 32; })},
      {"a frame address out of range", code(5, [](HostInstruction& i) { i.c = 1; })},
      {"an assertion out of range", code(6, [](HostInstruction& i) { i.b = 1; })},
      {"a call out of range", code(7, [](HostInstruction& i) { i.a = 1; })},
      {"a call out of range", code(8, [](HostInstruction& i) { i.a = 1; })},
      {"a launch out of range", code(9, [](HostInstruction& i) { i.a = 1; })},
      {"a jump out of range", code(10, [](HostInstruction& i) { i.b = 12; })},
      {"an unknown instruction", code(0, [](HostInstruction& i) { i.op = HostOp(HostOpCount()); })},
      {"a function runs off its end", [](HostProgram& p) { p.functions[0].code.pop_back(); }},
      {"a function has no code", [](HostProgram& p) { p.functions[1].code.clear(); }},
      {"a function has more parameters than registers",
       [](HostProgram& p) { p.functions[1].num_registers = 0; }},
      {"a tensor check names no parameter", [](HostProgram& p) { p.tensor_checks[0].param = 1; }},
      {"a tensor check does not have the parameter's dimensions",
       [](HostProgram& p) { p.params[0].ndim = 2; }},
      {"a tensor check has an alignment of 0", [](HostProgram& p) { p.tensor_checks[0].alignment = 0; }},
      {"a tensor check has too few strides", [](HostProgram& p) { p.tensor_checks[0].strides.resize(2); }},
      {"a register out of range", [](HostProgram& p) { p.tensor_checks[0].shape[0].value = 8; }},
      {"a register out of range", [](HostProgram& p) { p.tensor_checks[0].device_id = 8; }},
      {"an unknown kind of value",
       [](HostProgram& p) { p.assertions[0].message[1].kind = HostValueKind(99); }},
      {"a register out of range", [](HostProgram& p) { p.assertions[0].message[1].reg = 8; }},
      {"a call names no function", [](HostProgram& p) { p.calls[0].function = 2; }},
      {"a call of an exported function", [](HostProgram& p) { p.calls[0].function = 0; }},
      {"a call has the wrong number of arguments", [](HostProgram& p) { p.calls[0].args.clear(); }},
      {"a register out of range", [](HostProgram& p) { p.calls[0].result = 8; }},
      {"a register out of range", [](HostProgram& p) { p.global_calls[0].args[0].reg = 8; }},
      {"an unknown kind of value",
       [](HostProgram& p) { p.global_calls[0].result_kind = HostValueKind::kText; }},
      {"a launch names no kernel", [](HostProgram& p) { p.launches[0].kernel = 1; }},
      {"a launch has the wrong number of arguments", [](HostProgram& p) { p.launches[0].args.pop_back(); }},
      {"a launch has the wrong number of launch values",
       [](HostProgram& p) { p.launches[0].launch_values = {}; }},
      {"kernel `k`: launch tag `warp` is unknown",
       [](HostProgram& p) { p.kernels[0].launch_tags = {"warp"}; }},
      {"a register out of range", [](HostProgram& p) { p.launches[0].launch_values[0] = 8; }},
  };
  ASSERT_TRUE(ValidateHostProgram(Sample()).ok());
  for (const Row& row : rows) {
    HostProgram program = Sample();
    row.spoil(program);
    RuntimeStatus status = ValidateHostProgram(program);
    EXPECT_STREQ(status.kind, kInternalError) << row.reason;
    EXPECT_NE(status.message.find(row.reason), std::string::npos)
        << row.reason << "\nbut: " << status.message;
  }
}

TEST(HostProgram, EveryOperationHasAWellFormedRow) {
  for (size_t i = 0; i < HostOpCount(); ++i) {
    const HostOpInfo& info = InfoOf(HostOp(i));
    EXPECT_EQ(info.operands.size(), 3u) << info.spelling;
    EXPECT_EQ(info.operands.find_first_not_of("DRM-IKPTALCGJS+"), std::string_view::npos) << info.spelling;
    for (size_t j = 0; j < i; ++j) EXPECT_NE(info.spelling, InfoOf(HostOp(j)).spelling);
  }
}

TEST(HostProgram, Disassembles) {
  EXPECT_EQ(Disassemble(Sample()),
            "export main\n"
            "  0: arg.count\n"
            "  1: arg.tensor r1 x\n"
            "  2: tensor.shape r3 r1 0\n"
            "  3: check.tensor r1 x shape (r3) align 1\n"
            "  4: const r4 4609434218613702656\n"
            "  5: frame.address r5 +8\n"
            "  6: assert r4 ValueError (\"no\", r1)\n"
            "  7: call inner(r1) -> r0\n"
            "  8: call.global \"g\"(r4) -> r0\n"
            "  9: launch k(r1, r2) (r3)\n"
            "  10: jump.if r4 @1\n"
            "  11: return\n"
            "inner\n"
            "  0: return.int r0\n");
}

}  // namespace
}  // namespace tirx::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/executable.h"

#include <gtest/gtest.h>

#include <cstring>

#include "codegen/c_host/both_hosts.h"
#include "runtime/calls.h"
#include "runtime/device_api.h"
#include "runtime/fake_launcher.h"
#include "runtime/host_assembler.h"

namespace tirx::runtime {
namespace ffi = tvm::ffi;

namespace {

using testing::Call;
using testing::FakeModule;
using testing::FloatArg;
using testing::HostAssembler;
using testing::IntArg;
using testing::Outcome;

KernelInfo Kernel() {
  return {"scale",
          {Handle(), Int(32), Float(32), Float(16), BFloat16(), Float(64), UInt(8), Int(64)},
          {"blockIdx.x", "threadIdx.x"},
          {}};
}

// main(grid, block, value): launches `scale` with value in every argument.
HostProgram LaunchingProgram() {
  HostAssembler a;
  a.Function("main", 3, 5);
  a.program.kernels = {Kernel()};
  int grid = a.Param(0, "grid", "int", Int(64)), block = a.Param(1, "block", "int", Int(64));
  int value = a.Param(2, "value", "int", Int(64));
  a.program.launches = {{0, {2, 2, 3, 3, 3, 3, 2, 2}, {0, 1}}};
  a.Op(HostOp::ArgCount)
      .Op(HostOp::ArgInt, 0, grid)
      .Op(HostOp::ArgInt, 1, block)
      .Op(HostOp::ArgInt, 2, value);
  a.Op(HostOp::FloatOfI, 3, 2).Const(4, int64_t(5)).Op(HostOp::SetDevice, 4).Op(HostOp::Launch, 0);
  a.Op(HostOp::ReturnNone);
  a.Function("host_only", 0, 1);
  a.Const(0, int64_t(9)).Op(HostOp::ReturnInt, 0);
  a.Function("private", 0, 0, false);
  a.Op(HostOp::ReturnNone);
  return a.program;
}

TEST(Executable, LaunchesWithCellsOfTheKernelsTypes) {
  FakeModule fake({Kernel()});
  ffi::Function function = testing::BothHosts::Function(LaunchingProgram(), {fake.module}, "main");
  ASSERT_TRUE(Call(function, {IntArg(7), IntArg(32), IntArg(3)}).ok());
  ASSERT_EQ(fake.object->launches.size(), 1u);
  const testing::RecordedLaunch& launch = fake.object->launches[0];
  EXPECT_EQ(launch.config.values[kGridX], 7);
  EXPECT_EQ(launch.config.values[kBlockX], 32);
  EXPECT_EQ(launch.device_id, 5);
  double wide = 3;
  uint64_t wide_bits;
  std::memcpy(&wide_bits, &wide, 8);
  EXPECT_EQ(launch.cells, (std::vector<uint64_t>{3, 3, 0x40400000, 0x4200, 0x4040, wide_bits, 3, 3}));
}

TEST(Executable, ZeroGridsLaunchNothing) {
  FakeModule fake({Kernel()});
  ffi::Function function = testing::BothHosts::Function(LaunchingProgram(), {fake.module}, "main");
  EXPECT_TRUE(Call(function, {IntArg(0), IntArg(32), IntArg(3)}).ok());
  EXPECT_TRUE(fake.object->launches.empty());
  Outcome outcome = Call(function, {IntArg(0), IntArg(0), IntArg(3)});
  EXPECT_EQ(outcome.message, "kernel `scale`: block dimension x is 0; it must be at least 1");
}

TEST(Executable, LimitsAreTheLaunchers) {
  FakeModule fake({Kernel()});
  ffi::Function function = testing::BothHosts::Function(LaunchingProgram(), {fake.module}, "main");
  EXPECT_EQ(Call(function, {IntArg((int64_t(1) << 32) + 1), IntArg(32), IntArg(3)}).message,
            "kernel `scale`: grid dimension x is 4294967297; the limit is 1000");
}

TEST(Executable, ReadinessComesBeforeArguments) {
  FakeModule fake({Kernel()});
  fake.object->why_not = "there is no device";
  ffi::Module module = MakeExecutable(LaunchingProgram(), {fake.module});
  EXPECT_EQ(Call(*module->GetFunction("main"), {}).message, "there is no device");
  EXPECT_EQ(Call(*module->GetFunction("host_only"), {}).result.v_int64, 9) << "needs no device";
}

TEST(Executable, ErrorsOfLaunchesComeThrough) {
  FakeModule fake({Kernel()});
  fake.object->fails = true;
  ffi::Function function = testing::BothHosts::Function(LaunchingProgram(), {fake.module}, "main");
  EXPECT_EQ(Call(function, {IntArg(1), IntArg(1), IntArg(1)}).message, "the launch failed");
}

TEST(Executable, MissingDoubleAndDifferentKernels) {
  testing::Args args = {IntArg(1), IntArg(1), IntArg(1)};
  EXPECT_EQ(Call(*MakeExecutable(LaunchingProgram(), {})->GetFunction("main"), args).message,
            "kernel `scale` is in none of the executable's device modules");
  FakeModule one({Kernel()}), two({Kernel()});
  EXPECT_EQ(
      Call(*MakeExecutable(LaunchingProgram(), {one.module, two.module})->GetFunction("main"), args).message,
      "two device modules have a kernel `scale`");
  KernelInfo other = Kernel();
  other.arg_types[1] = Int(64);
  FakeModule different({other});
  EXPECT_EQ(Call(*MakeExecutable(LaunchingProgram(), {different.module})->GetFunction("main"), args).message,
            "kernel `scale` of the device module does not take what the host passes");
}

TEST(Executable, FunctionsKeepEverythingAlive) {
  ffi::Function function;
  tvm::ffi::ObjectPtr<testing::FakeLauncherObj> object;
  {
    FakeModule fake({Kernel()});
    object = fake.object;
    function = *MakeExecutable(LaunchingProgram(), {fake.module})->GetFunction("main");
  }
  EXPECT_TRUE(Call(function, {IntArg(1), IntArg(1), IntArg(1)}).ok());
  EXPECT_EQ(object->launches.size(), 1u);
  function = ffi::Function();
  EXPECT_EQ(object.use_count(), 1);
}

TEST(Executable, OffersExportedFunctionsAlone) {
  ffi::Module module = MakeExecutable(LaunchingProgram(), {});
  EXPECT_STREQ(module->kind(), "tirx_host");
  EXPECT_TRUE(module->GetFunction("main").has_value());
  EXPECT_FALSE(module->GetFunction("private").has_value());
  EXPECT_FALSE(module->GetFunction("other").has_value());
  EXPECT_EQ(*module->GetFunctionDoc("main"), "main(...)");
  EXPECT_EQ(std::string(module->InspectSource("bytecode")), Disassemble(LaunchingProgram()));
}

TEST(Executable, SavesAndLoads) {
  ffi::Bytes bytes = MakeExecutable(LaunchingProgram(), {})->SaveToBytes();
  ffi::Function load = ffi::Function::GetGlobalRequired("ffi.Module.load_from_bytes.tirx_host");
  ffi::Module loaded = load(bytes).cast<ffi::Module>();
  FakeModule fake({Kernel()});
  loaded->ImportModule(fake.module);
  EXPECT_TRUE(Call(*loaded->GetFunction("main"), {IntArg(1), IntArg(2), IntArg(3)}).ok());
  EXPECT_EQ(fake.object->launches.size(), 1u);
  ffi::Any broken(ffi::Bytes("nonsense"));
  Outcome outcome = Call(load, {ffi::AnyView(broken).CopyToTVMFFIAny()});
  EXPECT_EQ(outcome.kind, "InternalError");
  EXPECT_NE(outcome.message.find("host program is corrupt"), std::string::npos) << outcome.message;
}

TEST(PackedKernel, TakesArgumentsThenLaunchValues) {
  FakeModule fake({{"k", {Handle(), Float(32), Int(32)}, {"blockIdx.x", "threadIdx.x"}, {}}});
  ffi::Function function = *fake.module->GetFunction("k");
  testing::TestTensor tensor({4});
  tensor.tensor.device.device_id = 3;
  tensor.tensor.byte_offset = 8;
  ASSERT_TRUE(Call(function, {tensor.Arg(), IntArg(2), IntArg(-1), IntArg(6), IntArg(64)}).ok());
  const testing::RecordedLaunch& launch = fake.object->launches.at(0);
  EXPECT_EQ(launch.cells[0], reinterpret_cast<uint64_t>(tensor.tensor.data) + 8);
  EXPECT_EQ(launch.cells[1], 0x40000000u);
  EXPECT_EQ(uint32_t(launch.cells[2]), 0xFFFFFFFFu);
  EXPECT_EQ(launch.device_id, 3);
  EXPECT_EQ(launch.config.values[kGridX], 6);
  EXPECT_EQ(Call(function, {IntArg(1)}).message, "kernel `k` takes 3 arguments and 2 launch values, got 1");
  EXPECT_EQ(Call(function, {IntArg(1), IntArg(2), IntArg(3), IntArg(4), IntArg(5)}).message,
            "Mismatched type on argument #0 when calling kernel `k`, expected handle");
  EXPECT_EQ(Call(function, {tensor.Arg(), IntArg(2), IntArg(3), FloatArg(4), IntArg(5)}).message,
            "Mismatched type on argument #3 when calling kernel `k`, expected int");
}

TEST(DeviceApi, TheCpuAllocatesAndCopies) {
  DeviceApi* cpu = FindDeviceApi(kDLCPU);
  ASSERT_NE(cpu, nullptr);
  EXPECT_EQ(cpu->Count(), 1);
  void* data = nullptr;
  ASSERT_TRUE(cpu->Allocate(0, 100, &data).ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
  const char text[] = "bytes";
  ASSERT_TRUE(cpu->Copy(0, data, text, sizeof(text), nullptr).ok());
  EXPECT_STREQ(static_cast<char*>(data), "bytes");
  EXPECT_TRUE(cpu->Free(0, data).ok());
  EXPECT_EQ(cpu->Allocate(0, ~size_t(0), &data).message,
            "cannot allocate 18446744073709551615 bytes of host memory");
  EXPECT_EQ(FindDeviceApi(99), nullptr);
  EXPECT_EQ(DeviceTypeName(kDLCPU), "cpu");
  EXPECT_EQ(DeviceTypeName(99), "device type 99");
}

}  // namespace
}  // namespace tirx::runtime

// SPDX-License-Identifier: Apache-2.0
// CUDA modules without a device: payloads, inspection, and what a launch says where there is no driver.
#include "backends/cuda/runtime/cuda_module.h"

#include <gtest/gtest.h>
#include <tvm/ffi/extra/module.h>

#include "backends/cuda/runtime/cuda_device_api.h"
#include "backends/cuda/runtime/driver_api.h"
#include "runtime/calls.h"
#include "runtime/device_api.h"
#include "runtime/executable.h"
#include "runtime/host_assembler.h"

namespace tirx::cuda {

namespace ffi = tvm::ffi;

namespace {

using testing::Call;
using testing::Outcome;

runtime::DevicePayload Payload(std::string format = "ptx") {
  runtime::DevicePayload payload;
  payload.format = std::move(format);
  payload.kernels = {{"k", {Handle()}, {"blockIdx.x"}, {}}};
  payload.image = ".version 8.0";
  payload.backend_config = R"({"cuda":{"arch":"sm_90a"}})";
  return payload;
}

ffi::Function Loader() {
  return ffi::Function::GetGlobalRequired("ffi.Module.load_from_bytes.cuda");
}

Outcome LoadBytes(const std::string& text) {
  ffi::Any bytes{ffi::Bytes(text)};
  return Call(Loader(), {ffi::AnyView(bytes).CopyToTVMFFIAny()});
}

std::string U64(uint64_t value) {
  runtime::ByteWriter writer;
  writer.U64(value);
  return writer.Take();
}

TEST(CudaModule, SavesAndLoads) {
  ffi::Module module = MakeCudaModule(Payload());
  EXPECT_STREQ(module->kind(), "cuda");
  ffi::Bytes bytes = module->SaveToBytes();
  EXPECT_EQ(std::string(bytes), runtime::SavePayload(Payload()));
  ffi::Module loaded = Loader()(bytes).cast<ffi::Module>();
  EXPECT_EQ(std::string(loaded->SaveToBytes()), std::string(bytes));
}

TEST(CudaModule, Inspects) {
  ffi::Module module = MakeCudaModule(Payload(), {{"cuda", "__global__ void k() {}"}});
  EXPECT_EQ(module->InspectSource("backend_config"), R"({"cuda":{"arch":"sm_90a"}})");
  EXPECT_EQ(module->InspectSource("cuda"), "__global__ void k() {}");
  EXPECT_EQ(module->InspectSource(""), "__global__ void k() {}");
  EXPECT_EQ(module->InspectSource("ptx"), ".version 8.0");
  EXPECT_EQ(module->InspectSource("other"), "");
  EXPECT_EQ(MakeCudaModule(Payload())->InspectSource(""), ".version 8.0");
  EXPECT_EQ(MakeCudaModule(Payload("cubin"))->InspectSource(""), "");
}

TEST(CudaModule, GivesItsBinary) {
  ffi::Module module = MakeCudaModule(Payload("cubin"));
  auto parts = (*module->GetFunction("__tvm_cuda_binary"))().cast<ffi::Array<ffi::Any>>();
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(std::string(parts[0].cast<ffi::Bytes>()), ".version 8.0");
  EXPECT_EQ(parts[1].cast<ffi::String>(), "cubin");
  EXPECT_EQ(parts[2].cast<ffi::Array<ffi::String>>()[0], "k");
  EXPECT_FALSE(module->GetFunction("other").has_value());
}

TEST(CudaModule, OlderPayloadsLoadAndBrokenOnesDoNot) {
  std::string old = U64(3) + "ptx" + U64(0) + U64(4) + "code";
  ffi::Any bytes{ffi::Bytes(old)};
  ffi::Module module = Loader()(bytes).cast<ffi::Module>();
  EXPECT_EQ(module->InspectSource("backend_config"), "{}");
  std::string current = runtime::SavePayload(Payload());
  for (const std::string& broken : {old + "x", current.substr(0, current.size() - 1), current + "x"}) {
    Outcome outcome = LoadBytes(broken);
    EXPECT_EQ(outcome.kind, "InternalError");
    EXPECT_NE(outcome.message.find("device payload is corrupt"), std::string::npos);
  }
  EXPECT_EQ(
      LoadBytes(runtime::SavePayload(Payload("spirv"))).message,
      "device payload is corrupt: its format is `spirv`; a CUDA module holds ptx, cubin, fatbin or cuda");
}

TEST(CudaModule, SourceIsCompiledByTheCallback) {
  std::string source = runtime::SavePayload(Payload("cuda"));
  EXPECT_NE(LoadBytes(source).message.find("`tirx_callback_cuda_compile` is registered"), std::string::npos);
  std::vector<std::string> seen;
  bool good = true;
  auto callback = [&](const ffi::String& text, const ffi::String& config) {
    seen = {text, config};
    return ffi::Array<ffi::Any>{ffi::Bytes("made"), ffi::String(good ? "ptx" : "exe")};
  };
  ffi::Function::SetGlobal("tirx_callback_cuda_compile", ffi::Function::FromTyped(callback));
  ffi::Any bytes{ffi::Bytes(source)};
  ffi::Module module = Loader()(bytes).cast<ffi::Module>();
  EXPECT_EQ(seen, (std::vector<std::string>{".version 8.0", R"({"cuda":{"arch":"sm_90a"}})"}));
  EXPECT_EQ(module->InspectSource("ptx"), "made");
  EXPECT_EQ(module->InspectSource("cuda"), ".version 8.0");
  good = false;
  EXPECT_EQ(LoadBytes(source).message,
            "`tirx_callback_cuda_compile` must return [image, format] with the format ptx, cubin or fatbin");
  ffi::Function::RemoveGlobal("tirx_callback_cuda_compile");
}

TEST(CudaModule, ArchitecturesAreExact) {
  EXPECT_EQ(ArchitectureOf(8, 0), "sm_80");
  EXPECT_EQ(ArchitectureOf(8, 9), "sm_89");
  EXPECT_EQ(ArchitectureOf(9, 0), "sm_90a");
  EXPECT_EQ(ArchitectureOf(10, 0), "sm_100a");
  EXPECT_EQ(ArchitectureOf(12, 1), "sm_121a");
}

// What a machine without a driver or device says; elsewhere tests/gpu launches for real.
class CudaWithoutDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (driver::FindDriver() != nullptr) GTEST_SKIP() << "there is a CUDA device";
  }
};

TEST_F(CudaWithoutDevice, KernelsSayWhyAndNameTheSimulator) {
  Outcome outcome = Call(*MakeCudaModule(Payload())->GetFunction("k"), {});
  EXPECT_EQ(outcome.kind, "RuntimeError");
  EXPECT_EQ(outcome.message.find("this executable needs a CUDA device, and "), 0u) << outcome.message;
  EXPECT_NE(outcome.message.find("executor=\"simulator\""), std::string::npos) << outcome.message;
}

TEST_F(CudaWithoutDevice, ExecutablesSaySoBeforeLookingAtArguments) {
  testing::HostAssembler a;
  a.Function("main", 1, 1);
  a.program.kernels = {{"k", {Handle()}, {"blockIdx.x"}, {}}};
  a.program.launches = {{0, {0}, {0}}};
  a.Op(runtime::HostOp::ArgCount).Op(runtime::HostOp::Launch, 0).Op(runtime::HostOp::ReturnNone);
  ffi::Module module = runtime::MakeExecutable(a.program, {MakeCudaModule(Payload())});
  EXPECT_NE(Call(*module->GetFunction("main"), {}).message.find("executor=\"simulator\""), std::string::npos);
}

TEST_F(CudaWithoutDevice, TheDeviceListIsEmptyAndSaysWhy) {
  runtime::DeviceApi* api = runtime::FindDeviceApi(kDLCUDA);
  ASSERT_NE(api, nullptr);
  EXPECT_EQ(api->Name(), "cuda");
  EXPECT_EQ(api->Count(), 0);
  EXPECT_NE(api->WhyAbsent().find("CUDA driver"), std::string::npos);
  EXPECT_EQ(api->Architecture(0), "");
  void* data = nullptr;
  EXPECT_FALSE(api->Allocate(0, 16, &data).ok());
}

}  // namespace
}  // namespace tirx::cuda

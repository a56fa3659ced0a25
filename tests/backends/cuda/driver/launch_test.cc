// SPDX-License-Identifier: Apache-2.0
// Launches through a fake driver: what is checked before the call, what the driver is asked, what errors say.
#include <gtest/gtest.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/extra/module.h>

#include <thread>

#include "backends/cuda/driver/fake_driver.h"
#include "backends/cuda/runtime/cuda_module.h"
#include "backends/cuda/runtime/device_limits.h"
#include "runtime/calls.h"

namespace tirx::cuda {

namespace ffi = tvm::ffi;
using driver::FakeDriver;
using driver::TirxFakeDriver;

namespace {

using testing::Call;
using testing::IntArg;
using testing::Outcome;

constexpr const char* kSharedTag = "tirx.use_dyn_shared_memory";

// The driver as it was found, without what earlier tests have noted or set.
class FakeLaunches : public ::testing::Test {
 protected:
  void SetUp() override {
    FakeDriver& driver = TirxFakeDriver();
    driver.version = 13000;
    driver.devices.assign(3, driver::FakeDevice());  // their number is read once a process
    driver.failures.clear();
    driver.function_attributes = {{driver::kMaxThreadsOfFunction, 1024}, {driver::kSharedSizeBytes, 0}};
    driver.set_attributes.clear();
    driver.launches.clear();
    driver.calls.clear();
    driver.jit_log.clear();
    ForgetDeviceLimits();
  }

  static ffi::Module Module(std::vector<std::string> tags, const std::string& arch = "sm_90a",
                            std::vector<DType> types = {Int(32)}, const std::string& format = "cubin") {
    runtime::DevicePayload payload;
    payload.format = format;
    payload.kernels = {{"k", std::move(types), std::move(tags), {}}};
    payload.image = "image";
    payload.backend_config = R"({"cuda":{"arch":")" + arch + R"("}})";
    return MakeCudaModule(payload);
  }
  // Launches `k(7)`.
  static Outcome Launch(std::vector<std::string> tags, std::vector<int64_t> values,
                        const std::string& arch = "sm_90a") {
    ffi::Module module = Module(std::move(tags), arch);
    return LaunchOf(module, std::move(values));
  }
  static Outcome LaunchOf(const ffi::Module& module, std::vector<int64_t> values) {
    testing::Args args = {IntArg(7)};
    for (int64_t value : values) args.push_back(IntArg(value));
    return Call(*module->GetFunction("k"), args);
  }
};

TEST_F(FakeLaunches, ReachTheDriverAsTheyAre) {
  ASSERT_TRUE(
      Launch({"blockIdx.x", "blockIdx.y", "threadIdx.x", "clusterCtaIdx.x", kSharedTag}, {6, 5, 64, 2, 1024})
          .ok());
  const driver::FakeLaunch& launch = TirxFakeDriver().launches.at(0);
  EXPECT_EQ(launch.kernel, "k");
  EXPECT_EQ(launch.device, 0);
  EXPECT_EQ(launch.config.grid.x, 6u);
  EXPECT_EQ(launch.config.grid.y, 5u);
  EXPECT_EQ(launch.config.block.x, 64u);
  EXPECT_EQ(launch.config.shared_bytes, 1024u);
  ASSERT_EQ(launch.attributes.size(), 1u);
  EXPECT_EQ(launch.attributes[0].value.cluster.x, 2u);
  EXPECT_TRUE(TirxFakeDriver().set_attributes.empty());  // nothing here needs an opt-in
}

TEST_F(FakeLaunches, AZeroGridDoesNotReachTheDriver) {
  EXPECT_TRUE(Launch({"blockIdx.x"}, {0}).ok());
  EXPECT_TRUE(TirxFakeDriver().launches.empty());
  EXPECT_EQ(Launch({"threadIdx.x"}, {0}).message,
            "kernel `k`: block dimension x is 0; it must be at least 1");
}

// tvm-ffi passes what int64 does not hold as an object.
TEST_F(FakeLaunches, EveryUInt64ReachesItsKernel) {
  auto launch = [](DType type, std::vector<uint64_t> words) {
    const TVMFFIByteArray bytes = {reinterpret_cast<const char*>(words.data()), 8 * words.size()};
    TVMFFIAny big{};
    EXPECT_EQ(TVMFFIBigIntFromByteArray(&bytes, &big), 0);
    ffi::Module module = Module({}, "sm_90a", {type});
    Outcome outcome = Call(*module->GetFunction("k"), {big});
    TVMFFIObjectDecRef(big.v_obj);
    return outcome;
  };
  TirxFakeDriver().parameter_bytes = {{"k", {8}}};
  const uint64_t value = (uint64_t(1) << 63) + 5;
  EXPECT_TRUE(launch(UInt(64), {value, 0}).ok());
  EXPECT_EQ(TirxFakeDriver().launches.at(0).arguments.at(0),
            std::string(reinterpret_cast<const char*>(&value), sizeof(value)));
  EXPECT_EQ(launch(UInt(64), {value, 1}).message,
            "Mismatched type on argument #0 when calling kernel `k`, expected uint64");
  EXPECT_EQ(launch(Int(64), {value, 0}).message,
            "Mismatched type on argument #0 when calling kernel `k`, expected int64");
  TirxFakeDriver().parameter_bytes.clear();
}

TEST_F(FakeLaunches, KeepToTheLimitsOfTheDevice) {
  auto& attributes = TirxFakeDriver().devices[0].attributes;
  attributes[driver::kMaxGridDimX + 1] = 100;
  attributes[driver::kMaxThreadsPerBlock] = 512;
  EXPECT_EQ(Launch({"blockIdx.y"}, {101}).message, "kernel `k`: grid dimension y is 101; the limit is 100");
  EXPECT_EQ(Launch({"threadIdx.x"}, {513}).message, "kernel `k`: a block of 513 threads; the limit is 512");
  attributes[driver::kClusterLaunch] = 0;
  ForgetDeviceLimits();
  EXPECT_EQ(Launch({"clusterCtaIdx.x"}, {1}).message,
            "kernel `k` is launched in clusters, which the device lacks");
  EXPECT_TRUE(TirxFakeDriver().launches.empty());
}

TEST_F(FakeLaunches, KeepToWhatTheKernelTakes) {
  TirxFakeDriver().function_attributes[driver::kMaxThreadsOfFunction] = 256;
  Outcome outcome = Launch({"threadIdx.x"}, {257});
  EXPECT_EQ(outcome.kind, "ValueError");
  EXPECT_EQ(outcome.message,
            "kernel `k`: a block of 257 threads; its registers or its launch bounds leave room for 256");
  EXPECT_TRUE(Launch({"threadIdx.x"}, {256}).ok());
}

TEST_F(FakeLaunches, DynamicSharedMemoryOptsInOnceAndOnlyGrows) {
  ffi::Module module = Module({kSharedTag});
  EXPECT_TRUE(LaunchOf(module, {48 * 1024}).ok());
  EXPECT_EQ(TirxFakeDriver().Count("cuFuncSetAttribute"), 0);
  for (int64_t bytes : {100000, 60000, 100000}) EXPECT_TRUE(LaunchOf(module, {bytes}).ok());
  EXPECT_EQ(TirxFakeDriver().set_attributes["k"][driver::kMaxDynamicSharedSizeBytes], 100000);
  EXPECT_EQ(TirxFakeDriver().Count("cuFuncSetAttribute"), 1);
}

TEST_F(FakeLaunches, StaticSharedMemoryCounts) {
  TirxFakeDriver().function_attributes[driver::kSharedSizeBytes] = 40000;
  EXPECT_TRUE(Launch({kSharedTag}, {10000}).ok());  // together above what needs no opt-in
  EXPECT_EQ(TirxFakeDriver().set_attributes["k"][driver::kMaxDynamicSharedSizeBytes], 10000);
  EXPECT_EQ(Launch({kSharedTag}, {200000}).message,
            "kernel `k` needs 200000 bytes of dynamic and 40000 of static shared memory; the device's limit "
            "for both is 232448");
}

TEST_F(FakeLaunches, ClustersAboveEightOptIn) {
  std::vector<std::string> tags = {"blockIdx.x", "clusterCtaIdx.x"};
  EXPECT_TRUE(Launch(tags, {8, 8}).ok());
  EXPECT_TRUE(TirxFakeDriver().set_attributes.empty());
  EXPECT_TRUE(Launch(tags, {16, 16}).ok());
  EXPECT_EQ(TirxFakeDriver().set_attributes["k"][driver::kNonPortableClusterSizeAllowed], 1);
  EXPECT_EQ(Launch(tags, {32, 32}).message, "kernel `k`: cluster dimension x is 32; the limit is 16");
}

TEST_F(FakeLaunches, TheArchitectureMustFitTheDevice) {
  EXPECT_EQ(Launch({}, {}, "sm_100a").message,
            "the cubin image cannot be loaded on CUDA device 0: it was compiled for sm_100a; the device is "
            "sm_90a");
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleLoadDataEx"), 0);
  struct Row {
    const char *arch, *format;
    int capability;
    bool runs;
  };
  const Row rows[] = {
      {"sm_90", "cubin", 90, true},    {"sm_80", "cubin", 90, false},  {"sm_80", "cubin", 86, true},
      {"sm_86", "cubin", 80, false},   {"sm_90a", "cubin", 90, true},  {"sm_100a", "cubin", 103, false},
      {"sm_100f", "cubin", 103, true}, {"sm_100f", "ptx", 120, false}, {"sm_80", "ptx", 90, true},
      {"sm_90a", "ptx", 100, false},   {"sm_100", "ptx", 90, false},   {"sm_80", "fatbin", 90, true},
      {"sm_120", "cubin", 121, true},  {"", "cubin", 90, true},
  };
  for (const Row& row : rows) {
    auto& attributes = TirxFakeDriver().devices[0].attributes;
    attributes[driver::kComputeCapabilityMajor] = row.capability / 10;
    attributes[driver::kComputeCapabilityMinor] = row.capability % 10;
    ForgetDeviceLimits();
    EXPECT_EQ(LaunchOf(Module({}, row.arch, {Int(32)}, row.format), {}).ok(), row.runs)
        << row.arch << ' ' << row.format << ' ' << row.capability;
  }
}

TEST_F(FakeLaunches, FieldsOfNewerDriversAreRefused) {
  TirxFakeDriver().version = 12040;
  EXPECT_EQ(Launch({"preferredClusterCtaIdx.x"}, {1}).message,
            "kernel `k`: launch field `preferred_cluster` needs a driver for CUDA 12.8 or newer; this one is "
            "for 12.4");
  EXPECT_EQ(
      Launch({"launch.nvlink_util_centric_scheduling"}, {1}).message,
      "kernel `k`: launch field `nvlink_util_centric_scheduling` needs a driver for CUDA 13.0 or newer; "
      "this one is for 12.4");
  EXPECT_TRUE(Launch({"launch.priority"}, {-1}).ok());
}

TEST_F(FakeLaunches, FieldsHoldTheirValues) {
  EXPECT_EQ(Launch({"launch.priority"}, {int64_t(1) << 32}).message,
            "kernel `k`: launch field `priority` is 4294967296; it has 32 bits");
  EXPECT_EQ(Launch({"launch.mem_sync_domain_map.default"}, {256}).message,
            "kernel `k`: launch field `mem_sync_domain_map.default` is 256; it has 8 bits");
  EXPECT_TRUE(Launch({"launch.priority"}, {-5}).ok());
  EXPECT_TRUE(Launch({"launch.stream"}, {int64_t(1) << 40}).ok());
}

TEST_F(FakeLaunches, ErrorsSayWhatWasLaunched) {
  TirxFakeDriver().failures["cuLaunchKernelEx"] = 1;
  ffi::Module module = Module({"blockIdx.x", "threadIdx.x"}, "sm_90a",
                              {Handle(), Int(32), Float(16), UInt(8), Float(64), Float(32)});
  Outcome outcome =
      Call(*module->GetFunction("k"),
           {testing::PointerArg(reinterpret_cast<void*>(0x7f00)), IntArg(-3), testing::FloatArg(0.5),
            IntArg(200), testing::FloatArg(1e100), testing::FloatArg(0.25), IntArg(4), IntArg(32)});
  EXPECT_EQ(outcome.kind, "RuntimeError");
  EXPECT_EQ(
      outcome.message,
      "launch of kernel `k` on CUDA device 0 failed: CUDA_ERROR_OF_A_TEST (as the test wants); grid=(4, "
      "1, 1) block=(32, 1, 1) dynamic shared memory=0 arguments=(0x7f00, -3, 0.5, 200, 1e+100, 0.25)");
}

TEST_F(FakeLaunches, ErrorsExplainThemselves) {
  auto message = [](driver::Result result) {
    TirxFakeDriver().failures["cuLaunchKernelEx"] = result;
    return Launch({"blockIdx.x"}, {999}).message;
  };
  EXPECT_NE(message(driver::kErrorIllegalAddress).find("; an earlier kernel may have done it, since"),
            std::string::npos);
  EXPECT_NE(message(driver::kErrorCooperativeLaunchTooLarge)
                .find("; the blocks of a cooperative launch run at once, and the device holds 264 of this"),
            std::string::npos);
  EXPECT_NE(message(driver::kErrorInvalidClusterSize).find("takes clusters of at most 4; grid=(999, 1, 1)"),
            std::string::npos);
}

TEST_F(FakeLaunches, EveryDeviceHasItsOwnModule) {
  ffi::Module module = Module({}, "sm_90a", {Handle()});
  ffi::Function k = *module->GetFunction("k");
  for (int device : {1, 0, 1}) {
    testing::TestTensor tensor({4});
    tensor.tensor.device = {kDLCUDA, device};
    EXPECT_TRUE(Call(k, {tensor.Arg()}).ok());
    EXPECT_EQ(TirxFakeDriver().launches.back().device, device);
  }
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleLoadDataEx relaxed"), 2);
  testing::TestTensor tensor({4});
  tensor.tensor.device = {kDLCUDA, 5};
  EXPECT_EQ(Call(k, {tensor.Arg()}).message, "there is no CUDA device 5; the driver sees 3");
}

// The context that was current stays current, whichever thread calls; without one, the first device is meant.
TEST_F(FakeLaunches, AnyThreadAndAnyContext) {
  ffi::Module module = Module({});
  driver::Context second = nullptr;
  const driver::DriverApi& api = *driver::FindDriver();
  ASSERT_TRUE(driver::PrimaryContext(api, 1, &second).ok());
  {
    driver::ContextScope scope(api, second);
    EXPECT_TRUE(LaunchOf(module, {}).ok());
    EXPECT_EQ(TirxFakeDriver().launches.back().device, 1);
    driver::Context current = nullptr;
    api.context_get_current(&current);
    EXPECT_EQ(current, second);
  }
  std::thread([&] {
    EXPECT_TRUE(LaunchOf(module, {}).ok());
    driver::Context current = nullptr;
    api.context_get_current(&current);
    EXPECT_EQ(current, nullptr);
  }).join();
  EXPECT_EQ(TirxFakeDriver().launches.back().device, 0);
}

TEST_F(FakeLaunches, ManyThreadsLoadOnce) {
  ffi::Module module = Module({kSharedTag});
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 20; ++repeat) EXPECT_TRUE(LaunchOf(module, {50000 + 1000 * i}).ok());
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(TirxFakeDriver().launches.size(), 160u);
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleLoadDataEx relaxed"), 1);
  EXPECT_EQ(TirxFakeDriver().set_attributes["k"][driver::kMaxDynamicSharedSizeBytes], 57000);
}

TEST_F(FakeLaunches, RunOnTheStreamOfTheEnvironment) {
  TVMFFIStreamHandle before = nullptr;
  TVMFFIEnvSetStream(kDLCUDA, 0, reinterpret_cast<TVMFFIStreamHandle>(0x40), &before);
  EXPECT_TRUE(Launch({}, {}).ok());
  EXPECT_EQ(TirxFakeDriver().launches.back().config.stream, reinterpret_cast<driver::Stream>(0x40));
  TVMFFIEnvSetStream(kDLCUDA, 0, before, nullptr);
}

TEST_F(FakeLaunches, ModulesAreUnloadedWithTheirObject) {
  EXPECT_TRUE(Launch({}, {}).ok());
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleUnload"), 1);
}

// Limits are those of the device, read once; kernels that are not launched cost nothing.
TEST_F(FakeLaunches, ALoadAsksTheDriverForWhatItNeeds) {
  auto load = [] {
    runtime::DevicePayload payload;
    payload.format = "cubin";
    payload.kernels = {{"a", {Int(32)}, {"blockIdx.x"}, {}}, {"k", {Int(32)}, {"blockIdx.x"}, {}}};
    payload.image = "image";
    return MakeCudaModule(payload);
  };
  EXPECT_TRUE(LaunchOf(load(), {1}).ok());
  EXPECT_EQ(TirxFakeDriver().Count("cuDeviceGetAttribute"), 12);
  TirxFakeDriver().calls.clear();
  {
    ffi::Module module = load();
    EXPECT_TRUE(LaunchOf(module, {1}).ok());
    EXPECT_TRUE(LaunchOf(module, {1}).ok());
  }
  EXPECT_EQ(TirxFakeDriver().calls,
            (std::vector<std::string>{"cuModuleLoadDataEx relaxed", "cuModuleGetFunction k",
                                      "cuFuncGetAttribute", "cuFuncGetAttribute", "cuDriverGetVersion",
                                      "cuLaunchKernelEx", "cuLaunchKernelEx", "cuModuleUnload"}));
}

TEST_F(FakeLaunches, AKernelThatCannotBeHadLeavesTheOthers) {
  runtime::DevicePayload payload;
  payload.format = "cubin";
  payload.kernels = {{"k", {Int(32)}, {}, {}}, {"new", {Int(32)}, {"launch.shared_memory_mode"}, {}}};
  payload.image = "image";
  ffi::Module module = MakeCudaModule(payload);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(
        Call(*module->GetFunction("new"), {IntArg(7), IntArg(1)}).message,
        "kernel `new`: launch field `shared_memory_mode` needs a driver for CUDA 13.2 or newer; this one "
        "is for 13.0");
    EXPECT_TRUE(LaunchOf(module, {}).ok());
  }
}

TEST_F(FakeLaunches, TheLogOfAFailedLoadIsShown) {
  TirxFakeDriver().failures["cuModuleLoadDataEx"] = 218;
  TirxFakeDriver().jit_log = "line 3: unknown";
  EXPECT_EQ(Launch({}, {}).message,
            "the cubin image cannot be loaded on CUDA device 0: CUDA_ERROR_OF_A_TEST (as the test wants); it "
            "was compiled for sm_90a; the device is sm_90a\nline 3: unknown");
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleLoadDataEx relaxed"), 2);
}

TEST_F(FakeLaunches, ALoadThatFailsIsTriedAgain) {
  ffi::Module module = Module({});
  TirxFakeDriver().failures["cuModuleLoadDataEx"] = driver::kErrorOutOfMemory;
  Outcome outcome = LaunchOf(module, {});
  EXPECT_EQ(
      outcome.message,
      "the cubin image cannot be loaded on CUDA device 0: CUDA_ERROR_OUT_OF_MEMORY (as the test wants); "
      "it was compiled for sm_90a; the device is sm_90a");
  TirxFakeDriver().failures.clear();
  EXPECT_TRUE(LaunchOf(module, {}).ok());
}

}  // namespace
}  // namespace tirx::cuda

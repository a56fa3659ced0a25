// SPDX-License-Identifier: Apache-2.0
// Exported hosts against the runtime: the same calls, with the same fake driver, launch the same and fail the
// same. The exported text is built with the system's compiler and CUDA's headers.
#include "backends/cuda/codegen/host_export.h"

#include <gtest/gtest.h>
#include <tvm/ffi/extra/module.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <thread>

#include "backends/cuda/driver/fake_driver.h"
#include "backends/cuda/runtime/cuda_module.h"
#include "backends/cuda/runtime/device_limits.h"
#include "backends/cuda/toolchain/toolkit.h"
#include "driver/library.h"
#include "runtime/calls.h"
#include "runtime/executable.h"
#include "runtime/host_assembler.h"
#include "runtime/launch_plan.h"

namespace tirx::cuda {

namespace ffi = tvm::ffi;
using driver::FakeDevice;
using driver::FakeDriver;
using driver::FakeLaunch;
using driver::TirxFakeDriver;
using runtime::DevicePayload;
using runtime::HostProgram;
using runtime::KernelInfo;
using testing::HostOp;
using testing::IntArg;
using testing::Outcome;

namespace {

constexpr const char* kShared = "tirx.use_dyn_shared_memory";
constexpr DType kHandleType = Handle();

const std::vector<std::string>& Fields() {
  static const auto* fields = new std::vector<std::string>{"stream",
                                                           "access_policy_window.base_ptr",
                                                           "access_policy_window.num_bytes",
                                                           "access_policy_window.hit_ratio",
                                                           "access_policy_window.hit_prop",
                                                           "access_policy_window.miss_prop",
                                                           "cluster_scheduling_policy",
                                                           "programmatic_event.event",
                                                           "programmatic_event.flags",
                                                           "programmatic_event.trigger_at_block_start",
                                                           "priority",
                                                           "mem_sync_domain_map.default",
                                                           "mem_sync_domain_map.remote",
                                                           "mem_sync_domain",
                                                           "launch_completion_event.event",
                                                           "launch_completion_event.flags",
                                                           "preferred_shared_memory_carveout",
                                                           "nvlink_util_centric_scheduling",
                                                           "portable_cluster_size_mode",
                                                           "shared_memory_mode"};
  return *fields;
}

std::vector<std::string> FieldTags() {
  std::vector<std::string> tags = {"blockIdx.x"};
  for (const std::string& field : Fields()) tags.push_back("launch." + field);
  return tags;
}

// Kernels, each in the module of its architecture and format.
std::vector<DevicePayload> Modules() {
  auto module = [](const char* format, const char* arch, std::vector<KernelInfo> kernels) {
    DevicePayload payload;
    payload.format = format;
    payload.kernels = std::move(kernels);
    payload.image = "image";
    payload.backend_config = std::string(R"({"cuda":{"arch":")") + arch + R"("}})";
    return payload;
  };
  const DType e4m3{kDLFloat8_e4m3fn, 8, 1};
  std::vector<KernelInfo> rich = {
      {"plain", {Int(32)}, {"blockIdx.x", "threadIdx.x", kShared}, {}},
      {"bare", {}, {}, {}},
      {"typed",
       {Int(8), UInt(16), Int(32), Int(64), UInt(64), Bool(), Float(16), BFloat16(), e4m3, Float(32),
        Float(64), kHandleType, kHandleType},
       {"blockIdx.x"},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, runtime::kTensorMapArg}},
      {"boxes",
       {Int(32)},
       {"blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z"},
       {}},
      {"clustered",
       {Int(32)},
       {"blockIdx.x", "clusterCtaIdx.x", "tirx.use_programtic_dependent_launch",
        "tirx.use_cooperative_launch"},
       {}},
  };
  return {
      module("cubin", "sm_90a", rich),
      module("cubin", "sm_90",
             {{"preferred", {Int(32)}, {"blockIdx.x", "clusterCtaIdx.x", "preferredClusterCtaIdx.x"}, {}}}),
      module("cubin", "sm_90", {{"fields", {Int(32)}, FieldTags(), {}}}),
      module("cubin", "sm_100a", {{"for_newer", {}, {}, {}}}),
      module("ptx", "sm_80", {{"as_text", {}, {}, {}}}),
      module("ptx", "sm_100", {{"as_newer_text", {}, {}, {}}}),
      module("fatbin", "sm_100a", {{"as_fatbin", {}, {}, {}}})};
}

// Per kernel a function of its name: the device, the kernel's arguments, its launch values.
HostProgram Program(const std::vector<DevicePayload>& modules) {
  testing::HostAssembler a;
  a.program.device_type = kDLCUDA;
  for (const DevicePayload& module : modules) {
    for (const KernelInfo& kernel : module.kernels) {
      runtime::LaunchPlan plan;
      EXPECT_TRUE(MakeLaunchPlan(kernel, &plan).ok());
      const size_t args = kernel.arg_types.size(), count = 1 + args + plan.slots.size();
      a.Function(kernel.name, uint16_t(count), uint16_t(count));
      a.Op(HostOp::ArgCount);
      runtime::HostLaunch launch{uint32_t(a.program.kernels.size()), {}, {}};
      for (size_t k = 0; k < count; ++k) {
        const DType type = k > 0 && k <= args ? kernel.arg_types[k - 1] : Int(64);
        const HostOp op = IsHandle(type)     ? HostOp::ArgHandle
                          : IsFloating(type) ? HostOp::ArgFloat
                                             : HostOp::ArgInt;
        // As arguments of another type than the kernel's: what it does not hold is cut off.
        const DType wide = IsFloating(type) ? Float(64) : IsHandle(type) ? type : Int(64);
        a.Op(op, int(k), a.Param(uint16_t(k), "p" + std::to_string(k), "number", wide));
        if (k > 0) (k <= args ? launch.args : launch.launch_values).push_back(runtime::Reg(k));
      }
      a.program.kernels.push_back(kernel);
      a.program.launches.push_back(launch);
      a.Op(HostOp::SetDevice, 0)
          .Op(HostOp::Launch, int(a.program.launches.size() - 1))
          .Op(HostOp::ReturnNone);
    }
  }
  return a.program;
}

std::string TemporaryName(const std::string& suffix) {
  static int number = 0;
  return ::testing::TempDir() + "host_export_" + std::to_string(getpid()) + "_" + std::to_string(number++) +
         suffix;
}

std::string IncludeOfCuda() {
  for (const Toolkit& toolkit : FindToolkits())
    for (const std::string& folder : toolkit.include_dirs)
      if (std::ifstream(folder + "/cuda.h")) return folder;
  return "";
}

// The exported program as bytes of a shared library; empty where it does not build.
const std::string& LibraryBytes() {
  static const auto* bytes = [] {
    tirx::driver::EnsureLibrary();
    const std::vector<DevicePayload> modules = Modules();
    auto text = ExportHost(Program(modules), modules);
    EXPECT_TRUE(text.ok());
    const std::string source = TemporaryName(".cc"), library = TemporaryName(".so");
    std::ofstream(source) << (text.ok() ? *text : "");
    const std::string command =
        "c++ -std=c++17 -Wall -Wextra -Werror -O0 -fPIC -fvisibility=hidden -shared -o " + library + " " +
        source + " " TIRX_FFI_INCLUDES " -isystem " + IncludeOfCuda() + " -ldl";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream file(library);
    auto* read = new std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    unlink(source.c_str());
    unlink(library.c_str());
    return read;
  }();
  return *bytes;
}

// A library that nobody has called yet.
ffi::Module FreshLibrary() {
  const std::string name = TemporaryName(".so");
  std::ofstream(name) << LibraryBytes();
  ffi::Module module = ffi::Module::LoadFromFile(name);
  unlink(name.c_str());
  return module;
}

ffi::Module FreshExecutable() {
  std::vector<ffi::Module> devices;
  for (DevicePayload& payload : Modules()) devices.push_back(MakeCudaModule(std::move(payload)));
  return runtime::MakeExecutable(Program(Modules()), devices);
}

struct OneCall {
  std::string kernel;
  testing::Args args;  // without the device
  int64_t device = 0;
};

std::string BytesOf(const void* data, size_t size) {
  return {static_cast<const char*>(data), size};
}

// What became of calls: a line for each outcome, launch and attribute that was set.
std::vector<std::string> TraceOf(const ffi::Module& module, const std::vector<OneCall>& calls,
                                 const std::function<void(FakeDriver&)>& set_up) {
  FakeDriver& driver = TirxFakeDriver();
  driver.version = 13020;
  driver.devices.assign(3, FakeDevice());
  driver.failures.clear();
  driver.function_attributes = {{driver::kMaxThreadsOfFunction, 1024}, {driver::kSharedSizeBytes, 0}};
  driver.set_attributes.clear();
  driver.launches.clear();
  driver.calls.clear();
  driver.jit_log.clear();
  ForgetDeviceLimits();
  driver.parameter_bytes = {{"plain", {4}}, {"typed", {1, 2, 4, 8, 8, 1, 2, 2, 1, 4, 8, 8, 128}}};
  if (set_up) set_up(driver);
  std::vector<std::string> trace;
  for (const OneCall& call : calls) {
    testing::Args args = {IntArg(call.device)};
    args.insert(args.end(), call.args.begin(), call.args.end());
    Outcome outcome = testing::Call(*module->GetFunction(call.kernel), args);
    trace.push_back(outcome.ok() ? "fine" : outcome.kind + ": " + outcome.message);
  }
  for (const FakeLaunch& launch : driver.launches) {
    std::string line = launch.kernel + " on " + std::to_string(launch.device) + " ";
    line += BytesOf(&launch.config.grid, sizeof(launch.config.grid));
    line += BytesOf(&launch.config.block, sizeof(launch.config.block));
    line += std::to_string(launch.config.shared_bytes) + " " +
            std::to_string(reinterpret_cast<uintptr_t>(launch.config.stream));
    for (const auto& attribute : launch.attributes)
      line += " " + std::to_string(attribute.id) + ":" + BytesOf(&attribute.value, sizeof(attribute.value));
    for (const std::string& argument : launch.arguments) line += " argument " + argument;
    trace.push_back(line);
  }
  for (const auto& [kernel, attributes] : driver.set_attributes)
    for (auto [id, value] : attributes)
      trace.push_back(kernel + " " + std::to_string(id) + "=" + std::to_string(value));
  for (const char* call : {"cuModuleLoadDataEx relaxed", "cuDeviceGetAttribute", "cuFuncGetAttribute",
                           "cuFuncSetAttribute", "cuModuleUnload"})
    trace.push_back(call + (" " + std::to_string(driver.Count(call))));
  return trace;
}

class HostExport : public ::testing::Test {
 protected:
  void SetUp() override {
    if (IncludeOfCuda().empty()) GTEST_SKIP() << "cuda.h is not here: it comes with a CUDA toolkit";
    ASSERT_FALSE(LibraryBytes().empty());
  }
  // Both must do the same; gives what that is.
  static std::vector<std::string> Both(const std::vector<OneCall>& calls,
                                       const std::function<void(FakeDriver&)>& set_up = nullptr) {
    const std::vector<std::string> expected = TraceOf(FreshExecutable(), calls, set_up);
    EXPECT_EQ(TraceOf(FreshLibrary(), calls, set_up), expected);
    return expected;
  }
  static std::string Message(const OneCall& call, const std::function<void(FakeDriver&)>& set_up = nullptr) {
    return Both({call}, set_up).at(0);
  }
};

testing::Args Ints(std::vector<int64_t> values) {
  testing::Args args;
  for (int64_t value : values) args.push_back(IntArg(value));
  return args;
}

TEST_F(HostExport, ArgumentsHaveTheTypesOfTheKernel) {
  alignas(128) char map[128] = "a tensor map";
  testing::Args args = Ints({-3, 70000, -5, INT64_MIN, -1, 1});
  for (double value : {65520.0, 1.00390625, 500.0, 0.1, 0.1}) args.push_back(testing::FloatArg(value));
  args.push_back(testing::PointerArg(&map));
  args.push_back(testing::PointerArg(&map));
  args.push_back(IntArg(4));
  EXPECT_EQ(Message({"typed", args}), "fine");
  const std::vector<std::string>& arguments = TirxFakeDriver().launches.at(0).arguments;
  ASSERT_EQ(arguments.size(), 13u);
  EXPECT_EQ(arguments[6], std::string("\x00\x7c", 2));  // 65520 rounds to infinity
  EXPECT_EQ(arguments[7], std::string("\x80\x3f", 2));  // the tie goes to the even one, 1
  EXPECT_EQ(arguments[12], std::string(map, 128));      // by value
  // The same in words.
  EXPECT_NE(Message({"typed", args}, [](FakeDriver& d) { d.failures["cuLaunchKernelEx"] = 1; })
                .find("arguments=(-3, 4464, -5, -9223372036854775808, 18446744073709551615, 1, inf, 1, 448, "
                      "0.100000001, 0.1, 0x"),
            std::string::npos);
}

TEST_F(HostExport, ShapesAndAttributes) {
  Both({{"bare", {}}, {"boxes", Ints({7, 6, 5, 4, 8, 4, 2})}, {"clustered", Ints({7, 8, 2})}});
  ASSERT_EQ(TirxFakeDriver().launches.size(), 3u);
  EXPECT_EQ(TirxFakeDriver().launches[1].config.grid.z, 4u);
  EXPECT_EQ(TirxFakeDriver().launches[2].attributes.size(), 3u);
  EXPECT_EQ(Message({"preferred", Ints({7, 8, 2, 4})}), "fine");
}

TEST_F(HostExport, EveryLaunchField) {
  std::vector<int64_t> values = {7, 2};
  for (size_t i = 0; i < Fields().size(); ++i) values.push_back(int64_t(i) + 1);
  EXPECT_EQ(Message({"fields", Ints(values)}), "fine");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(TirxFakeDriver().launches.at(0).config.stream), 1u);
  EXPECT_EQ(TirxFakeDriver().launches[0].attributes.size(), 11u);
  // In 32 bits, 2^33 is none; 13.0 does not know the last two.
  values[2 + 10] = int64_t(1) << 33;
  EXPECT_EQ(Message({"fields", Ints(values)}),
            "ValueError: kernel `fields`: launch field `priority` is 8589934592; it has 32 bits");
  for (int version : {13000, 12090, 12030, 12010})
    EXPECT_NE(
        Message({"fields", Ints(values)}, [&](FakeDriver& d) { d.version = version; }).find("needs a driver"),
        std::string::npos);
  EXPECT_EQ(
      Message({"preferred", Ints({7, 8, 2, 4})}, [](FakeDriver& d) { d.version = 12070; }),
      "ValueError: kernel `preferred`: launch field `preferred_cluster` needs a driver for CUDA 12.8 or "
      "newer; this one is for 12.7");
}

TEST_F(HostExport, ValuesOutOfRange) {
  const std::vector<std::vector<int64_t>> boxes = {
      {0, 1, 1, 1, 1, 1},    {-1, 1, 1, 1, 1, 1},  {1, 65536, 1, 1, 1, 1}, {1, 1, 1, 0, 1, 1},
      {1, 1, 1, 1025, 1, 1}, {1, 1, 1, 64, 64, 1}, {1, 1, 1, 1, 1, 65},    {int64_t(1) << 40, 1, 1, 1, 1, 1},
      {0, 1, 1, 0, 1, 1}};
  std::vector<OneCall> calls;
  for (const auto& values : boxes) {
    testing::Args args = Ints({7});
    for (int64_t value : values) args.push_back(IntArg(value));
    Both({{"boxes", args}});
    calls.push_back({"boxes", args});
  }
  calls.push_back(calls[0]);
  Both(calls);
  EXPECT_EQ(TirxFakeDriver().launches.size(), 0u);
  auto small = [](FakeDriver& d) {
    d.devices[0].attributes[driver::kMaxGridDimX + 1] = 100;
    d.devices[0].attributes[driver::kMaxThreadsPerBlock] = 512;
    d.devices[0].attributes[driver::kClusterLaunch] = 0;
  };
  EXPECT_EQ(Message({"boxes", Ints({7, 1, 101, 1, 1, 1, 1})}, small),
            "ValueError: kernel `boxes`: grid dimension y is 101; the limit is 100");
  Both({{"boxes", Ints({7, 1, 1, 1, 513, 1, 1})}, {"clustered", Ints({7, 4, 1})}}, small);
  for (auto cluster : {std::pair(9, 2), {8, 0}, {32, 32}, {17, 17}})
    Both({{"clustered", Ints({7, cluster.first, cluster.second})}});
  Both({{"preferred", Ints({7, 8, 2, 3})}, {"preferred", Ints({7, 8, 2, 8})}});
  EXPECT_EQ(Message({"plain", Ints({7, 1, 257, 0})},
                    [](FakeDriver& d) { d.function_attributes[driver::kMaxThreadsOfFunction] = 256; }),
            "ValueError: kernel `plain`: a block of 257 threads; its registers or its launch bounds leave "
            "room for 256");
}

TEST_F(HostExport, OptingIn) {
  auto shared = [](int64_t bytes) { return OneCall{"plain", Ints({7, 1, 1, bytes})}; };
  Both({shared(48 * 1024), shared(100000), shared(60000), shared(100000), shared(232449), shared(-1)});
  EXPECT_EQ(TirxFakeDriver().Count("cuFuncSetAttribute"), 1);
  auto fixed = [](FakeDriver& d) { d.function_attributes[driver::kSharedSizeBytes] = 40000; };
  Both({shared(10000), shared(200000)}, fixed);
  auto failing = [](FakeDriver& d) { d.failures["cuFuncSetAttribute"] = 1; };
  Both({shared(100000), {"clustered", Ints({7, 16, 16})}}, failing);
  Both({{"clustered", Ints({7, 16, 16})}, {"clustered", Ints({7, 16, 16})}});
}

TEST_F(HostExport, Architectures) {
  for (const char* kernel : {"for_newer", "as_text", "as_newer_text", "as_fatbin"}) Both({{kernel, {}}});
  EXPECT_EQ(
      Message({"for_newer", {}}),
      "RuntimeError: the cubin image cannot be loaded on CUDA device 0: it was compiled for sm_100a; the "
      "device is sm_90a");
}

TEST_F(HostExport, WhatTheDriverRefuses) {
  for (const auto& failure : std::initializer_list<std::pair<const char*, int>>{{"cuLaunchKernelEx", 1},
                                                                                {"cuLaunchKernelEx", 700},
                                                                                {"cuLaunchKernelEx", 710},
                                                                                {"cuLaunchKernelEx", 719},
                                                                                {"cuLaunchKernelEx", 720},
                                                                                {"cuLaunchKernelEx", 912},
                                                                                {"cuModuleLoadDataEx", 209},
                                                                                {"cuModuleGetFunction", 500}})
    Both({{"clustered", Ints({7, 4, 2})}},
         [&](FakeDriver& d) { d.failures[failure.first] = failure.second; });
}

TEST_F(HostExport, WhatTheDriverLogged) {
  const std::string message = Message({"as_text", {}}, [](FakeDriver& d) {
    d.failures["cuModuleLoadDataEx"] = 218;
    d.jit_log = "line 3: unknown";
  });
  EXPECT_NE(message.find("the device is sm_90a\nline 3: unknown"), std::string::npos) << message;
}

// What is loaded twice, or by another image of the device, asks the driver for no more than it needs.
TEST_F(HostExport, LoadsWhatIsUsed) {
  Both({{"plain", Ints({7, 1, 1, 0})}, {"bare", {}}, {"as_text", {}}, {"plain", Ints({7, 1, 1, 0})}});
  const FakeDriver& driver = TirxFakeDriver();
  EXPECT_EQ(driver.Count("cuModuleLoadDataEx relaxed"), 2);
  EXPECT_EQ(driver.Count("cuDeviceGetAttribute"), 12);
  EXPECT_EQ(driver.Count("cuFuncGetAttribute"), 6);
  EXPECT_EQ(driver.Count("cuModuleGetFunction plain"), 1);
  EXPECT_EQ(driver.Count("cuModuleGetFunction fields"), 0);
}

TEST_F(HostExport, Contexts) {
  // The runtime has retained them already.
  auto failing = [](FakeDriver& d) { d.failures["cuDevicePrimaryCtxRetain"] = driver::kErrorOutOfMemory; };
  EXPECT_EQ(TraceOf(FreshLibrary(), {{"bare", {}}}, failing).at(0),
            "RuntimeError: cannot use CUDA device 0: CUDA_ERROR_OUT_OF_MEMORY (as the test wants)");
}

TEST_F(HostExport, Devices) {
  const testing::Args args = Ints({7, 1, 1, 0});
  Both({{"plain", args, 2}, {"plain", args, 0}, {"plain", args, 2}, {"plain", args, -1}});
  EXPECT_EQ(TirxFakeDriver().launches.at(0).device, 2);
  for (int64_t device : {int64_t(63), int64_t(64)}) Both({{"plain", args, device}});
}

TEST_F(HostExport, ThreadsLoadOnce) {
  ffi::Module library = FreshLibrary();
  TraceOf(library, {}, nullptr);
  std::vector<std::thread> threads;
  std::atomic<int> fine{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, device = t % 2] {
      for (int64_t bytes : {0, 100000, 200000})
        fine += testing::Call(*library->GetFunction("plain"), Ints({device, 7, 1, 1, bytes})).ok();
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fine, 24);
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleLoadDataEx relaxed"), 2);
  EXPECT_EQ(TirxFakeDriver().set_attributes["plain"][driver::kMaxDynamicSharedSizeBytes], 200000);
}

TEST_F(HostExport, IsUnloadedWithItsLibrary) {
  { TraceOf(FreshLibrary(), {{"plain", Ints({7, 1, 1, 0})}, {"plain", Ints({7, 1, 1, 0}), 1}}, nullptr); }
  EXPECT_EQ(TirxFakeDriver().Count("cuModuleUnload"), 2);
}

TEST(HostExportText, WhatCannotBeExported) {
  tirx::driver::EnsureLibrary();
  std::vector<DevicePayload> modules = Modules();
  auto message = [](Result<std::string> result) {
    return result.ok() ? "" : result.diagnostics().front().message;
  };
  HostProgram program = Program(modules);
  std::vector<DevicePayload> twice = modules;
  twice.push_back(modules[3]);
  EXPECT_EQ(message(ExportHost(program, twice)),
            "no cuda host can be exported: two device modules have a kernel `for_newer`");
  std::vector<DevicePayload> fewer(modules.begin(), modules.end() - 1);
  EXPECT_EQ(message(ExportHost(program, fewer)),
            "no cuda host can be exported: kernel `as_fatbin` is in none of the device modules");
  std::vector<DevicePayload> other = modules;
  other[3].kernels[0].arg_types = {Int(32)};
  EXPECT_EQ(
      message(ExportHost(program, other)),
      "no cuda host can be exported: the host passes other arguments to kernel `for_newer` than it takes");
  std::vector<DevicePayload> unknown = modules;
  unknown[0].format = "hsaco";
  EXPECT_EQ(message(ExportHost(program, unknown)),
            "no cuda host can be exported: a device module has the format `hsaco`");
  std::vector<DevicePayload> tagged = modules;
  tagged[3].kernels[0].launch_tags = {"launch.later"};
  program.kernels.clear();
  EXPECT_EQ(message(ExportHost(HostProgram{}, {tagged[3]})),
            "no cuda host can be exported: kernel `for_newer` has the unknown launch tag `launch.later`");
}

}  // namespace
}  // namespace tirx::cuda

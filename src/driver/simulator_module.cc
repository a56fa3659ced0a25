// SPDX-License-Identifier: Apache-2.0
#include "driver/simulator_module.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "backend/toolchain.h"
#include "base/interrupt.h"
#include "codegen/host_bytecode.h"
#include "diag/render.h"
#include "driver/kernel_memory.h"
#include "pass/bind_backend_config.h"
#include "runtime/kernel_launcher.h"
#include "runtime/status.h"

namespace tirx::driver {
namespace {

struct Kernel {
  sim::Program program;
  KernelMemory memory;
  sim::NumericMode numeric;
  int subgroup_size;
};

// Where targets say nothing: what CUDA's and OpenCL's devices of today accept in common, and of clusters and
// shared memory the largest that there are.
constexpr runtime::LaunchLimits kLimits = {
    {INT32_MAX, 65535, 65535}, {1024, 1024, 64}, 1024, 16, int64_t(227) * 1024};
constexpr uint64_t kTensorMapBytes = 128;  // runtime::kTensorMapArg

// A scalar's cell as a number, for shapes: sign- or zero-extended from its width.
int64_t CellValue(DType dtype, uint64_t cell) {
  if (dtype.bits >= 64) return int64_t(cell);
  uint64_t bits = cell & ((uint64_t(1) << dtype.bits) - 1);
  bool negative = IsInt(dtype) && (bits >> (dtype.bits - 1)) != 0;
  return int64_t(negative ? bits - (uint64_t(1) << dtype.bits) : bits);
}

class SimulatorModuleObj final : public ffi::ModuleObj, public runtime::KernelLauncher {
 public:
  SimulatorModuleObj(std::vector<runtime::KernelInfo> infos, std::vector<Kernel> kernels,
                     const runtime::LaunchLimits& limits, SimulatorOptions options)
      : infos_(std::move(infos)),
        kernels_(std::move(kernels)),
        limits_(limits),
        options_(std::move(options)) {}

  const char* kind() const final { return "tirx_simulator"; }
  ffi::Optional<ffi::Function> GetFunction(const String&) final { return std::nullopt; }

  const std::vector<runtime::KernelInfo>& kernels() const final { return infos_; }
  int CheckReady() final { return 0; }
  bool AcceptsDevice(int32_t device_type) const final { return device_type == kDLCPU; }
  std::string DeviceName() const final { return "cpu (simulator)"; }
  runtime::LaunchLimits Limits() const final { return limits_; }
  int Launch(const runtime::KernelLaunch& launch) final;

 private:
  int Simulate(const runtime::KernelLaunch& launch);
  Result<std::vector<sim::KernelArg>> Arguments(const runtime::KernelLaunch& launch);

  std::vector<runtime::KernelInfo> infos_;
  std::vector<Kernel> kernels_;
  runtime::LaunchLimits limits_;
  SimulatorOptions options_;
};

Result<std::vector<sim::KernelArg>> SimulatorModuleObj::Arguments(const runtime::KernelLaunch& launch) {
  const runtime::KernelInfo& info = infos_[size_t(launch.kernel)];
  std::vector<int64_t> values;
  for (size_t i = 0; i < info.arg_types.size(); ++i)
    values.push_back(CellValue(info.arg_types[i], launch.cells[i]));
  std::vector<sim::KernelArg> args;
  for (size_t i = 0; i < info.arg_types.size(); ++i) {
    if (!IsHandle(info.arg_types[i])) {
      sim::KernelArg scalar;
      scalar.dtype = info.arg_types[i];
      scalar.bits = launch.cells[i];
      args.push_back(scalar);
      continue;
    }
    const bool is_map = i < info.arg_extra_tags.size() && info.arg_extra_tags[i] == runtime::kTensorMapArg;
    auto bytes = is_map ? std::optional<uint64_t>(kTensorMapBytes)
                        : kernels_[size_t(launch.kernel)].memory.BytesBehind(i, values);
    if (!bytes)
      return Fail(
          DK::SimUnsupported, Span(),
          {"`" + info.name + "`: the size of pointer argument " + std::to_string(i) + " is not known"});
    args.push_back(sim::KernelArg::Pointer(reinterpret_cast<void*>(launch.cells[i]), *bytes));
  }
  return args;
}

// The runtime's callers take no exceptions; what watches a trace may throw.
int SimulatorModuleObj::Launch(const runtime::KernelLaunch& launch) {
  TVM_FFI_SAFE_CALL_BEGIN();
  return Simulate(launch);
  TVM_FFI_SAFE_CALL_END();
}

int SimulatorModuleObj::Simulate(const runtime::KernelLaunch& launch) {
  auto raise = [](const diag::Diagnostics& diagnostics) {
    return runtime::Raise(runtime::kRuntimeError, diag::Render(diagnostics));
  };
  const auto& v = launch.config->values;
  auto dim = [&](int slot) {
    return sim::Dim3{uint32_t(v[slot]), uint32_t(v[slot + 1]), uint32_t(v[slot + 2])};
  };
  sim::LaunchDims dims{dim(runtime::kGridX), dim(runtime::kBlockX), uint64_t(v[runtime::kDynamicSharedBytes]),
                       dim(runtime::kClusterX), launch.config->cooperative};
  auto args = Arguments(launch);
  if (!args.ok()) return raise(args.diagnostics());
  const Kernel& kernel = kernels_[size_t(launch.kernel)];
  sim::RunOptions options = options_.run;
  options.numeric = kernel.numeric;
  options.subgroup_size = kernel.subgroup_size;
  auto report = sim::Run(kernel.program, *args, dims, options);
  if (TakeInterrupt()) throw ffi::EnvErrorAlreadySet();  // Python's own exception goes on
  if (!report.ok()) return raise(report.diagnostics());
  if (options_.on_report) options_.on_report(infos_[size_t(launch.kernel)].name, *report);
  return report->faults.empty() ? 0 : raise(report->faults);
}

// As the options say that the kernel would be compiled with.
Result<sim::NumericMode> NumericModeOf(const ir::Function& kernel) {
  pass::Binding binding = pass::BindingOf(kernel->attrs);
  auto* toolchain = ir::CurrentSnapshot().Find<backend::ToolchainRow>(View(binding.target->kind));
  if (!toolchain || !toolchain->numeric_mode) return sim::NumericMode();
  return toolchain->numeric_mode(binding.config);
}

// Of the target that the kernel is for; as CUDA's where its kind has none.
int SubgroupSizeOf(const ir::Function& kernel) {
  const int64_t size = target::LimitOf(pass::BindingOf(kernel->attrs).target, target::Limit::SubgroupSize);
  return size ? int(size) : sim::kLanes;
}

// Lowers the limits to what devices of the kernel's target take.
void Limit(runtime::LaunchLimits* limits, const ir::Function& kernel) {
  const target::Target target = pass::BindingOf(kernel->attrs).target;
  auto lower = [](int64_t& limit, int64_t most) { limit = most ? std::min(limit, most) : limit; };
  for (size_t axis = 0; axis < 3; ++axis) {
    const std::string of_axis = {'.', char('x' + axis)};
    lower(limits->grid[axis], target::LaunchMostOf(target, "blockIdx" + of_axis));
    lower(limits->block[axis], target::LaunchMostOf(target, "threadIdx" + of_axis));
  }
  lower(limits->threads_per_block, target::LimitOf(target, target::Limit::ThreadsPerBlock));
  lower(limits->blocks_per_cluster, target::LaunchMostOf(target, "clusterCtaIdx"));
  lower(limits->dynamic_shared_bytes, target::LaunchMostOf(target, "tirx.use_dyn_shared_memory"));
}

Status Switch(sim::Checks* checks, const std::vector<std::string>& names, bool on) {
  for (const std::string& name : names) {
    bool* check = checks->Find(name);
    if (!check)
      return Fail(DK::BadArgument, Span(), {name, "no such check; there are " + sim::Checks::Names()});
    *check = on;
  }
  return Ok{};
}

void PrintTraced(const Span& place, const std::string& what, const sim::Warp&) {
  const std::string where = place.defined() ? place->file->name + ":" + std::to_string(place->line) : "?";
  std::printf("%s: %s\n", where.c_str(), what.c_str());
  std::fflush(stdout);
}

}  // namespace

Result<sim::Checks> ChecksFrom(const std::vector<std::string>& without,
                               const std::vector<std::string>& with) {
  sim::Checks checks;
  TIRX_RETURN_IF_FAILED(Switch(&checks, without, false));
  TIRX_RETURN_IF_FAILED(Switch(&checks, with, true));
  return checks;
}

Result<sim::Trace> TraceFrom(const std::string& text) {
  std::array<uint32_t, 6> n{};
  int end = 0;
  const int found = std::sscanf(text.c_str(), "thread=(%u,%u,%u,%u,%u,%u)%n", &n[0], &n[1], &n[2], &n[3],
                                &n[4], &n[5], &end);
  if (found != 6 || size_t(end) != text.size())
    return Fail(DK::BadArgument, Span(),
                {text, "expected thread=(bx,by,bz,tx,ty,tz), the indices of a block and of a thread in it"});
  return sim::Trace{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, PrintTraced};
}

Result<ffi::Module> MakeSimulatorModule(const ir::IRModule& lowered, SimulatorOptions options) {
  std::vector<runtime::KernelInfo> infos;
  std::vector<Kernel> kernels;
  runtime::LaunchLimits limits = kLimits;
  for (const ir::Function& function : lowered->functions) {
    if (function->calling_conv() != ir::CallingConv::DeviceKernel) continue;
    TIRX_TRY(sim::Program program, sim::LowerKernel(function, lowered, options.run.trace.line != nullptr));
    infos.push_back(codegen::KernelInfoOf(function));
    Limit(&limits, function);
    TIRX_TRY(sim::NumericMode numeric, NumericModeOf(function));
    kernels.push_back({std::move(program), KernelMemory(function), numeric, SubgroupSizeOf(function)});
  }
  return ffi::Module(
      ffi::make_object<SimulatorModuleObj>(std::move(infos), std::move(kernels), limits, std::move(options)));
}

}  // namespace tirx::driver

// SPDX-License-Identifier: Apache-2.0
#include "runtime/executable.h"

#include <tvm/ffi/cast.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "runtime/device_api.h"
#include "runtime/device_tensor.h"
#include "runtime/global_functions.h"
#include "runtime/host_vm.h"
#include "runtime/kernel_launcher.h"
#include "runtime/library_file.h"
#include "runtime/module_loader.h"

namespace tirx::runtime {

namespace ffi = tvm::ffi;

namespace {

class ExecutableObj : public ffi::ModuleObj {
 public:
  explicit ExecutableObj(HostProgram program) : program_(std::move(program)) {}

  const char* kind() const final { return kExecutableKind; }
  int GetPropertyMask() const final { return ffi::Module::kBinarySerializable | ffi::Module::kRunnable; }
  ffi::Bytes SaveToBytes() const final { return ffi::Bytes(SaveHostProgram(program_)); }
  ffi::String InspectSource(const ffi::String& format) const final {
    if (format == "" || format == "bytecode") return Disassemble(program_);
    return "";
  }
  bool ImplementsFunction(const ffi::String& name) final { return FindExported(name) >= 0; }
  ffi::Optional<ffi::String> GetFunctionDoc(const ffi::String& name) final {
    int index = FindExported(name);
    if (index < 0) return std::nullopt;
    return ffi::String(DescribeFunction(program_, program_.functions[size_t(index)]));
  }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final;

  // Finds the launchers among the imports, on the first call of any function; later imports are not looked
  // at.
  const LinkedProgram* Link() {
    if (linked_done_.load(std::memory_order_acquire)) return &linked_;
    std::lock_guard<std::mutex> lock(mutex_);
    if (linked_done_.load(std::memory_order_relaxed)) return &linked_;
    std::vector<KernelLauncher*> launchers;
    for (const ffi::Any& import : imports_) {
      std::optional<ffi::Module> module = import.as<ffi::Module>();
      if (!module) continue;
      auto* object = const_cast<ffi::ModuleObj*>(module->operator->());
      if (auto* launcher = dynamic_cast<KernelLauncher*>(object)) launchers.push_back(launcher);
    }
    if (Raise(LinkHostProgram(program_, launchers, &linked_)) != 0) return nullptr;
    linked_done_.store(true, std::memory_order_release);
    return &linked_;
  }
  const HostProgram& program() const { return program_; }

 private:
  int FindExported(const ffi::String& name) const {
    int index = program_.FindFunction({name.data(), name.size()});
    return index >= 0 && program_.functions[size_t(index)].exported ? index : -1;
  }

  HostProgram program_;
  LinkedProgram linked_;
  std::atomic<bool> linked_done_{false};
  std::mutex mutex_;
};

// What a function handed out holds.
struct BoundFunction {
  ffi::ObjectPtr<ExecutableObj> executable;
  uint32_t index;
  bool uses_device;

  static int Call(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result) {
    auto* bound = static_cast<BoundFunction*>(self);
    const LinkedProgram* linked = bound->executable->Link();
    if (linked == nullptr) return -1;
    // Before the arguments: where there is no device they are on the CPU, and that is not what to complain
    // about.
    if (bound->uses_device && linked->device != nullptr && linked->device->CheckReady() != 0) return -1;
    return CallHostFunction(*linked, bound->index, args, num_args, result);
  }
  static void Delete(void* self) { delete static_cast<BoundFunction*>(self); }
};

ffi::Optional<ffi::Function> ExecutableObj::GetFunction(const ffi::String& name) {
  int index = FindExported(name);
  if (index < 0) return std::nullopt;
  bool uses_device = UsesDevice(program_, program_.functions[size_t(index)]);
  auto* bound = new BoundFunction{ffi::GetObjectPtr<ExecutableObj>(this), uint32_t(index), uses_device};
  return ffi::Function::FromExternC(bound, BoundFunction::Call, BoundFunction::Delete);
}

RuntimeStatus LoadExecutable(std::string_view bytes, ffi::Optional<ffi::Module>* module) {
  HostProgram program;
  RuntimeStatus status = LoadHostProgram(bytes, &program);
  if (status.ok()) *module = MakeExecutable(std::move(program), {});
  return status;
}

}  // namespace

ffi::Module MakeExecutable(HostProgram program, const std::vector<ffi::Module>& device_modules) {
  ffi::Module module(ffi::make_object<ExecutableObj>(std::move(program)));
  for (const ffi::Module& device_module : device_modules) module->ImportModule(device_module);
  return module;
}

const HostProgram* ProgramOf(const ffi::Module& module) {
  auto* executable = dynamic_cast<const ExecutableObj*>(module.operator->());
  return executable ? &executable->program() : nullptr;
}

namespace {

// Of a device module; none for a module of another kind.
ffi::Array<ffi::String> KernelNames(const ffi::Module& module) {
  ffi::Array<ffi::String> names;
  if (auto* launcher = dynamic_cast<const KernelLauncher*>(module.operator->()))
    for (const KernelInfo& kernel : launcher->kernels()) names.push_back(kernel.name);
  return names;
}

}  // namespace

void RegisterRuntime() {
  ffi::Function::SetGlobal("tirx.runtime.kernel_names", ffi::Function::FromTyped(KernelNames));
  DefineGlobal("check_library", [](const ffi::String& path) -> ffi::String {
    ThrowUnlessOk(CheckWholeLibrary(path));
    return NameForLoader(path);
  });
  RegisterCpuDeviceApi();
  RegisterTensorFunctions();
  RegisterEventFunctions();
  RegisterModuleLoader(kExecutableKind, LoadExecutable);
}

}  // namespace tirx::runtime

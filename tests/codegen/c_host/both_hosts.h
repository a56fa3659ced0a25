// SPDX-License-Identifier: Apache-2.0
// Functions that run a call twice, as bytecode and as compiled C, and insist that both do the same: the
// result or the error, what they write, what they launch. The caller sees the bytecode's.
#pragma once

#include <gtest/gtest.h>
#include <tvm/ffi/extra/module.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codegen/c_library.h"
#include "runtime/calls.h"
#include "runtime/executable.h"
#include "runtime/fake_launcher.h"

namespace tirx::testing {

inline std::string TemporaryName(const std::string& suffix) {
  static int number = 0;
  return ::testing::TempDir() + "both_hosts_" + std::to_string(getpid()) + "_" + std::to_string(number++) +
         suffix;
}

// A shared library as bytes; the same text is compiled once.
inline const std::string& CompiledBytes(const std::string& text) {
  static auto* made = new std::map<std::string, std::string>;
  auto found = made->find(text);
  if (found != made->end()) return found->second;
  const std::string source = TemporaryName(".c"), library = TemporaryName(".so");
  std::ofstream(source) << text;
  const std::string command =
      "cc -std=gnu11 -Wall -Wextra -Werror -O0 -ffp-contract=off -fPIC "
      "-fvisibility=hidden -shared -o " +
      library + " " + source + " -lm";
  EXPECT_EQ(std::system(command.c_str()), 0) << text;
  std::ifstream file(library);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  unlink(source.c_str());
  unlink(library.c_str());
  return made->emplace(text, std::move(bytes)).first->second;
}

// The program as a loaded library; what it launches is looked for in `devices`.
inline ffi::Module CompiledLibrary(const runtime::HostProgram& program,
                                   const std::vector<ffi::Module>& devices) {
  const std::string name = TemporaryName(".so");
  std::ofstream(name) << CompiledBytes(codegen::GenerateCLibrary(program, {}, {}));
  ffi::Module module = ffi::Module::LoadFromFile(name);
  unlink(name.c_str());
  for (const ffi::Module& device : devices) module->ImportModule(device);
  return module;
}

class BothHosts {
 public:
  // The exported function `name` of a valid program.
  static ffi::Function Function(const runtime::HostProgram& program, const std::vector<ffi::Module>& devices,
                                const std::string& name) {
    auto* both = new BothHosts(program, devices, name);
    return ffi::Function::FromExternC(both, Call, [](void* self) { delete static_cast<BothHosts*>(self); });
  }

 private:
  BothHosts(const runtime::HostProgram& program, const std::vector<ffi::Module>& devices,
            const std::string& name)
      : bytecode_(*runtime::MakeExecutable(program, devices)->GetFunction(name)),
        library_(CompiledLibrary(program, devices)),
        compiled_(*library_->GetFunction(name)) {
    for (const ffi::Module& device : devices)
      if (auto* fake = dynamic_cast<FakeLauncherObj*>(const_cast<ffi::ModuleObj*>(device.operator->())))
        fakes_.push_back(fake);
  }

  using Memory = std::vector<std::vector<char>>;
  static std::vector<std::pair<char*, size_t>> Parts(const TVMFFIAny* args, int32_t count) {
    std::vector<std::pair<char*, size_t>> parts;
    for (int32_t i = 0; i < count && args != nullptr; ++i) {
      if (args[i].type_index != kTVMFFIDLTensorPtr || args[i].v_ptr == nullptr) continue;
      auto* tensor = static_cast<DLTensor*>(args[i].v_ptr);
      if (tensor->data == nullptr || tensor->device.device_type != kDLCPU) continue;
      int64_t bytes = (tensor->dtype.bits + 7) / 8;
      for (int k = 0; k < tensor->ndim; ++k) bytes *= tensor->shape[k];
      if (bytes > 0 && bytes < 1 << 20) parts.emplace_back(static_cast<char*>(tensor->data), size_t(bytes));
    }
    return parts;
  }
  static Memory Copy(const TVMFFIAny* args, int32_t count) {
    Memory memory;
    for (auto [data, size] : Parts(args, count)) memory.emplace_back(data, data + size);
    return memory;
  }
  static void Restore(const Memory& memory, const TVMFFIAny* args, int32_t count) {
    auto parts = Parts(args, count);
    for (size_t i = 0; i < parts.size(); ++i) std::copy(memory[i].begin(), memory[i].end(), parts[i].first);
  }

  static Outcome Run(const ffi::Function& function, const TVMFFIAny* args, int32_t count) {
    TVMFFIAny result{};
    auto* object = const_cast<ffi::FunctionObj*>(function.operator->());
    int status = object->safe_call(object, args, count, &result);
    return TakeOutcome(status, result);
  }

  static int Call(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
    return static_cast<BothHosts*>(self)->RunBoth(args, count, result);
  }
  int RunBoth(const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
    const Memory before = Copy(args, count);
    const std::vector<size_t> launches = Launches();
    Outcome expected = Run(bytecode_, args, count);
    const Memory after = Copy(args, count);
    std::vector<std::vector<RecordedLaunch>> made = TakeLaunches(launches);
    Restore(before, args, count);
    Outcome got = Run(compiled_, args, count);
    EXPECT_EQ(got.status, expected.status) << got.message << expected.message;
    EXPECT_EQ(got.kind, expected.kind);
    EXPECT_EQ(got.message, expected.message);
    EXPECT_EQ(got.result.type_index, expected.result.type_index);
    EXPECT_EQ(got.bits(), expected.bits());
    EXPECT_EQ(Copy(args, count), after) << "memory after the call";
    EXPECT_EQ(TakeLaunches(launches), made);
    for (size_t i = 0; i < fakes_.size(); ++i)
      fakes_[i]->launches.insert(fakes_[i]->launches.end(), made[i].begin(), made[i].end());
    *result = ffi::details::AnyUnsafe::MoveAnyToTVMFFIAny(std::move(expected.owner));
    return expected.ok() ? 0 : runtime::Raise(expected.kind.c_str(), expected.message);
  }

  std::vector<size_t> Launches() const {
    std::vector<size_t> counts;
    for (FakeLauncherObj* fake : fakes_) counts.push_back(fake->launches.size());
    return counts;
  }
  std::vector<std::vector<RecordedLaunch>> TakeLaunches(const std::vector<size_t>& from) {
    std::vector<std::vector<RecordedLaunch>> taken;
    for (size_t i = 0; i < fakes_.size(); ++i) {
      auto begin = fakes_[i]->launches.begin() + long(from[i]);
      taken.emplace_back(begin, fakes_[i]->launches.end());
      fakes_[i]->launches.erase(begin, fakes_[i]->launches.end());
    }
    return taken;
  }

  ffi::Function bytecode_;
  ffi::Module library_;
  ffi::Function compiled_;
  std::vector<FakeLauncherObj*> fakes_;
};

}  // namespace tirx::testing
